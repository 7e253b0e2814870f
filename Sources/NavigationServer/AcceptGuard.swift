internal import CAcceptGuard
internal import Files

/// Keeps the last descriptors from connections, as they are accepted.
///
/// libzmq accepts as fast as it is asked, on a thread of its own: that connections are counted and cut
/// comes after, and where few descriptors are granted a burst is faster. Its ipc listener ends the
/// process when there are none. So the guard stands in the call itself.
enum AcceptGuard {
    /// Descriptors that connections never get: for the store, its readers and files, for who asks for
    /// figures, and for cutting.
    static let reserve = 48

    /// From now on, in this process.
    static func keepDescriptors() {
        acceptguard_keep_free_from(Int32(clamping: max(1, ProcessLimits.openFiles - reserve)))
    }
}
