import ArgumentParser
import Foundation
import NavigationModel
import RunningProcesses

/// Has thousands of devices come at once to a daemon that has just started, while another one makes
/// changes.
struct Return: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures what it costs when all devices come back at once.",
        discussion: """
            Each user has a hundred devices, with keys of their own, over tcp. They come \
            twice: first all are new; then the daemon is stopped, each scene gets further \
            commits, and it is started again. Each time the changes of one device of \
            another user are measured, before or after they come and while they do.

            The devices are other processes of a low priority, since in the world they \
            have machines of their own; they come as fast as those get on. With --plain \
            they do nothing with what they get, and most of the machine is the \
            daemon's. Run it with 'chrt -r 20'. Each needs eight descriptors, and the \
            daemon one for each connection.

            EXIT CODES:
              0 all were served, and no p99 was more than doubled
              1 some were not, or one was
            """)

    @Argument(help: "The daemon's binary.")
    var daemon: String

    @Option(help: "The devices.")
    var devices = 10_000

    @Option(help: "So many of them follow the feed, too; the others sync and stay connected.")
    var following = 5_000

    @Flag(help: "Have devices that do nothing with what they get.")
    var plain = false

    @Option(help: "So many of the plain ones come at once, others as soon as one is served.")
    var window = 1_000_000

    @Option(help: "The devices of one user.")
    var account = 100

    @Option(help: "Commits of each scene that they miss before they come back.")
    var missed = 100

    @Option(help: "Changes a second of the device that is measured.")
    var rate = 200.0

    @Option(help: "How long they may take, in seconds.")
    var timeout = 300

    @Option(help: "Where to keep the data, while it runs.")
    var directory = FileManager.default.temporaryDirectory.path

    /// Devices in one process.
    private var atOnce: Int { plain ? 1_000 : 200 }

    func run() async throws {
        let stage = try await Stage(daemon: daemon, in: directory, .unbounded)
        defer { stage.clear() }
        let users = (0..<max(1, devices / account)).map { UserID(unchecked: "user\($0)") }
        let casts = try await onOwnThread { [stage, devices] in
            try Self.pair(devices, of: users, by: stage.daemon)
        }
        try await stage.daemon.stop()
        try await stage.daemon.start(.open)

        let alone = try await onOwnThread { [stage, rate] in
            try GoodDevice(stage.good, rate: rate).changes(for: .seconds(20))
        }
        say("changes alone: \(alone.text)")
        let back = "\(stage.daemon.directory)/back"
        let crowd = try stride(from: 0, to: casts.count, by: atOnce).map { start in
            let part = Array(casts[start..<min(start + atOnce, casts.count)])
            let share = part.count * following / casts.count
            let arguments = ["mirrors", "--following", "\(share)", "--again", back]
            let processes = (casts.count + atOnce - 1) / atOnce
            let ways = ["--plain", "--window", "\(max(1, window / processes))"]
            return try RunningProcess(
                own: arguments + (plain ? ways : []), for: part,
                in: stage.daemon.directory)
        }
        var isGood = try await follow(crowd, "\(devices) that are new", stage, alone)

        try await stage.daemon.stop()
        try await stage.daemon.start(.local)
        try await onOwnThread { [stage, missed] in
            try Self.write(missed, to: users, by: stage.daemon)
        }
        try await stage.daemon.stop()
        _ = FileManager.default.createFile(atPath: back, contents: nil)
        while crowd.map(Self.count(of:)).reduce(MirrorCount(), +).complete > 0 {
            try await Task.sleep(for: .milliseconds(100))
        }
        try await stage.daemon.start(.open)
        isGood = try await follow(crowd, "\(devices) that are back", stage, alone) && isGood
        for process in crowd { try await process.kill() }
        guard isGood else { throw ExitCode(1) }
    }

    /// Pairs devices, and gives each user's scene a tab with some screens.
    private static func pair(
        _ devices: Int, of users: [UserID], by daemon: StagedDaemon
    ) throws -> [Cast] {
        let administrator = try Administrator(of: daemon)
        var casts: [Cast] = []
        for (number, user) in users.enumerated() {
            let desk = try administrator.speak(for: user)
            let end = (number + 1) * devices / users.count
            while casts.count < end { casts.append(try administrator.pair(of: user)) }
            let scribe = try Scribe(administrator.line, as: desk)
            try scribe.submit([.declareTab("tab", at: .between(nil, nil), attributes: [])])
            for _ in 0..<50 { try scribe.push(onto: "tab", payload: []) }
        }
        return casts
    }

    /// Gives each user's scene so many further commits.
    private static func write(
        _ count: Int, to users: [UserID], by daemon: StagedDaemon
    ) throws {
        let administrator = try Administrator(of: daemon)
        for user in users {
            let scribe = try Scribe(administrator.line, as: administrator.speak(for: user))
            for _ in 0..<count { try scribe.push(onto: "tab", payload: []) }
        }
    }

    /// Follows a crowd until all of it is served, and prints what that cost; returns a Boolean value
    /// indicating whether it was, and whoever made changes meanwhile did not wait too long.
    private func follow(
        _ crowd: [RunningProcess], _ name: String, _ stage: Stage, _ alone: Latencies
    ) async throws -> Bool {
        let device = try await onOwnThread { [stage, rate] in
            try GoodDevice(stage.good, rate: rate)
        }
        let start = ContinuousClock.now
        let spent = try Self.time(of: crowd)
        var latencies = Latencies()
        var count = MirrorCount()
        var half: Duration?
        var most = 0
        while count.complete < devices, ContinuousClock.now - start < .seconds(timeout) {
            latencies += try await onOwnThread { try device.changes(for: .seconds(1)) }
            let former = count.connected
            count = crowd.map(Self.count(of:)).reduce(MirrorCount(), +)
            most = max(most, count.connected - former)
            if half == nil, 2 * count.complete >= devices { half = ContinuousClock.now - start }
        }
        let time = ContinuousClock.now - start
        let usage = try stage.daemon.usage()
        let theirs = try Self.time(of: crowd) - spent
        let after = try await onOwnThread {
            try (0..<5).reduce(into: Latencies()) { sum, _ in
                sum += try device.changes(for: .seconds(1))
            }
        }
        let ratio = latencies.replies.percentile(99) / alone.replies.percentile(99)
        say(
            """
            \(name): \(count.complete) served after \(Int(time / .seconds(1))) s, half after \
            \(Int((half ?? time) / .seconds(1))), at most \(most) a second; \
            \(count.setbacks) setbacks, \(count.diverged) diverged
              changes meanwhile: \(latencies.text), ratio of the p99 \(ratio.hundredths)
              changes afterwards: \(after.text)
              daemon: \(Int(usage.time / .milliseconds(1))) ms of the processor since its start, \
            most \(usage.peak >> 20) MiB
              devices: \(Int(theirs / .milliseconds(1))) ms of the processor
            """)
        for prefix in ["syncs", "requests_refused", "connections_refused"] {
            let metrics = try await onOwnThread { [stage] in
                try stage.daemon.metrics("navsync_\(prefix)_total")
            }
            for (name, value) in metrics.sorted(by: { $0.key < $1.key }) {
                say("  \(name) \(Int(value))")
            }
        }
        return count.complete == devices && count.diverged == 0 && ratio <= Row.bound
    }

    private static func time(of crowd: [RunningProcess]) throws -> Duration {
        try crowd.reduce(.zero) { try $0 + Usage(of: $1.pid).time }
    }

    private static func count(of process: RunningProcess) -> MirrorCount {
        process.transcript.output.lines.last.flatMap(MirrorCount.init(line:)) ?? MirrorCount()
    }
}
