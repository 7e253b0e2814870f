internal import Glibc
package import NavigationModel
internal import POSIX

/// An instant of this machine's clock that counts suspended time, valid until the next boot.
package struct BootTimeInstant: Hashable, Sendable {
    /// The kernel's random id of this boot; empty if the kernel provides none.
    package let bootID: String
    /// Nanoseconds since the boot, including time in suspend.
    package let nanoseconds: Int64

    /// Joins the parts.
    package init(bootID: String, nanoseconds: Int64) {
        self.bootID = bootID
        self.nanoseconds = nanoseconds
    }

    /// Returns the present instant. Costs one system call after the first.
    package static func now() -> BootTimeInstant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTimeInstant(
            bootID: currentBoot,
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Returns the microseconds from this instant to `now`; `nil` if they are not known: after a
    /// reboot, or if `now` is earlier.
    package func age(at now: BootTimeInstant) -> Int64? {
        guard !bootID.isEmpty, bootID == now.bootID else { return nil }
        let (elapsed, overflow) = now.nanoseconds.subtractingReportingOverflow(nanoseconds)
        guard !overflow, elapsed >= 0 else { return nil }
        return elapsed / 1_000
    }

    private static let currentBoot: String = {
        let bytes = (try? DurableFiles.read("/proc/sys/kernel/random/boot_id", atMost: 64)) ?? []
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }()
}

extension Timestamp {
    /// Returns the time by this machine's clock, which may be wrong: for people, never for a
    /// decision.
    package static func now() -> Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(rawValue: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
