internal import CPOSIX
internal import CZeroMQ
internal import Glibc

/// One frame: bytes that libzmq received, or that it is to send.
///
/// It owns a `zmq_msg_t` at an address of its own, as that may never move in memory, and closes it
/// on deinit. Receiving copies nothing: ``withBytes(_:)`` reads the buffer that libzmq filled. A
/// message may go to another thread whole; its bytes never change after it was made.
@safe
package struct Message: ~Copyable, @unchecked Sendable {
    // Sendable, as one thread at a time owns a message, and libzmq counts the references to shared
    // contents atomically. Initialised and valid from init to deinit, freed only there.
    private let storage: UnsafeMutablePointer<zmq_msg_t>

    /// An empty frame. Costs one small allocation, as all messages do.
    package init() {
        unsafe storage = Self.allocate()
        unsafe zmq_msg_init(storage)
    }

    /// A copy of `bytes`.
    package init(copying bytes: RawSpan) {
        unsafe self.init(size: bytes.byteCount) { target in
            unsafe bytes.withUnsafeBytes { source in
                unsafe target.copyMemory(from: source)
            }
        }
    }

    /// A copy of `bytes`; ``init(owning:)`` is cheaper for large ones.
    package init(_ bytes: [UInt8]) {
        unsafe self.init(copying: bytes.span.bytes)
    }

    /// A frame of `size` bytes that `fill` writes in place, so that an encoder needs no copy.
    ///
    /// What `fill` leaves unwritten is zero.
    package init<Failure: Error>(
        size: Int, filledBy fill: (inout OutputRawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe self.init(size: size) { _ in }
        let target = unsafe UnsafeMutableRawBufferPointer(start: zmq_msg_data(storage), count: size)
        var output = unsafe OutputRawSpan(buffer: target, initializedCount: 0)
        try fill(&output)
        let written = unsafe output.finalize(for: target)
        unsafe target[written...].initializeMemory(as: UInt8.self, repeating: 0)
    }

    /// Sends the array's own storage, without a copy, and releases it when it is on the wire.
    ///
    /// Worth it from about a kilobyte. Whoever still holds the array may change theirs: an array
    /// copies itself first.
    package init(owning bytes: [UInt8]) {
        self.init(BufferOwner(bytes: bytes))
    }

    /// Sends the array's own storage, and calls `release` once when the bytes are released: sent,
    /// or dropped.
    ///
    /// `release` is called exactly once, on any thread, also when the message is never sent; it
    /// must be quick and must not call into libzmq.
    package init(owning bytes: [UInt8], release: @escaping @Sendable () -> Void) {
        self.init(BufferOwner(bytes: bytes, release: release))
    }

    private init(_ owner: BufferOwner) {
        // The storage of an array stays in place while something holds the array unchanged, as the
        // owner does until libzmq has finished with it, on whatever thread.
        unsafe self.init(owner.bytes.withUnsafeBytes { unsafe $0 }, ownedBy: owner)
    }

    /// Sends memory of the caller's without a copy, and calls `release` once when libzmq has
    /// finished with it.
    ///
    /// The memory has to stay valid and unchanged until then. `release` is called exactly once, on
    /// any thread (libzmq's own, most often), also when the message is never sent; it must be quick
    /// and must not call into libzmq.
    @unsafe
    package init(owning bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
        unsafe self.init(bytes, ownedBy: BufferOwner(release: release))
    }

    /// Hands `bytes` to libzmq, which releases `owner` when it has finished with them.
    private init(_ bytes: UnsafeRawBufferPointer, ownedBy owner: BufferOwner) {
        unsafe storage = Self.allocate()
        guard let start = bytes.baseAddress, bytes.count > 0 else {
            unsafe zmq_msg_init(storage)
            return
        }
        let hint = unsafe Unmanaged.passRetained(owner).toOpaque()
        unsafe cposix_order_released(hint)
        let result = unsafe zmq_msg_init_data(
            storage, UnsafeMutableRawPointer(mutating: start), bytes.count,
            { _, hint in
                guard let hint = unsafe hint else { return }
                unsafe cposix_order_acquired(hint)
                unsafe Unmanaged<BufferOwner>.fromOpaque(hint).release()
            }, hint)
        precondition(result == 0, "out of memory for a message")
    }

    private init(size: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe storage = Self.allocate()
        // As in all of Swift, memory that runs out ends the process.
        precondition(unsafe zmq_msg_init_size(storage, size) == 0, "out of memory for a message")
        unsafe fill(UnsafeMutableRawBufferPointer(start: zmq_msg_data(storage), count: size))
    }

    deinit {
        unsafe zmq_msg_close(storage)
        unsafe storage.deallocate()
    }

    private static func allocate() -> UnsafeMutablePointer<zmq_msg_t> {
        UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)
    }

    /// Returns a second message with the same contents. Large contents are shared, not copied.
    ///
    /// For one encoded frame that goes to many peers.
    package borrowing func copy() -> Message {
        let other = Message()
        // Fails only for a message that is not valid, which the type rules out.
        unsafe zmq_msg_copy(other.storage, storage)
        return other
    }

    /// The number of bytes.
    package var count: Int { unsafe zmq_msg_size(storage) }

    /// A Boolean value indicating whether the frame has no bytes.
    package var isEmpty: Bool { count == 0 }

    /// A Boolean value indicating whether another frame of the received message follows.
    package var more: Bool { unsafe zmq_msg_more(storage) != 0 }

    /// Lends the bytes to `body`, without a copy.
    package borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBytes { buffer throws(Failure) in
            try body(unsafe RawSpan(_unsafeBytes: buffer))
        }
    }

    /// Lends the bytes to `body`, without a copy, for code without spans.
    ///
    /// The buffer must not be used after `body` returns.
    package borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(
            UnsafeRawBufferPointer(start: zmq_msg_data(storage), count: zmq_msg_size(storage)))
    }

    /// Copies the bytes into an array.
    package borrowing func copyBytes() -> [UInt8] {
        unsafe withUnsafeBytes { unsafe [UInt8]($0) }
    }

    /// Lends libzmq's own structure to the calls that the binding makes.
    borrowing func withStorage<Result>(
        _ body: (UnsafeMutablePointer<zmq_msg_t>) -> Result
    ) -> Result {
        unsafe body(storage)
    }
}

