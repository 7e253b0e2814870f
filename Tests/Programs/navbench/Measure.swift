import ArgumentParser
import Foundation
import RunningProcesses

/// Starts the servers, and has each of them do every work in turns, so that what else happens on the
/// machine falls on all.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure (the default).",
        discussion: """
            The figures are the best of all rounds, and their median in parentheses;
            "x CPU" is the median of the ratios of processor time to the least server,
            each of one round. Times are in microseconds; "CPU" is of the whole server,
            "thread" of its busiest thread, for each change (for each delivery to many
            mirrors). Rows marked "client" are bound by the clients.

            Believe ratios, not absolute figures, and none from a machine that has
            something else to do. Redis is measured where it is installed.
            """)

    @Option(help: "The daemon. Default: beside this program, or that of the packages.")
    var daemon: String?

    @Option(help: "A PostgreSQL database for the daemon, instead of its embedded one.")
    var store: String?

    @Option(
        help: """
            Daemons on that database, with one device at each, which has so many changes
            outstanding; only with --store, --only durable and --transport ipc.
            """)
    var daemons = 1

    @Flag(help: "The most important figures, within a minute.")
    var quick = false

    @Option(help: "Only these: durable, steps, devices, scenes, fanout or catchup.")
    var only: [Cell.Kind] = []

    @Option(help: "Only this transport: ipc or curve.")
    var transport: [Transport] = []

    @Flag(help: "Leave Redis out where it is installed.")
    var withoutRedis = false

    @Option(help: "How many changes are outstanding, devices, scenes or mirrors there are.")
    var number: [Int] = []

    @Option(help: "Turns of each server in each cell (default: 5; with --quick, 3).")
    var rounds: Int?

    @Option(help: "The length of a turn, in seconds (default: 1.5; with --quick, 0.5).")
    var seconds: Double?

    @Option(help: "Print tables or json.")
    var output = OutputForm.table

    @Option(help: "A directory on the disk to measure; short, as it holds sockets.")
    var directory = "/tmp"

    /// The forms of the result.
    enum OutputForm: String, ExpressibleByArgument {
        case table, json
    }

    func validate() throws {
        guard rounds ?? 1 > 0, seconds ?? 1 > 0, number.allSatisfy({ (1...10_000).contains($0) })
        else { throw ValidationError("--rounds, --seconds and --number: positive, to 10,000") }
        guard 1...16 ~= daemons else { throw ValidationError("--daemons: 1 to 16") }
        guard daemons == 1 || store != nil && only == [.durable] && transport == [.ipc] else {
            throw ValidationError(
                "--daemons needs --store, --only durable and --transport ipc")
        }
    }

    func run() async throws {
        let cells = plan
        guard !cells.isEmpty else { throw ValidationError("nothing to measure is left") }
        guard cells.allSatisfy({ $0.kind != .steps || $0.number <= Cell.mostSteps }) else {
            throw ValidationError("--only steps: --number, to \(Cell.mostSteps)")
        }
        let binary = try daemon ?? Self.findDaemon()
        let stage = try await Stage(
            daemon: binary, store: store, daemons: daemons,
            redis: withoutRedis ? nil : Redis.binary, in: directory,
            transports: Set(cells.map(\.transport)))
        defer { stage.clear() }
        if !withoutRedis, Redis.binary == nil {
            Progress.report("Redis is not installed, and left out")
        }
        let interrupts = stage.clearOnSignals()
        defer { interrupts.forEach { $0.cancel() } }
        let date = Date().formatted(.iso8601)
        let time = seconds ?? (quick ? 0.5 : 1.5)
        var rows: [Row] = []
        for (index, cell) in cells.enumerated() {
            Progress.report(
                "\(index + 1)/\(cells.count) \(cell.kind), \(cell.transport): \(cell.title)")
            rows += try stage.measure(cell, rounds: rounds ?? (quick ? 3 : 5), seconds: time)
        }
        let version = try await Self.version(of: binary)
        switch output {
        case .table:
            print("\(version), \(date), \(ProcessInfo.processInfo.activeProcessorCount) processors")
            Tables(rows: rows, base: Stage.base).lines.forEach { print($0) }
        case .json:
            let report = Report(
                date: date, daemon: version,
                processors: ProcessInfo.processInfo.activeProcessorCount, seconds: time,
                rows: Report.summaries(of: rows, base: Stage.base))
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(report), as: UTF8.self))
        }
    }

    /// The cells that the options leave, in the order of measuring.
    private var plan: [Cell] {
        let all = quick ? Self.quickPlan : Self.wholePlan
        let kinds = only.isEmpty ? Set(all.map(\.kind)) : Set(only)
        let transports = transport.isEmpty ? Set(Transport.allCases) : Set(transport)
        // A named cell is measured by either plan.
        let named = only.isEmpty && transport.isEmpty && number.isEmpty ? all : Self.wholePlan
        let cells = named.filter { kinds.contains($0.kind) && transports.contains($0.transport) }
        guard !number.isEmpty else { return cells }
        let places = cells.map { Cell(kind: $0.kind, transport: $0.transport, number: 0) }
        return Set(places).sorted { "\($0)" < "\($1)" }.flatMap { place in
            number.map { Cell(kind: place.kind, transport: place.transport, number: $0) }
        }
    }

    private static let wholePlan: [Cell] =
        Transport.allCases.flatMap { transport in
            [128, 16, 1].map { Cell(kind: .durable, transport: transport, number: $0) }
        }
        + [Cell(kind: .steps, transport: .ipc, number: 128)]
        + [1, 2, 4, 8, 16, 32].map { Cell(kind: .devices, transport: .ipc, number: $0) }
        + [1, 100, 10_000].map { Cell(kind: .scenes, transport: .ipc, number: $0) }
        + Transport.allCases.flatMap { transport in
            [10, 100].map { Cell(kind: .fanout, transport: transport, number: $0) }
                + [Cell(kind: .catchup, transport: transport, number: 10_000)]
        }

    private static let quickPlan: [Cell] =
        [128, 16, 1].map { Cell(kind: .durable, transport: .ipc, number: $0) } + [
            Cell(kind: .durable, transport: .curve, number: 128),
            Cell(kind: .devices, transport: .ipc, number: 4),
            Cell(kind: .catchup, transport: .ipc, number: 10_000),
        ]

    private static func findDaemon() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = own.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let candidates = [
            folder + "/navsyncd", ".build/release-static/release/navsyncd",
            ".build/release/navsyncd",
        ]
        // Beside a debug build there is a daemon that nobody runs.
        let found = candidates.filter { !$0.contains("/debug/") }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else {
            throw ValidationError(
                """
                no release build of navsyncd: name one with --daemon, or make one here with \
                'swift build -c release --product navsyncd'
                """)
        }
        return found
    }

    private static func version(of binary: String) async throws -> String {
        let process = try RunningProcess(binary, ["--version"], environment: [:])
        let output = try await process.end().output
        return "navsyncd " + (output.lines.first ?? "").replacing("navsyncd ", with: "")
    }
}

extension Cell.Kind: ExpressibleByArgument {}
extension Transport: ExpressibleByArgument {}

/// Messages on standard error.
enum Progress {
    /// Writes a line.
    static func report(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
