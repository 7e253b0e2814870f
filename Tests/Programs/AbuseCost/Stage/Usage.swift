import Foundation
import RunningProcesses

/// A process's share of the machine.
struct Usage: Sendable {
    /// Bytes of memory that it occupies.
    let memory: Int
    /// The most that it has occupied.
    let peak: Int
    /// The processor time that it has taken.
    let time: Duration

    /// Reads what the kernel knows of a process.
    init(of pid: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        // Behind the name in parentheses, which may have spaces in it.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard let memory = Self.bytes("VmRSS", in: status),
            let peak = Self.bytes("VmHWM", in: status), fields.count > 12,
            let user = Double(fields[11]), let system = Double(fields[12])
        else { throw NeverCame("no figures of a process") }
        (self.memory, self.peak) = (memory, peak)
        time = .seconds((user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    private static func bytes(_ name: String, in status: String) -> Int? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        let words = line?.split(whereSeparator: { " \t".contains($0) })
        return words.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 << 10 }
    }
}
