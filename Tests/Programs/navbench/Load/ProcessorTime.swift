import Foundation

/// The processor time that each thread of some processes has had.
struct ProcessorTime {
    /// Nanoseconds of each thread, by its id.
    let threads: [Int32: UInt64]

    /// Reads the scheduler's counters.
    init(of processes: [Int32]) {
        threads = processes.reduce(into: [:]) { threads, process in
            let tasks = "/proc/\(process)/task"
            for name in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
                guard let id = Int32(name) else { continue }
                threads[id] = Self.nanoseconds(of: "\(tasks)/\(name)")
            }
        }
    }

    /// Returns the nanoseconds since an earlier reading: of all threads, and of the one with the most.
    func since(_ earlier: ProcessorTime) -> (all: UInt64, busiest: UInt64) {
        let used = threads.map { id, now in now - min(now, earlier.threads[id] ?? 0) }
        return (used.reduce(0, +), used.max() ?? 0)
    }

    private static func nanoseconds(of task: String) -> UInt64? {
        if let text = try? String(contentsOfFile: task + "/schedstat", encoding: .utf8) {
            return text.split(separator: " ").first.flatMap { UInt64($0) }
        }
        // A kernel without the counters has ticks, which are a hundredth of a second as a rule.
        guard let text = try? String(contentsOfFile: task + "/stat", encoding: .utf8) else {
            return nil
        }
        return ticks(in: text).map { $0 * 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK))) }
    }

    /// Returns the ticks in user and kernel mode that `/proc/PID/stat` has.
    static func ticks(in stat: String) -> UInt64? {
        // Behind the name in parentheses, which may have spaces and parentheses in it.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12])
        else { return nil }
        return user + system
    }
}
