internal import POSIX
internal import ZeroMQ
internal import CPOSIX
internal import Glibc

/// An eventfd that any thread signals and `poll` sees.
final class WakeupFD: Sendable {
    /// The descriptor: readable after a signal, until it is drained.
    let fileDescriptor: Int32

    /// Throws `ZeroMQError.Code.tooManyOpen` without file descriptors.
    init() throws(ZeroMQError) {
        fileDescriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if fileDescriptor < 0 { throw .last("make an eventfd") }
    }

    deinit {
        Glibc.close(fileDescriptor)
    }

    /// Makes it readable; any number of signals counts as one. Any thread, a system call.
    func signal() {
        while eventfd_write(fileDescriptor, 1) != 0, errno == EINTR {}
    }

    /// Makes it unreadable again.
    func drain() {
        var count: UInt64 = 0
        while unsafe eventfd_read(fileDescriptor, &count) != 0, errno == EINTR {}
    }
}
