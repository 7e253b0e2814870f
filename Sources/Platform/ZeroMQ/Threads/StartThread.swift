internal import CZeroMQ
internal import Glibc

/// Starts a thread of its own for `body`, which may block; nobody joins it.
///
/// `name` is what `ps -L` and debuggers show, cut to 15 bytes. The thread inherits the signal mask.
/// Throws ``ZeroMQError/Code/tryAgain`` when the system refuses a thread.
package func startThread(
    named name: String, _ body: @escaping @Sendable () -> Void
) throws(ZeroMQError) {
    let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let error = unsafe pthread_create(
        &thread, &attributes,
        { argument in
            guard let argument = unsafe argument else { return nil }
            let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
            unsafe czmq_name_thread(start.name)
            start.body()
            return nil
        }, unsafe start.toOpaque())
    if error != 0 {
        unsafe start.release()
        throw ZeroMQError(.init(rawValue: error), "start the thread “\(name)”")
    }
}

/// The argument of a new thread: made by its starter, released by the thread.
private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}
