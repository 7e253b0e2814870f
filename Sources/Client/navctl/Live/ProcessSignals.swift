internal import Dispatch
internal import Glibc

/// Signals that stop and end the process.
enum ProcessSignals {
    /// Calls `body` for each request to stop from another process, instead of stopping, until the
    /// source is cancelled.
    static func stops(_ body: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: .global())
        source.setEventHandler(handler: body)
        source.activate()
        return source
    }

    /// Ends the process by a signal, as the sender of the signal expects.
    static func end(by number: CInt) {
        signal(number, SIG_DFL)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
