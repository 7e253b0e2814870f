import ArgumentParser
import Foundation
import RunningProcesses

/// Starts a daemon, and measures one device's changes in turns: alone, abused, alone, and so on, so
/// that what else happens on the machine falls on both.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a daemon and measures.",
        discussion: """
            The daemon, and the good device, run as this command was started; those who
            abuse are other processes of the lowest priority, since in the world they
            have machines of their own. Run it with 'chrt -r 20' on a machine that has
            something else to do.

            EXIT CODES:
              0 no p99 was more than doubled, and the memory came back
              1 one was, or it did not, or it could not be measured
            """)

    @Argument(help: "The daemon's binary.")
    var daemon: String

    @Option(help: "Only these abuses.")
    var only: [Abuse] = []

    @Option(
        help: """
            How often each abuse has its turn: with fewer, what else happened in a turn \
            decides more than the abuse does.
            """)
    var rounds = 10

    @Option(help: "How long a turn lasts, in seconds.")
    var seconds = 3.0

    @Option(help: "Changes a second of the good device.")
    var rate = 200.0

    @Option(help: "How long to wait at the end until the memory is measured, in seconds.")
    var rest = 600

    @Option(help: "Where to keep the data, while it runs.")
    var directory = FileManager.default.temporaryDirectory.path

    func run() async throws {
        let stage = try await Stage(daemon: daemon, in: directory, .open)
        defer { stage.clear() }
        let abuses = only.isEmpty ? Abuse.allCases : only
        let length = abuses.map(\.storeLength).max() ?? 0
        let device = try await onOwnThread { [stage, rate] in
            try stage.fill(length)
            return try GoodDevice(stage.good, rate: rate)
        }
        say(Row.head)
        var isGood = true
        // Its memory once it is warm.
        _ = try await onOwnThread { [seconds] in try device.changes(for: .seconds(seconds)) }
        let before = try memory(of: stage)
        say("\(before) MiB, with \(try stage.daemon.stored() >> 20) MiB on disk")
        for abuse in abuses {
            let row = try await measure(abuse, of: device, on: stage)
            say(row)
            isGood = isGood && row.isGood
        }
        let after = try await settle(stage)
        guard isGood, after <= before + Self.allowance else { throw ExitCode(1) }
    }

    /// MiB that the daemon may have more than before: of what it keeps of the devices' scenes, and what
    /// the allocator may have free.
    private static let allowance = 64

    private func memory(of stage: Stage) throws -> Int { try stage.daemon.usage().memory >> 20 }

    /// Waits for the set time, and prints the memory each minute; returns the last.
    private func settle(_ stage: Stage) async throws -> Int {
        say("\(try memory(of: stage)) MiB at the end, most \(try stage.daemon.usage().peak >> 20)")
        var rested = 0
        while rested < rest {
            let pause = min(60, rest - rested)
            try await Task.sleep(for: .seconds(pause))
            rested += pause
            say("\(try memory(of: stage)) MiB \(rested) seconds later")
        }
        return try memory(of: stage)
    }

    private func measure(
        _ abuse: Abuse, of device: GoodDevice, on stage: Stage
    ) async throws -> Row {
        var row = Row(abuse: abuse)
        let time = Duration.seconds(seconds)
        // What starts or ends at the edge of a turn belongs to neither.
        let settling = Duration.milliseconds(300)
        for _ in 0..<rounds {
            row.alone += try await onOwnThread {
                _ = try device.changes(for: settling)
                return try device.changes(for: time)
            }
            let abuser = try stage.start(abuse)
            let start = try await count(of: abuser, after: -1)
            row.abused += try await onOwnThread {
                _ = try device.changes(for: settling)
                return try device.changes(for: time)
            }
            row.count += try await count(of: abuser, after: start) - start
            row.time += time + settling
            try await abuser.kill()
        }
        row.memory = try stage.daemon.usage().memory
        return row
    }

    /// Returns an abuser's count of attempts by now, from the last line of its output.
    private func count(of abuser: RunningProcess, after last: Int) async throws -> Int {
        try await abuser.wait(for: "an abuser that is at it") { transcript in
            guard let line = transcript.output.lines.last, let count = Int(line), count > last
            else { return nil }
            return count
        }
    }
}
