internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationJSON
internal import NavigationText
internal import NavigationWire

/// `navctl cluster`
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Show and drain the nodes of a fleet.",
        discussion: """
            For administrators. A node is a daemon that serves its share of the users of a
            PostgreSQL database: 4,096 shards, each with one owner. In a fleet of several
            databases each has a range of the shards, and a node takes a share of those.
            """,
        subcommands: [
            ClusterShowCommand.self, ClusterDrainCommand.self, ClusterUndrainCommand.self,
        ],
        defaultSubcommand: ClusterShowCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl cluster show`
struct ClusterShowCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the nodes, their shards and the database's server.",
        discussion: """
            An asterisk marks the node that answers. The lag of standbys is shown if the
            role of store.url is a member of pg_monitor.

            EXAMPLES:
              sudo navctl cluster
              sudo navctl cluster --output json | jq '.nodes[] | {name, shards}'
            """)

    @OptionGroup var options: GlobalOptions

    var isReadOnly: Bool { true }

    func run(in administration: Administration, _ output: Output) async throws {
        try ClusterReport(await administration.fleet(.show)).write(to: output)
    }
}

/// `navctl cluster drain`
struct ClusterDrainCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Have a node hand over its users, and serve none.",
        discussion: """
            The node goes on running, without shards, until 'navctl cluster undrain' or its
            next start. The last node that serves users is not drained. A node that is
            stopped needs no drain: it hands over first.

            Waits until the node owns no shard; past the deadline it fails, and the node
            goes on handing over.

            EXAMPLES:
              sudo navctl cluster drain b
              sudo navctl cluster drain b.example:7311 --deadline 5s
              sudo navctl cluster drain b --no-wait
            """)

    @Argument(help: NodeName.help, completion: NodeName.completion)
    var node: String

    @Flag(inversion: .prefixedNo, help: "Wait until the node owns no shard")
    var wait = true

    @Option(help: ArgumentHelp("The longest wait, as in 60s", valueName: "time"))
    var deadline = Timeout(duration: .seconds(60))

    @OptionGroup var options: GlobalOptions

    /// The interval of looking at the shards.
    private static let interval = Duration.milliseconds(100)

    func run(in administration: Administration, _ output: Output) async throws {
        let id = try NodeName(node).node(in: await administration.fleet(.show))
        var status = try await administration.fleet(.drain(id))
        if wait { status = try await handOver(of: id, status, administration) }
        try ClusterReport(status).write(to: output)
    }

    /// Waits until a node owns no shard; returns the fleet at that moment.
    private func handOver(
        of id: NodeID, _ first: FleetStatus, _ administration: Administration
    ) async throws -> FleetStatus {
        let end = ContinuousClock.now + deadline.duration
        let progress = ProgressLine(nil, after: .milliseconds(500))
        defer { progress?.end() }
        var status = first
        let total = first.nodes.first { $0.id == id }?.shards ?? 0
        while let node = status.nodes.first(where: { $0.id == id }), node.shards > 0 {
            guard node.isDraining else {
                throw CommandError(
                    message: "the drain of '\(self.node)' was ended meanwhile",
                    advice: "see 'navctl cluster'")
            }
            guard .now < end else {
                let left = StatusSummary.number(UInt64(clamping: node.shards), "shard")
                throw CommandError(
                    message: "'\(self.node)' still owns \(left) after \(deadline.description)",
                    advice: "it goes on handing over: see 'navctl cluster', or increase --deadline")
            }
            progress?.show(total - node.shards, of: total) { "\($0) % of \(total) shards" }
            try await Task.sleep(for: Self.interval)
            status = try await administration.fleet(.show)
        }
        return status
    }
}

/// `navctl cluster undrain`
struct ClusterUndrainCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "undrain",
        abstract: "Have a drained node take its share of the users again.",
        discussion: """
            EXAMPLES:
              sudo navctl cluster undrain b
            """)

    @Argument(help: NodeName.help, completion: NodeName.completion)
    var node: String

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let node = try NodeName(node).node(in: await administration.fleet(.show))
        try ClusterReport(await administration.fleet(.undrain(node))).write(to: output)
    }
}

/// A node as an administrator names it: by its name, one of its addresses, or its id.
private struct NodeName {
    static var help: ArgumentHelp { "The name, an address or the id of the node" }
    static var completion: CompletionKind {
        Completion.administration { administration in
            try await administration.fleet(.show).nodes.map(\.name)
        }
    }

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Returns the id of the only node that is named so.
    func node(in status: FleetStatus) throws(CommandError) -> NodeID {
        guard status.server != nil else {
            throw CommandError(
                message: "the daemon has an embedded store, and is no node of a fleet",
                advice: "set store.url of its nodes to a PostgreSQL database")
        }
        let named = status.nodes.filter {
            $0.name == text || $0.addresses.contains(text) || $0.id.description == text
        }
        guard let node = named.first else {
            throw CommandError(message: "no node '\(text)'", advice: "see 'navctl cluster'")
        }
        guard named.count == 1 else {
            throw CommandError(
                message: "several nodes are named '\(text)'", advice: "use an address or an id")
        }
        return node.id
    }
}

/// The nodes of a fleet and the server of its database, for people and for programs.
struct ClusterReport {
    private let status: FleetStatus

    init(_ status: FleetStatus) {
        self.status = status
    }

    /// Writes the report.
    func write(to output: Output) throws {
        switch output.format {
        case .json: try output.write(object: object)
        case .text: for line in lines { try output.write(line) }
        }
    }

    /// The report for people.
    var lines: [StyledLine] {
        guard let server = status.server else {
            return [StyledLine("embedded store: this daemon serves all users alone")]
        }
        return status.nodes.map(line(of:)) + [line(of: server)] + server.standbys.map(line(of:))
    }

    private func line(of node: FleetStatus.Node) -> StyledLine {
        var line = StyledLine(node.id == status.answering ? "* " : "  ")
        line.append(TerminalText(node.name), .bold)
        line.append("  \(StatusSummary.number(UInt64(clamping: node.shards), "shard"))")
        if node.range != .all { line.append(" of \(node.range)") }
        if node.isDraining { line.append(", draining") }
        if node.lease > .zero {
            let left = UInt64(clamping: node.lease.wholeMicroseconds)
            line.append(", lease \(StatusSummary.time(left))")
        } else {
            line.append(", its lease has ended")
        }
        line.append("  \(node.addresses.joined(separator: " "))", .dim)
        line.append("  \(node.id)  \(node.version)", .dim)
        return line
    }

    private func line(of server: FleetStatus.Server) -> StyledLine {
        var line = StyledLine("database", .dim)
        line.append("  \(server.address), PostgreSQL \(server.version)")
        if let renewal = server.renewal {
            let time = UInt64(clamping: renewal.wholeMicroseconds)
            line.append(", lease renewed in \(StatusSummary.time(time))")
        }
        return line
    }

    private func line(of standby: FleetStatus.Standby) -> StyledLine {
        var line = StyledLine("standby", .dim)
        guard let lag = standby.lag else {
            line.append("   not visible to the role of store.url: grant it pg_monitor")
            return line
        }
        line.append("   \(standby.name), \(standby.state), \(standby.confirmation)")
        line.append(", \(StatusSummary.size(lag)) behind")
        return line
    }

    /// The report for programs.
    var object: some Encodable { ClusterJSON(status) }
}

/// A fleet as JSON.
private struct ClusterJSON: Encodable {
    private let store: String
    private let nodes: [Node]
    private let server: Server?

    private struct Node: Encodable {
        let id: String
        let name: String
        let addresses: [String]
        let isThisNode: Bool
        let isDraining: Bool
        let shards: Int
        let shardRange: String
        let lease: Int64
        let version: String
    }

    private struct Server: Encodable {
        let address: String
        let version: String
        let renewal: Int64?
        let standbys: [Standby]
    }

    private struct Standby: Encodable {
        let name: String
        let state: String
        let confirmation: String
        let lag: JSON
    }

    init(_ status: FleetStatus) {
        store = status.server == nil ? "embedded" : "postgresql"
        nodes = status.nodes.map { node in
            Node(
                id: node.id.description, name: node.name, addresses: node.addresses,
                isThisNode: node.id == status.answering, isDraining: node.isDraining,
                shards: node.shards, shardRange: node.range.description,
                lease: node.lease.wholeMicroseconds, version: node.version)
        }
        server = status.server.map { server in
            Server(
                address: server.address, version: server.version,
                renewal: server.renewal?.wholeMicroseconds,
                standbys: server.standbys.map { standby in
                    Standby(
                        name: standby.name, state: standby.state,
                        confirmation: standby.confirmation,
                        lag: standby.lag.map { JSON($0) } ?? .null)
                })
        }
    }
}
