internal import Glibc
package import NavigationModel

extension Timestamp {
    /// Returns the time by this machine's clock, which may be wrong: for people, never for a
    /// decision.
    package static func now() -> Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
