internal import CZeroMQ
internal import Glibc

/// An eventfd: rung by any thread, heard by `poll`.
final class WakeupFD: Sendable {
    /// Readable after a ring, until it is silenced.
    let fileDescriptor: Int32

    /// Throws ``ZeroMQError/Code/tooManyOpen`` without file descriptors.
    init() throws(ZeroMQError) {
        fileDescriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if fileDescriptor < 0 { throw .last("make an eventfd") }
    }

    deinit {
        Glibc.close(fileDescriptor)
    }

    /// Makes it readable; any number of rings is one. Any thread, a system call.
    func signal() {
        while eventfd_write(fileDescriptor, 1) != 0, errno == EINTR {}
    }

    /// Makes it unreadable again.
    func drain() {
        var count: UInt64 = 0
        while unsafe eventfd_read(fileDescriptor, &count) != 0, errno == EINTR {}
    }
}
