import ArgumentParser
import Foundation
import RunningProcesses

/// Pushes and pops screens without end, and measures what a scene costs that was used so much.
struct Growth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures what a scene costs by how much it was used.",
        discussion: """
            One device pushes and pops, and says what it still needs as often as a client \
            does; with --away a second one makes a change, is not heard of for so many \
            pushes, and comes back to make another, and so on. All is brought within \
            minutes, so that nothing is ever forgotten for its age.

            Each line has the pushes until then, the daemon's memory, its processor \
            time for each change since the line before, the length and the time of a \
            first sync, and the bytes on disk; then, after a restart, the time until it \
            serves, the time of a first sync, and the memory.
            """)

    @Argument(help: "The daemon's binary.")
    var daemon: String

    @Option(help: "Pushes at the end.")
    var pushes = 100_000

    @Option(help: "Have a second device, which is away for so many pushes each time.")
    var away: Int?

    @Option(help: "Where to keep the data, while it runs.")
    var directory = FileManager.default.temporaryDirectory.path

    func run() async throws {
        let stage = try await Stage(daemon: daemon, in: directory, .unbounded)
        defer { stage.clear() }
        let user = try await onOwnThread { [stage, away] in
            try HeavyUser(stage.good, away: away)
        }
        printHead()
        var usage = try stage.daemon.usage()
        var done = 0
        for count in Self.counts(to: pushes) {
            try await onOwnThread { [done] in try user.use(times: count - done) }
            var line = Checkpoint(pushes: count)
            let now = try stage.daemon.usage()
            line.memory = now.memory
            line.change = (now.time - usage.time) / (2 * (count - done))
            line.sync = try await onOwnThread { try user.firstSync() }
            line.stored = try stage.daemon.stored()
            try await stage.daemon.stop()
            line.start = try await stage.daemon.start(.unbounded)
            line.syncAfterwards = try await onOwnThread {
                try user.comeBack()
                return try user.firstSync()
            }
            usage = try stage.daemon.usage()
            line.memoryAfterwards = usage.memory
            say(line)
            done = count
        }
        if let visitor = user.visitor {
            say("\(visitor.expired) of \(visitor.visits) visits brought a change that had expired")
        }
    }

    /// 1,000, 10,000, … and the end.
    private static func counts(to end: Int) -> [Int] {
        sequence(first: 1_000) { $0 * 10 }.prefix { $0 < end } + [end]
    }

    private func printHead() {
        say("                               first sync             restarted")
        say("  pushes     MiB  us/change    KiB      ms    disk    ms  sync ms   MiB")
    }

    /// The cost of a scene after so many pushes.
    private struct Checkpoint: CustomStringConvertible {
        let pushes: Int
        var memory = 0
        var change = Duration.zero
        var sync = (length: 0, time: Duration.zero)
        var stored = 0
        var start = Duration.zero
        var syncAfterwards = (length: 0, time: Duration.zero)
        var memoryAfterwards = 0

        init(pushes: Int) {
            self.pushes = pushes
        }

        var description: String {
            String(
                format: "%8d %7d %10.1f %6d %7.1f %7d %5.0f %8.1f %5d", pushes, memory >> 20,
                change / .microseconds(1), sync.length >> 10, sync.time / .milliseconds(1),
                stored >> 20, start / .milliseconds(1), syncAfterwards.time / .milliseconds(1),
                memoryAfterwards >> 20)
        }
    }
}
