internal import CAcceptGuard
internal import POSIX

/// Reserves the last descriptors from connections, as they are accepted.
///
/// libzmq accepts without a limit, on a thread of its own: connections are counted and disconnected
/// later, and where few descriptors are granted a burst is faster. Its ipc listener ends the
/// process when there are none. So the guard is in the call itself.
enum AcceptGuard {
    /// The number of descriptors that connections never get: for the store, its readers and files,
    /// for scrapes of the metrics, and for disconnecting.
    static let reserve = 48

    /// Reserves the descriptors from now on, in this process.
    static func keepDescriptors() {
        acceptguard_keep_free_from(Int32(clamping: max(1, ProcessLimits.openFiles - reserve)))
    }
}
