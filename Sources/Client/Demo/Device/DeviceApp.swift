internal import ArgumentParser
internal import CommandLine
internal import FoundationEssentials
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire
internal import POSIX
internal import ZeroMQ

/// `navctl demo-device`: one device of the demo, started by it; not meant for people.
struct DemoDeviceCommand: AsyncParsableCommand {
    /// The name by which the demo starts it.
    static let name = "demo-device"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Run one device of the demo.", shouldDisplay: false)

    @Option(help: "The device's name")
    var name: String

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        var configuration = options.configuration
        configuration.deviceName = DeviceName(rawValue: name)
        try await DeviceApp.run(configuration)
    }
}

/// A small app with a mirror in it: performs the actions on its standard input, and reports its
/// state.
///
/// It ends when its standard input does.
final class DeviceApp: Sendable {
    private let mirror: SceneMirror
    private let tally = Locked(DeviceReport.Tally())
    private let news: AsyncStream<Void>
    private let newsContinuation: AsyncStream<Void>.Continuation

    private init(_ mirror: SceneMirror) {
        self.mirror = mirror
        (news, newsContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Runs the app until its standard input ends.
    static func run(_ configuration: ClientConfiguration) async throws {
        let client = try await NavigationClient(configuration)
        let app = DeviceApp(try await client.mirror())
        let following = Task { await app.follow() }
        let reporting = Task { await app.report() }
        await app.obey()
        following.cancel()
        await client.close()
        await following.value
        app.newsContinuation.finish()
        await reporting.value
    }

    /// Performs the actions, one after the other.
    private func obey() async {
        for await line in Self.inputLines() {
            do {
                let command = try JSONDecoder().decode(DeviceAction.self, from: Data(line.utf8))
                let change = try await mirror.perform(command.intent())
                tally.withLock { $0.made += change == nil ? 0 : 1 }
                if let change { Task { await awaitOutcome(of: change) } }
            } catch {
                tally.withLock { $0.failure = "\(line): \(error)" }
            }
            tally.withLock { $0.handled += 1 }
            newsContinuation.yield()
        }
    }

    private func awaitOutcome(of change: ChangeHandle) async {
        do {
            let receipt = try await change.outcome()
            tally.withLock { $0.outcomes["\(receipt.outcomes.mostSevere.kind)", default: 0] += 1 }
        } catch {
            guard error.code != .closed else { return }
            tally.withLock { $0.failure = error.message }
        }
        newsContinuation.yield()
    }

    private func follow() async {
        for await _ in mirror.updates { newsContinuation.yield() }
    }

    /// Sends reports one after the other, so that a later line is never older. The tally is read
    /// first: the mirror shows all that it counts.
    private func report() async {
        let encoder = JSONEncoder()
        let name = "standard output"
        guard let output = try? FileDescriptor(duplicating: STDOUT_FILENO, named: name) else {
            return
        }
        for await _ in news {
            let tally = tally.withLock { $0 }
            let report = DeviceReport(await mirror.current, tally)
            guard let line = try? encoder.encode(report) else { continue }
            do { try output.write(Array(line) + [0x0a]) } catch { return }
        }
    }

    private static func inputLines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        do {
            let input = try FileDescriptor(duplicating: STDIN_FILENO, named: "standard input")
            try startThread(named: "demo-input") {
                try? input.forEachLine { continuation.yield($0) }
                continuation.finish()
            }
        } catch {
            continuation.finish()
        }
        return lines
    }
}
