import Foundation
import NavigationClient
import NavigationModel
import NavigationWire
import Synchronization

/// A device for the fault campaigns to kill and to cut off (see `.ci/faults`): a process with a mirror,
/// which changes the scene, several changes at a time, and writes down the outcome of each.
///
///     FaultDevice DIRECTORY NAME CHANGES [ENDPOINT]
///
/// Its standard input says `go`, `stop` and `report`; it ends with it. On its standard output is a
/// ``Line`` for each change that is in the outbox, one for what became of it, and one for each report.
@main
final class FaultDevice: Sendable {
    private let name: String
    private let mirror: SceneMirror
    private let state = Mutex(State())

    private struct State {
        var isStopped = true
        var working = 0
        var number = 0
        var epoch = Epoch.none
        var reached: Revision?
        var isGapless = true
    }

    private init(_ name: String, _ mirror: SceneMirror) {
        self.name = name
        self.mirror = mirror
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let workers = Int(arguments[3]) else { exit(2) }
        let configuration = ClientConfiguration(
            endpoint: arguments.dropFirst(4).first, deviceDirectory: arguments[1],
            deviceName: DeviceName(rawValue: arguments[2]))
        let client = try await retried { @Sendable () async throws(NavigationClientError) in
            try await NavigationClient(configuration)
        }
        let mirror = try await retried { @Sendable () async throws(NavigationClientError) in
            try await client.mirror()
        }
        let device = FaultDevice(arguments[2], mirror)
        Task { await device.follow() }
        for await order in orders() {
            switch order {
            case "go": device.start(workers)
            case "stop": device.state.withLock { $0.isStopped = true }
            default: Line(report: await device.report()).write()
            }
        }
        await client.close()
    }

    /// Tries until it succeeds: a device may start for the first time on a full disk, and disks become free.
    private static func retried<Value: Sendable>(
        _ body: @Sendable () async throws(NavigationClientError) -> Value
    ) async throws -> Value {
        while true {
            do throws(NavigationClientError) {
                return try await body()
            } catch {
                Line(trouble: .init(tag: "start", message: error.message)).write()
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func start(_ workers: Int) {
        state.withLock { state in
            state.isStopped = false
            state.working += workers
        }
        for _ in 0..<workers {
            Task {
                await work()
                state.withLock { $0.working -= 1 }
            }
        }
    }

    /// Makes one change after the other until it is stopped.
    private func work() async {
        while let number = nextNumber() {
            let kind = FaultChange(number)
            // The time makes it unlike those of the processes that were this device before.
            let tag = "fault://\(name)/\(ProcessInfo.processInfo.processIdentifier)/\(number)"
            do {
                guard
                    let change = try await mirror.perform(
                        kind.intent(tag), requiredRevision: kind == .refused ? Self.past : nil)
                else { continue }
                Line(kept: .init(tag: tag, sequence: change.sequence.rawValue, kind: kind)).write()
                await writeOutcome(of: change, tag)
            } catch {
                Line(trouble: .init(tag: tag, message: error.message)).write()
                // A device whose directory is damaged or full: no use in trying as fast as it goes.
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private func writeOutcome(of change: ChangeHandle, _ tag: String) async {
        do throws(NavigationClientError) {
            let receipt = try await change.outcome()
            Line(
                told: .init(
                    tag: tag, sequence: receipt.sequence.rawValue,
                    revision: receipt.revision?.rawValue,
                    outcome: "\(receipt.outcomes.mostSevere.kind)")
            ).write()
        } catch {
            // Else it waits in the outbox for the next process of this device.
            guard error.code != .closed else { return }
            Line(refused: .init(tag: tag, message: error.message)).write()
        }
    }

    /// A revision that the scene has left behind before any device changes it.
    private static let past = Revision(rawValue: 1)

    private func nextNumber() -> Int? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            state.number += 1
            return state.number
        }
    }

    /// Checks that every revision is shown once and in order, or is skipped and reported as such.
    private func follow() async {
        for await update in mirror.updates {
            state.withLock { state in
                if update.isReset {
                    let isForward = state.reached.map { $0 <= update.revision } ?? true
                    state.isGapless = state.isGapless && (isForward || update.epoch != state.epoch)
                    state.reached = update.revision
                }
                for commit in update.commits {
                    state.isGapless = state.isGapless && commit.revision == state.reached?.next
                    state.reached = commit.revision
                }
                state.epoch = update.epoch
            }
        }
    }

    private func report() async -> Line.Report {
        let update = await mirror.current
        return state.withLock { state in
            Line.Report(
                epoch: "\(update.epoch)", revision: update.revision.rawValue,
                digest: update.state.recomputedDigest.description, pending: update.pendingCount,
                status: "\(update.status)", working: state.working, gapless: state.isGapless,
                problem: update.error?.message)
        }
    }

    private static func orders() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }
}

/// A kind of change that the device makes. Few screens stay: what a change costs grows with them.
private enum FaultChange: String, Encodable {
    case push, pop, popToRoot, add
    /// One that insists on a revision that has gone by.
    case refused

    init(_ number: Int) {
        self =
            switch number % 32 {
            case 3, 11, 19, 27: .push
            case 7, 23: .pop
            case 15: .refused
            case 31: .popToRoot
            default: .add
            }
    }

    func intent(_ tag: String) -> Intent {
        switch self {
        case .push: .push(ScreenDescription(route: tag), onto: "stack")
        case .pop: .pop(from: "stack")
        case .popToRoot: .popToRoot(of: "stack")
        case .add, .refused: .addToBadge("count", 1)
        }
    }
}

/// A line of the device's standard output: one of its members.
private struct Line: Encodable {
    struct Kept: Encodable {
        var tag: String
        var sequence: UInt64
        var kind: FaultChange
    }
    struct Acknowledged: Encodable {
        var tag: String
        var sequence: UInt64
        var revision: UInt64?
        var outcome: String
    }
    struct Failure: Encodable {
        var tag: String
        var message: String
    }
    struct Report: Encodable {
        var epoch: String
        var revision: UInt64
        var digest: String
        var pending: Int
        var status: String
        var working: Int
        var gapless: Bool
        var problem: String?
    }

    /// A change that is in the outbox.
    var kept: Kept?
    /// A change that the daemon has acknowledged.
    var told: Acknowledged?
    /// A change that the daemon will never take.
    var refused: Failure?
    /// A change that could not be made.
    var trouble: Failure?
    /// The mirror as it is.
    var report: Report?

    /// Writes it past all buffers: what is written has happened.
    func write() {
        guard let bytes = try? JSONEncoder().encode(self) else { return }
        let line = Array(bytes) + [UInt8(ascii: "\n")]
        _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
    }
}