/// The owner of an array that libzmq sends without a copy: released when the bytes are sent.
private final class BufferOwner: Sendable {
    /// The array whose storage is being sent.
    let bytes: [UInt8]
    private let release: (@Sendable () -> Void)?

    init(bytes: [UInt8] = [], release: (@Sendable () -> Void)? = nil) {
        self.bytes = bytes
        self.release = release
    }

    deinit {
        release?()
    }
}

extension Message {
    /// Returns a property of the connection that brought the message; `nil` if it has none of that
    /// name.
    ///
    /// `Socket-Type`, `Routing-Id`, `Peer-Address`, `User-Id` and what a ZAP handler added. On a
    /// ROUTER the payload frames have properties; the routing id's frame has none.
    package borrowing func property(_ name: String) -> String? {
        unsafe withStorage { storage in
            guard let text = unsafe zmq_msg_gets(storage, name) else { return nil }
            return unsafe String(validatingCString: text)
        }
    }

    /// The user id that the ZAP handler gave to the sender. `nil` and empty both mean:
    /// unauthenticated.
    package var userID: String? { property("User-Id") }

    /// Returns a Boolean value indicating whether ``userID`` is this text, which ends with a null
    /// byte. Costs no allocation, so it can be checked for every message.
    package borrowing func isFrom(userID text: [CChar]) -> Bool {
        unsafe withStorage { storage in
            guard text.last == 0, let own = unsafe zmq_msg_gets(storage, "User-Id") else {
                return false
            }
            return unsafe strncmp(own, text, text.count) == 0
        }
    }

    /// The address of the peer's side of the connection: empty over IPC, `nil` over inproc.
    package var peerAddress: String? { property("Peer-Address") }

    /// The descriptor of the connection that the message came by; `nil` over inproc and for a
    /// message that was made here.
    ///
    /// It belongs to libzmq. It is good for `shutdown(2)`, which ends that connection alone, and
    /// only while the peer is known to be there: later the number may be another connection's.
    package var sourceFileDescriptor: Int32? {
        let descriptor = unsafe withStorage { unsafe zmq_msg_get($0, ZMQ_SRCFD) }
        return descriptor >= 0 ? descriptor : nil
    }
}
