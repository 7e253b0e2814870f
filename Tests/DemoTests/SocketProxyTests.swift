import POSIX
import Foundation
import Testing
import ZeroMQ

@testable import CommandLine
@testable import Demo

@Suite("The proxy that can be disconnected")
struct SocketProxyTests {
    /// A directory for one test, deleted with it.
    private final class Scratch {
        let path = "\(NSTemporaryDirectory())/relay-\(UUID().uuidString.prefix(8))"

        init() throws {
            for name in ["near", "far"] {
                try FileManager.default.createDirectory(
                    atPath: "\(path)/\(name)", withIntermediateDirectories: true)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Sends back all that it gets, until the connection ends.
    private func startEcho(at path: String) throws {
        let listener = try FileDescriptor.socket(.bound, at: path)
        #expect(listen(listener.number, 4) == 0)
        try startThread(named: "echo") {
            while true {
                let number = accept(listener.number, nil, nil)
                guard number >= 0 else { return }
                let connection = FileDescriptor(number, named: path)
                try? startThread(named: "echo") {
                    while let bytes = try? connection.read(atMost: 4_096), !bytes.isEmpty {
                        try? connection.write(bytes)
                    }
                }
            }
        }
    }

    private func echo(_ bytes: [UInt8], through connection: FileDescriptor) throws -> [UInt8] {
        try startThread(named: "writer") { try? connection.write(bytes) }
        var received: [UInt8] = []
        while received.count < bytes.count {
            let more = try connection.read(atMost: 65_536)
            guard !more.isEmpty else { break }
            received += more
        }
        return received
    }

    @Test(
        "Bytes pass both ways until it is disconnected, and again once it is reconnected",
        .timeLimit(.minutes(5)))
    func cutAndMend() throws {
        let scratch = try Scratch()
        let near = "\(scratch.path)/near/control.sock"
        try startEcho(at: "\(scratch.path)/far/control.sock")
        let proxy = SocketProxy(
            from: "\(scratch.path)/near", to: "\(scratch.path)/far", names: ["control.sock"])
        #expect(throws: CommandError.self) { try FileDescriptor.socket(.connected, at: near) }

        try proxy.connect()
        let many = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let first = try FileDescriptor.socket(.connected, at: near)
        let second = try FileDescriptor.socket(.connected, at: near)
        #expect(try echo(many, through: first) == many)
        #expect(try echo([1, 2, 3], through: second) == [1, 2, 3])

        proxy.cut()
        #expect((try? first.read(atMost: 1)) ?? [] == [])
        #expect((try? second.read(atMost: 1)) ?? [] == [])
        #expect(throws: CommandError.self) { try FileDescriptor.socket(.connected, at: near) }
        proxy.cut()

        try proxy.connect()
        let third = try FileDescriptor.socket(.connected, at: near)
        #expect(try echo([4, 5], through: third) == [4, 5])
        proxy.cut()
    }

    @Test("One side that closes its end ends the other", .timeLimit(.minutes(5)))
    func hangUp() throws {
        let scratch = try Scratch()
        let listener = try FileDescriptor.socket(.bound, at: "\(scratch.path)/far/feed.sock")
        #expect(listen(listener.number, 4) == 0)
        let proxy = SocketProxy(
            from: "\(scratch.path)/near", to: "\(scratch.path)/far", names: ["feed.sock"])
        try proxy.connect()
        let near = try FileDescriptor.socket(.connected, at: "\(scratch.path)/near/feed.sock")
        do {
            let far = FileDescriptor(accept(listener.number, nil, nil), named: "far")
            try far.write([7])
            #expect(try near.read(atMost: 10) == [7])
        }
        #expect(try near.read(atMost: 10).isEmpty)
        proxy.cut()
    }
}
