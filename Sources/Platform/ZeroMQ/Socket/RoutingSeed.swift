internal import Glibc

/// The seed of libzmq's routing ids: the system's random bytes go into `srand` before a process's
/// first ROUTER.
///
/// libzmq draws the routing ids of a ROUTER (and of a REP, which is one inside) from `rand`.
enum RoutingSeed {
    private static let planted: Void = {
        var source = SystemRandomNumberGenerator()
        srand(UInt32(truncatingIfNeeded: source.next()))
    }()

    /// Seeds on the first call in a process; later calls do nothing. Any thread.
    static func seed() {
        _ = planted
    }
}
