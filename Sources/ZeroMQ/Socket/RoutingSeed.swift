internal import Glibc

/// The rule: random bytes of the system go into `srand` before a process's first ROUTER.
///
/// libzmq draws the routing ids of a ROUTER (and of a REP, which is one inside) from `rand`.
enum RoutingSeed {
    private static let planted: Void = {
        var source = SystemRandomNumberGenerator()
        srand(UInt32(truncatingIfNeeded: source.next()))
    }()

    /// Follows the rule: the first call in a process seeds, all others do nothing. Any thread.
    static func seed() {
        _ = planted
    }
}
