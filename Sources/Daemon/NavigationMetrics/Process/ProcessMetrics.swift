internal import Glibc
internal import POSIX

/// The system's metrics of this process, under their customary names.
package struct ProcessMetrics: Sendable {
    /// The processor time, in seconds.
    package let cpuSeconds: Double
    /// The start time, in seconds since 1970.
    package let startTime: Double
    /// The resident memory, in bytes.
    package let residentBytes: Double
    /// The virtual memory, in bytes.
    package let virtualBytes: Double
    /// The number of open descriptors.
    package let openDescriptors: Double
    /// The maximum of open descriptors.
    package let descriptorLimit: Double

    /// The present metrics; `nil` if the system does not provide them.
    package static var current: ProcessMetrics? {
        guard let status = text(of: "/proc/self/stat"), let pages = text(of: "/proc/self/statm"),
            let open = openDescriptors
        else { return nil }
        // The name of the program may have spaces; what follows it is the third field and on.
        let rest = status[(status.lastIndex(of: ")") ?? status.startIndex)...]
        let fields = rest.split(separator: " ")
        let sizes = pages.split(separator: " ").compactMap { Double($0) }
        guard fields.count > 20, let ticks = Double(fields[20]), sizes.count > 1 else { return nil }
        let pageSize = Double(sysconf(Int32(_SC_PAGESIZE)))
        let sinceBoot = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return ProcessMetrics(
            cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            startTime: time(CLOCK_REALTIME) - time(CLOCK_BOOTTIME) + sinceBoot,
            residentBytes: sizes[1] * pageSize, virtualBytes: sizes[0] * pageSize,
            openDescriptors: open, descriptorLimit: Double(limit.rlim_cur))
    }

    /// The metric families of these values.
    package var families: [MetricFamily] {
        [
            MetricFamily(
                "process_cpu_seconds", .counter, unit: "seconds",
                "CPU time used by the process.", [.init(.number(cpuSeconds))]),
            MetricFamily(
                "process_start_time_seconds", .gauge, unit: "seconds",
                "Start time of the process, since 1970.", [.init(.number(startTime))]),
            MetricFamily(
                "process_resident_memory_bytes", .gauge, unit: "bytes",
                "Resident memory of the process.", [.init(.number(residentBytes))]),
            MetricFamily(
                "process_virtual_memory_bytes", .gauge, unit: "bytes",
                "Virtual memory of the process.", [.init(.number(virtualBytes))]),
            MetricFamily(
                "process_open_fds", .gauge, "Open file descriptors.",
                [.init(.number(openDescriptors))]),
            MetricFamily(
                "process_max_fds", .gauge, "Maximum number of open file descriptors.",
                [.init(.number(descriptorLimit))]),
        ]
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// Returns the text of a small file of /proc.
    private static func text(of path: String) -> String? {
        guard let bytes = try? DurableFiles.read(path, atMost: 4_096), !bytes.isEmpty else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static var openDescriptors: Double? {
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Less the two entries of every directory, and the descriptor that reads this one.
        return Double(count - 3)
    }
}
