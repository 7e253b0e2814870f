import Foundation
import NavigationClient
import NavigationModel
import NavigationWire
import Synchronization

/// A device for the fault campaigns to kill and to cut off (see `.ci/faults`): a process with a mirror,
/// which changes the scene, several changes at a time, and writes down the outcome of each.
///
///     FaultDevice DIRECTORY NAME CHANGES [ENDPOINT]
///     FaultDevice --crew FILE PAUSE
///
/// A crew is many devices in one process, for tests with many users: a line of the file is the directory of a
/// device that is paired and its name. Each makes one change at a time, and pauses between two for the given
/// number of milliseconds on average.
///
/// Its standard input says `go`, `stop` and `report`; it ends with it. On its standard output is a
/// ``Line`` for each change that is in the outbox, one for what became of it, and one for each report.
@main
final class FaultDevice: Sendable {
    private let name: String
    private let mirror: SceneMirror
    /// Milliseconds between two changes on average; `nil` for none, and no name in its lines.
    private let pause: Double?
    private let state = Mutex(State())

    private struct State {
        var isStopped = true
        var working = 0
        var number = 0
        var epoch = Epoch.none
        var reached: Revision?
        var isGapless = true
    }

    private init(_ name: String, _ mirror: SceneMirror, pause: Double?) {
        self.name = name
        self.mirror = mirror
        self.pause = pause
    }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3 else { exit(2) }
        if arguments[0] == "--crew" {
            guard let pause = Double(arguments[2]) else { exit(2) }
            let file = try String(contentsOfFile: arguments[1], encoding: .utf8)
            let devices = file.split(separator: "\n").map {
                $0.split(separator: " ").map(String.init)
            }
            guard devices.allSatisfy({ $0.count == 2 }) else { exit(2) }
            try await run(
                devices.map {
                    ClientConfiguration(
                        deviceDirectory: $0[0], deviceName: DeviceName(rawValue: $0[1]))
                },
                names: devices.map { $0[1] }, workers: 1, pause: pause)
        } else {
            guard let workers = Int(arguments[2]) else { exit(2) }
            let configuration = ClientConfiguration(
                endpoint: arguments.dropFirst(3).first, deviceDirectory: arguments[0],
                deviceName: DeviceName(rawValue: arguments[1]))
            try await run([configuration], names: [arguments[1]], workers: workers, pause: nil)
        }
    }

    /// Does for each of the devices as the orders say, until there are none.
    private static func run(
        _ configurations: [ClientConfiguration], names: [String], workers: Int, pause: Double?
    ) async throws {
        var clients: [NavigationClient] = []
        var devices: [FaultDevice] = []
        for (configuration, name) in zip(configurations, names) {
            let client = try await retried { @Sendable () async throws(NavigationClientError) in
                try await NavigationClient(configuration)
            }
            let mirror = try await retried { @Sendable () async throws(NavigationClientError) in
                try await client.mirror()
            }
            let device = FaultDevice(name, mirror, pause: pause)
            Task { await device.follow() }
            clients.append(client)
            devices.append(device)
        }
        for await order in orders() {
            for device in devices {
                switch order {
                case "go": device.start(workers)
                case "stop": device.state.withLock { $0.isStopped = true }
                default: device.write(Line(report: await device.report()))
                }
            }
        }
        for client in clients { await client.close() }
    }

    /// Writes a line, with the name of the device where there are several.
    private func write(_ line: Line) {
        var line = line
        if pause != nil { line.device = name }
        line.write()
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
            if let pause { try? await Task.sleep(for: .milliseconds(.random(in: 0...2 * pause))) }
            let kind = FaultChange(number)
            // The time makes it unlike those of the processes that were this device before.
            let tag = "fault://\(name)/\(ProcessInfo.processInfo.processIdentifier)/\(number)"
            do {
                guard
                    let change = try await mirror.perform(
                        kind.intent(tag), requiredRevision: kind == .refused ? Self.past : nil)
                else { continue }
                write(Line(kept: .init(tag: tag, sequence: change.sequence.rawValue, kind: kind)))
                await writeOutcome(of: change, tag)
            } catch {
                write(Line(trouble: .init(tag: tag, message: error.message)))
                // A device whose directory is damaged or full: no use in trying as fast as it goes.
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private func writeOutcome(of change: ChangeHandle, _ tag: String) async {
        do throws(NavigationClientError) {
            let receipt = try await change.outcome()
            write(
                Line(
                    told: .init(
                        tag: tag, sequence: receipt.sequence.rawValue,
                        revision: receipt.revision?.rawValue,
                        outcome: "\(receipt.outcomes.mostSevere.kind)")))
        } catch {
            // Else it waits in the outbox for the next process of this device.
            guard error.code != .closed else { return }
            write(Line(refused: .init(tag: tag, message: error.message)))
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

    /// The name of the device, in a crew.
    var device: String?
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
