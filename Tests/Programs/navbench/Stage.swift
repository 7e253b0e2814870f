import Dispatch
import Foundation

/// The servers while they run, each with what it needs on disk in one directory.
final class Stage {
    /// The name of the server that the others are compared with.
    static let base = "least server"

    private let directory: String
    private var servers: [Transport: [any Server]] = [:]

    /// Starts the servers that the transports need.
    init(
        daemon binary: String, store: String?, daemons: Int = 1, redis: String?,
        in parent: String, transports: Set<Transport>
    ) async throws {
        // Short, because a socket's path holds 107 bytes.
        directory = parent + "/navbench-" + String(UInt32.random(in: .min ... .max), radix: 36)
        do {
            try await start(binary, store, daemons, redis, transports)
        } catch {
            clear()
            throw error
        }
    }

    private func start(
        _ binary: String, _ store: String?, _ daemons: Int, _ redis: String?,
        _ transports: Set<Transport>
    ) async throws {
        for folder in ["", "/daemon", "/ipc", "/curve", "/redis"] {
            try FileManager.default.createDirectory(
                atPath: directory + folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let context = try RawContext()
        if let store, daemons > 1 {
            servers[.ipc] = [
                try await Least(.ipc, in: "\(directory)/ipc", context: context),
                try await Fleet.start(
                    daemons, of: binary, store: store, in: "\(directory)/daemon", context: context),
            ]
            return
        }
        let daemon = try await Daemon(
            binary, store: store, in: directory + "/daemon", context: context)
        for transport in transports {
            let folder = "\(directory)/\(transport.rawValue)"
            servers[transport] = [
                try await Least(transport, in: folder, context: context),
                Navsync(daemon, transport),
            ]
        }
        if let redis, transports.contains(.ipc) {
            servers[.ipc]?.append(try await Redis(redis, in: directory + "/redis"))
        }
    }

    /// Ends the servers, and removes the directory.
    func clear() {
        let processes = servers.values.joined().flatMap(\.processes)
        for server in servers.values.joined() { server.end() }
        for _ in 0..<300 where processes.contains(where: { kill($0, 0) == 0 }) { usleep(10_000) }
        // A server that did not end is killed.
        servers = [:]
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Leaves nothing behind when the program is ended from outside.
    func clearOnSignals() -> [any DispatchSourceSignal] {
        let processes = servers.values.joined().flatMap(\.processes)
        let directory = directory
        return [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                for process in processes { kill(process, SIGTERM) }
                try? FileManager.default.removeItem(atPath: directory)
                _exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    /// Measures a cell in turns: each server once a round, another one first each time.
    func measure(_ cell: Cell, rounds: Int, seconds: Double) throws -> [Row] {
        let servers = servers[cell.transport] ?? []
        var rows = servers.map { Row(cell: cell, server: $0.name) }
        for round in 0..<rounds {
            for turn in servers.indices {
                let index = (round + turn) % servers.count
                rest(servers[index].processes)
                do {
                    rows[index].rounds.append(try measure(cell, of: servers[index], seconds))
                } catch {
                    throw Fault("\(servers[index].name), \(cell.title): \(error)")
                }
                rest(servers[index].processes)
            }
        }
        return rows
    }

    private func measure(
        _ cell: Cell, of server: any Server, _ seconds: Double
    ) throws -> [Metric: Double] {
        try server.begin()
        return try cell.kind == .catchup ? catchUp(server, cell) : load(server, cell, seconds)
    }

    /// Waits until a server has nothing left to do, so that it burdens no other.
    private func rest(_ processes: [Int32]) {
        let pause: UInt64 = 20_000_000
        for _ in 0..<100 {
            let before = ProcessorTime(of: processes)
            usleep(UInt32(pause / 1000))
            if ProcessorTime(of: processes).since(before).all < pause / 50 { return }
        }
    }

    /// The time that each slice runs before it counts.
    private static let warming = Duration.milliseconds(200)

    private func load(
        _ server: any Server, _ cell: Cell, _ seconds: Double
    ) throws -> [Metric: Double] {
        let isFleet = server.parts > 1
        let targets = isFleet ? (0..<server.parts).map { Target(user: $0) } : cell.targets
        let writers = try targets.map { try server.makeWriter(to: $0) }
        let polite = cell.kind == .devices ? try server.makeWriter(to: Target()) : nil
        // A mirror follows one daemon, and has no changes of the others.
        let mirrors = try (0..<(isFleet ? 0 : cell.mirrors)).map { _ in try server.makeMirror() }
        let load = Load(
            writers, polite: polite, mirrors: mirrors,
            outstanding: cell.isOfOutstanding ? cell.number * server.parts : Cell.outstanding)
        let samples = try load.run(
            warming: Self.warming, for: .seconds(seconds), processes: server.processes)
        return figures(samples, per: cell.kind == .fanout ? samples.deliveries : samples.changes)
    }

    private func figures(_ samples: LoadSamples, per count: Int) -> [Metric: Double] {
        let micros = 1 / 1e3 / Double(max(1, count))
        var figures: [Metric: Double] = [
            .rate: Double(samples.changes) / samples.seconds,
            .deliveries: Double(samples.deliveries) / samples.seconds,
            .processorTime: Double(samples.server.all) * micros,
            .busiestThread: Double(samples.server.busiest) * micros,
            .client: Double(samples.client.busiest) / 1e9 / samples.seconds,
        ]
        let quantiles: [(Metric, Double, [UInt64])] = [
            (.receiptMedian, 0.5, samples.acknowledged), (.receiptLate, 0.99, samples.acknowledged),
            (.mirrorMedian, 0.5, samples.mirrored), (.mirrorLate, 0.99, samples.mirrored),
        ]
        for (metric, share, samples) in quantiles {
            figures[metric] = Quantile.value(share, of: samples).map { Double($0) / 1e3 }
        }
        return figures
    }

    /// Times that the missed changes are fetched in a turn.
    private static let fetches = 5

    private func catchUp(_ server: any Server, _ cell: Cell) throws -> [Metric: Double] {
        let writer = try server.makeWriter(to: Target())
        let load = Load([writer], mirrors: [], outstanding: Cell.outstanding)
        try load.submit(cell.number)
        rest(server.processes)
        let latecomer = try server.makeLatecomer()
        let before = ProcessorTime(of: server.processes)
        let times = try (0..<Self.fetches).map { _ in
            let start = nanoseconds()
            try latecomer.fetch(cell.number)
            return Double(nanoseconds() - start) / 1e6
        }
        let used = ProcessorTime(of: server.processes).since(before)
        let micros = 1 / 1e3 / Double(cell.number * Self.fetches)
        return [
            .fetch: Quantile.median(times) ?? 0, .processorTime: Double(used.all) * micros,
            .busiestThread: Double(used.busiest) * micros,
        ]
    }
}
