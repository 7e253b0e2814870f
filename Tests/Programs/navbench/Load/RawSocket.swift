import CZeroMQ
import Glibc
import ZeroMQ

/// libzmq's context for the sockets of this process.
@safe
final class RawContext {
    fileprivate let handle: UnsafeMutableRawPointer

    /// Makes a context with one I/O thread.
    init() throws {
        guard let handle = unsafe zmq_ctx_new() else { throw Fault.library("make a context") }
        unsafe self.handle = handle
    }

    deinit {
        _ = unsafe zmq_ctx_term(handle)
    }
}

/// A ZeroMQ socket as C has it: bytes in and out, no message objects, so that what is measured is not
/// who measures. It never blocks, has no limit of messages, and belongs to one thread.
@safe
final class RawSocket {
    /// The buffer that ``receive()`` fills.
    private(set) var inbox: [UInt8]
    fileprivate let handle: UnsafeMutableRawPointer
    private let context: RawContext

    /// The types of sockets, by libzmq's numbers.
    enum Kind {
        case dealer, router, sub, xpub

        fileprivate var number: Int32 {
            switch self {
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            case .sub: ZMQ_SUB
            case .xpub: ZMQ_XPUB
            }
        }
    }

    /// Opens a socket whose longest message has `capacity` bytes.
    init(_ kind: Kind, in context: RawContext, capacity: Int) throws {
        self.context = context
        inbox = Array(repeating: 0, count: capacity)
        guard let handle = unsafe zmq_socket(context.handle, kind.number) else {
            throw Fault.library("open a socket")
        }
        unsafe self.handle = handle
        for option in [ZMQ_LINGER, ZMQ_SNDHWM, ZMQ_RCVHWM] { try set(option, 0) }
    }

    deinit {
        _ = unsafe zmq_close(handle)
    }

    /// Sets an option that is a number.
    func set(_ option: Int32, _ value: Int32) throws {
        var value = value
        guard unsafe zmq_setsockopt(handle, option, &value, MemoryLayout<Int32>.size) == 0 else {
            throw Fault.library("set option \(option)")
        }
    }

    /// Sets an option that is bytes.
    func set(_ option: Int32, _ value: [UInt8]) throws {
        guard unsafe zmq_setsockopt(handle, option, value, value.count) == 0 else {
            throw Fault.library("set option \(option)")
        }
    }

    /// Makes it a client of a CURVE server; before it connects.
    func authenticate(_ keys: CurveKeyPair, server: CurvePublicKey) throws {
        try set(ZMQ_CURVE_SERVERKEY, server.bytes)
        try set(ZMQ_CURVE_PUBLICKEY, keys.publicKey.bytes)
        try set(ZMQ_CURVE_SECRETKEY, keys.secretKey.bytes)
    }

    /// Starts to connect.
    func connect(_ endpoint: String) throws {
        guard unsafe zmq_connect(handle, endpoint) == 0 else {
            throw Fault.library("connect to \(endpoint)")
        }
    }

    /// Listens; returns the endpoint with the port that it got.
    func bind(_ endpoint: String) throws -> String {
        guard unsafe zmq_bind(handle, endpoint) == 0 else {
            throw Fault.library("bind \(endpoint)")
        }
        var text = [UInt8](repeating: 0, count: 256)
        var count = text.count
        guard unsafe zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &text, &count) == 0 else {
            throw Fault.library("find the endpoint")
        }
        return String(decoding: text.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Sends the first `count` bytes as one frame.
    func send(_ bytes: [UInt8], count: Int? = nil, more: Bool = false) throws {
        let flags = more ? ZMQ_DONTWAIT | ZMQ_SNDMORE : ZMQ_DONTWAIT
        while unsafe zmq_send(handle, bytes, count ?? bytes.count, flags) < 0 {
            guard zmq_errno() == EINTR else { throw Fault.library("send") }
        }
    }

    /// Receives a frame into ``inbox``; returns how many bytes, `nil` if there is none.
    func receive() throws -> Int? {
        while true {
            let count = unsafe zmq_recv(handle, &inbox, inbox.count, ZMQ_DONTWAIT)
            if count >= 0 {
                guard Int(count) <= inbox.count else { throw Fault("a frame of \(count) bytes") }
                return Int(count)
            }
            if zmq_errno() == EAGAIN { return nil }
            guard zmq_errno() == EINTR else { throw Fault.library("receive") }
        }
    }

    /// Receives a frame into ``inbox``, waiting for it.
    func await(_ what: String) throws -> Int {
        let poller = Poller([.socket(self)])
        let end = ContinuousClock.now + Fault.patience
        while ContinuousClock.now < end {
            if let count = try receive() { return count }
            try poller.wait(milliseconds: 100)
        }
        throw Fault("\(what) did not come within \(Fault.patience)")
    }
}

/// A set of sockets and descriptors that are waited for together.
@safe
final class Poller {
    private var items: [zmq_pollitem_t]
    private let sources: [Source]

    /// A thing that can become readable.
    enum Source {
        case socket(RawSocket)
        case descriptor(Int32)
    }

    /// Waits for these from now on.
    init(_ sources: [Source]) {
        self.sources = sources
        unsafe items = sources.map { source in
            switch source {
            case .socket(let socket):
                unsafe zmq_pollitem_t(
                    socket: socket.handle, fd: -1, events: Int16(ZMQ_POLLIN), revents: 0)
            case .descriptor(let number):
                unsafe zmq_pollitem_t(
                    socket: nil, fd: number, events: Int16(ZMQ_POLLIN), revents: 0)
            }
        }
    }

    /// Waits until one is readable, or the time is over.
    func wait(milliseconds: Int) throws {
        let count = unsafe zmq_poll(&items, Int32(items.count), milliseconds)
        guard count >= 0 || zmq_errno() == EINTR else { throw Fault.library("poll") }
    }

    /// Returns a Boolean value indicating whether a source was readable after the last wait.
    func isReadable(_ index: Int) -> Bool { unsafe items[index].revents != 0 }
}

/// A reason why something can't be measured.
struct Fault: Error, CustomStringConvertible {
    let description: String

    /// The time for any one thing to happen.
    static let patience = Duration.seconds(20)

    /// Says why.
    init(_ description: String) {
        self.description = description
    }

    /// Says what libzmq refused, and why.
    static func library(_ operation: String) -> Fault {
        let number = zmq_errno()
        return Fault("can't \(operation): \(unsafe String(cString: zmq_strerror(number)))")
    }
}
