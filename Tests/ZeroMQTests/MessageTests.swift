import Glibc
import Synchronization
import SocketHarness
import Testing
import ZeroMQ

@Suite("One frame and its memory")
struct MessageTests {
    /// Counts how often memory was given back, and does it.
    final class Lender: Sendable {
        let returned = Atomic(0)
        private let address: UInt
        let count: Int

        init(count: Int, filledWith byte: UInt8) {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
            unsafe buffer.initializeMemory(as: UInt8.self, repeating: byte)
            self.count = count
            address = UInt(bitPattern: buffer.baseAddress)
        }

        func lend() -> Message {
            let start = unsafe UnsafeRawPointer(bitPattern: address)
            return unsafe Message(owning: UnsafeRawBufferPointer(start: start, count: count)) {
                self.takeBack()
            }
        }

        private func takeBack() {
            if returned.add(1, ordering: .sequentiallyConsistent).oldValue > 0 { return }
            unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }

        func isReturned() -> Bool {
            let end = ContinuousClock.now.advanced(by: timeout)
            while returned.load(ordering: .sequentiallyConsistent) == 0 {
                if ContinuousClock.now > end { return false }
                sched_yield()
            }
            return true
        }
    }

    @Test("Made from bytes, it holds them")
    func copying() {
        #expect(Message().count == 0)
        #expect(Message([1, 2, 3]).copyBytes() == [1, 2, 3])
        let array = [UInt8](repeating: 9, count: 100_000)
        #expect(Message(owning: array).copyBytes() == array)
        #expect(Message(owning: []).count == 0)
        let sum = Message([1, 2, 3]).withBytes { span in
            span.byteOffsets.reduce(0) {
                unsafe $0 + Int(span.unsafeLoad(fromByteOffset: $1, as: UInt8.self))
            }
        }
        #expect(sum == 6)
    }

    @Test("Filled in place; what is left out is zero")
    func filling() {
        let message = Message(size: 4) { output in
            output.append(7)
            output.append(8)
        }
        #expect(message.copyBytes() == [7, 8, 0, 0])
        #expect(throws: TimedOut.self) {
            _ = try Message(size: 4) { (_: inout OutputRawSpan) throws(TimedOut) in
                throw TimedOut()
            }.count
        }
    }

    @Test("Lent memory comes back once when the message is dropped")
    func dropped() {
        let lender = Lender(count: 64, filledWith: 1)
        do {
            let message = lender.lend()
            let copy = message.copy()
            #expect(copy.copyBytes() == message.copyBytes())
            #expect(lender.returned.load(ordering: .sequentiallyConsistent) == 0)
        }
        #expect(lender.isReturned())
        #expect(lender.returned.load(ordering: .sequentiallyConsistent) == 1)
        unsafe _ = Message(owning: UnsafeRawBufferPointer(start: nil, count: 0)) {}
    }

    @Test("Lent memory is sent as it is, and comes back once", arguments: Transport.allCases)
    func sent(transport: Transport) async throws {
        let lender = Lender(count: 4_000_000, filledWith: 5)
        try await onStage { context in
            let (server, client) = try connected(.pair, .pair, by: transport, in: context)
            var message = lender.lend()
            #expect(try !client.wait(for: .writable, within: timeout).isEmpty)
            #expect(try client.send(&message) == .sent)
            #expect(message.count == 0)
            let received = try server.nextFrame()
            #expect(received.count == lender.count)
            unsafe received.withUnsafeBytes { buffer in
                #expect(unsafe buffer.allSatisfy { $0 == 5 })
            }
            if transport == .inproc {
                // The very same memory: not given back as long as somebody looks at it.
                #expect(lender.returned.load(ordering: .sequentiallyConsistent) == 0)
            }
        }
        #expect(lender.isReturned())
        #expect(lender.returned.load(ordering: .sequentiallyConsistent) == 1)
    }

    @Test("Lent memory comes back when a socket closes with the message in its queue")
    func neverSent() async throws {
        let lender = Lender(count: 1000, filledWith: 1)
        try await onStage { context in
            let socket = try Socket(.dealer, in: context)
            try socket.connect(.ipc(path: "/tmp/zeromq-test-nobody-\(getpid()).sock"))
            #expect(try socket.send(lender.lend()) == .sent)
            socket.close()
        }
        #expect(lender.isReturned())
        #expect(lender.returned.load(ordering: .sequentiallyConsistent) == 1)
    }

    @Test("One message goes to many without being copied")
    func fanOut() async throws {
        let lender = Lender(count: 100_000, filledWith: 3)
        try await onStage { context in
            let original = lender.lend()
            for _ in 0..<3 {
                let (server, client) = try connected(.pair, .pair, by: .inproc, in: context)
                #expect(try client.send(original.copy()) == .sent)
                let same = try unsafe server.nextFrame().withUnsafeBytes { received in
                    unsafe original.withUnsafeBytes {
                        unsafe $0.baseAddress == received.baseAddress
                    }
                }
                #expect(same)
            }
        }
        #expect(lender.isReturned())
    }

    @Test("A received frame knows its connection", arguments: Transport.allCases)
    func properties(transport: Transport) async throws {
        try await onStage { context in
            let (router, dealer) = try connected(.router, .dealer, by: transport, in: context)
            try dealer.post([bytes("hello")])
            let request = try router.nextRouted()
            #expect(request.payload.property("No-Such") == nil)
            #expect(request.payload.userID ?? "" == "")
            let descriptor = request.payload.sourceFileDescriptor
            if transport == .inproc {
                #expect(descriptor == nil)
            } else {
                #expect(request.payload.property("Socket-Type") == "DEALER")
                #expect(descriptor != nil)
            }
            #expect(Message([1]).sourceFileDescriptor == nil)
            #expect(Message([1]).userID == nil)
        }
    }

    @Test("Cutting the descriptor of a message's source drops that connection alone")
    func cutting() async throws {
        try await onStage { context in
            let (router, bad) = try connected(.router, .dealer, by: .tcp, in: context)
            let good = try Socket(.dealer, in: context)
            try good.connect(Endpoint(try router.get(.lastEndpoint)))
            try bad.post([[0]])
            let monitor = try Monitor(bad)
            let payload = try router.nextRouted().takePayload()
            let descriptor: Int32? = payload.sourceFileDescriptor
            shutdown(try #require(descriptor), Int32(SHUT_RDWR))
            _ = try monitor.next { if case .disconnected = $0 { true } else { false } }
            try good.post([[1]])
            #expect(try router.next().last == [1])
        }
    }

    @Test("Routing ids keep their bytes and show none")
    func routingIDs() {
        for count in [0, 1, 5, 8, 9, 255] {
            let bytes = (0..<count).map { UInt8(255 - $0) }
            let id = RoutingID(bytes)
            #expect(id.withBytes { Message(copying: $0).copyBytes() } == bytes)
            #expect(id == RoutingID(bytes))
            #expect(id.description == "RoutingID(\(count) bytes)")
            #expect(Mirror(reflecting: id).children.isEmpty)
        }
        #expect(RoutingID([1]) != RoutingID([1, 0]))
    }
}
