internal import CPOSIX
internal import Glibc

/// Starts a thread of its own for `body`, which may block; nobody joins it.
///
/// `name` is what `ps -L` and debuggers show, cut to 15 bytes. The thread inherits the signal mask.
/// Throws when the system refuses a thread.
package func startThread(
    named name: String, _ body: @escaping @Sendable () -> Void
) throws(ThreadError) {
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
            unsafe cposix_name_thread(start.name)
            start.body()
            return nil
        }, unsafe start.toOpaque())
    if error != 0 {
        unsafe start.release()
        throw ThreadError(code: error, name: name)
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

/// A refusal of the system to start a thread.
package struct ThreadError: Error, CustomStringConvertible {
    /// The system's number for the reason.
    package let code: CInt
    /// The name that the thread would have had.
    package let name: String

    /// The action and the reason, as one sentence.
    package var description: String {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return "can't start the thread “\(name)”: \(reason)"
    }
}

/// Returns the id of the calling thread: never 0, and no other living thread's.
package func currentThread() -> UInt { UInt(pthread_self()) }
