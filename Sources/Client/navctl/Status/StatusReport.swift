internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The state of the daemon and of this device's mirror.
struct StatusReport {
    private let user: UserID
    private let scene: SceneID
    private let endpoint: String
    private let source: EndpointSource
    /// The store that the daemon serves, and the one that the device belongs to.
    private let stores: (daemon: StoreID?, device: StoreID?)
    private let device: (id: DeviceID, name: DeviceName, directory: String)
    private let view: MirrorUpdate
    private let digest: Digest
    private let daemon: DaemonStatus?
    private let access: (role: Role, server: Fingerprint?)
    private let limits: [String: UInt64]
    private let problem: NavigationClientError?
    /// The reason why changes are not submitted although the daemon is reachable.
    private let putOff: NavigationClientError?
    private let shelf: Int
    /// The number of states that the device remembers because a daemon may have lost them.
    private let remembered: Int

    init(
        session: SceneMirror, stores: (daemon: StoreID?, device: StoreID?), scene: SceneID,
        view: MirrorUpdate, daemon: DaemonStatus?,
        access: (role: Role, server: Fingerprint?), limits: [String: UInt64],
        problem: NavigationClientError?, putOff: NavigationClientError?, shelf: Int, remembered: Int
    ) {
        self.remembered = remembered
        user = session.key.user
        self.scene = scene
        endpoint = session.client.endpoint
        source = session.client.source
        self.stores = stores
        device = (session.device, session.deviceName, session.client.deviceDirectory)
        self.view = view
        digest = view.state.recomputedDigest
        self.daemon = daemon
        self.access = access
        self.limits = limits
        self.problem = problem
        self.putOff = putOff
        self.shelf = shelf
    }

    /// A Boolean value indicating whether mirror and daemon have equal records; `nil` if they are
    /// not at the same revision.
    private var isEqual: Bool? {
        guard let head = daemon?.head, head.epoch == view.epoch, head.revision == view.revision
        else { return nil }
        return head.digest == digest
    }

    /// Writes the report: of the text, the health alone unless all of it is asked for.
    func write(to output: Output, isVerbose: Bool) throws {
        switch output.format {
        case .json: try output.write(object: object)
        case .text:
            for line in summary + (isVerbose ? [StyledLine()] + lines : []) {
                try output.write(line)
            }
        }
    }

    /// A Boolean value indicating whether changes can't be made, or something was lost.
    var hasFailed: Bool { findings.contains { $0.severity == .failure } }

    /// The parts of the state that a person has to know of, the gravest first.
    private var findings: [HealthFinding] {
        var findings = daemon?.findings ?? []
        if isEqual == false {
            findings.insert(
                HealthFinding(
                    .failure, "the records of mirror and daemon differ",
                    remedy: "'navctl doctor' finds and mends it"), at: 0)
        }
        if let store = stores.daemon, let own = stores.device, store != own {
            findings.append(
                HealthFinding(
                    .attention, "the daemon has another store than this device",
                    remedy: "changes stay here; 'navctl device adopt' moves the device there"))
        } else if let putOff, view.pendingCount > 0 {
            findings.append(
                HealthFinding(.attention, "changes are not submitted", remedy: putOff.words.label())
            )
        }
        if shelf > 0 {
            findings.append(
                HealthFinding(
                    .attention,
                    "\(StatusSummary.number(UInt64(shelf), "change")) of this device "
                        + "\(shelf == 1 ? "was" : "were") refused",
                    remedy: "'navctl shelf' lists, retries and discards them"))
        }
        if remembered > 0 {
            let states = StatusSummary.number(UInt64(remembered), "state")
            findings.append(
                HealthFinding(
                    .attention, "\(states) that the daemon may have lost",
                    remedy: "see 'navctl heal --list'"))
        }
        return findings
    }

    /// The health at a glance: a dot, the scene, the daemon, and below them each finding.
    private var summary: [StyledLine] {
        let isReachable = daemon != nil
        let dot: Style = !isReachable || hasFailed ? .badge : findings.isEmpty ? .accent : .bold
        var line = StyledLine(isReachable ? "● " : "○ ", dot)
        line.append("\(user.label)/\(scene.label)", .bold)
        line.append(" at revision \(view.revision), ")
        let place: TerminalText = "\(source.words), \(endpoint.label())"
        switch (daemon, isEqual) {
        case (nil, _): line.append("the daemon is \(connectionStatus) (\(place))")
        case (_, true?): line.append("equal to the daemon's (\(place))")
        case (_, false?): line.append("UNEQUAL to the daemon's (\(place))")
        case (_, nil): line.append("not at the daemon's revision (\(place))")
        }
        var lines = [line]
        if view.pendingCount > 0 {
            let changes = StatusSummary.number(UInt64(view.pendingCount), "change")
            lines.append(StyledLine("  \(changes) pending"))
        }
        return lines + findings.map(\.line)
    }

    /// For programs.
    private var object: StatusJSON {
        StatusJSON(
            reachable: daemon != nil, problem: problem?.words, endpoint: endpoint,
            source: source.rawValue, store: stores.daemon?.description,
            deviceStore: stores.device?.description,
            serverFingerprint: access.server?.description, role: access.role.word,
            user: user.rawValue, sceneName: scene.rawValue,
            device: StatusJSON.Device(
                id: device.id.description, name: device.name.rawValue,
                directory: device.directory),
            daemon: daemon.map(StatusJSON.Daemon.init),
            mirror: StatusJSON.Mirror(
                epoch: view.epoch.description, revision: view.revision.rawValue,
                digest: digest.description),
            health: daemon == nil || hasFailed
                ? "failure" : findings.isEmpty ? "good" : "attention",
            findings: findings.map(StatusJSON.Finding.init),
            equal: isEqual, pending: view.pendingCount, putOff: putOff?.words, shelf: shelf,
            remembered: remembered, limits: limits)
    }

    /// All of it, as lines for people.
    private var lines: [StyledLine] {
        var lines = [pair("endpoint", "\(endpoint.label()) (\(source.words))")]
        if let daemon {
            var words: [TerminalText] = [
                "navsyncd \(daemon.daemonVersion.label())", "up \(Self.span(daemon.uptime))",
            ]
            // The daemon's load of all users is for its administrators.
            if let connections = daemon.metrics["openConnections"] {
                words += ["\(connections) connections", "\(daemon.commits) commits"]
            }
            lines.append(pair("daemon", words.joined(separator: ", ")))
        } else {
            lines.append(pair("daemon", connectionStatus, .badge))
        }
        if let store = stores.daemon {
            lines.append(pair("store", "\(store)"))
        }
        if let key = access.server { lines.append(pair("server", "key \(key)")) }
        lines.append(pair("scene", "\(user.label)/\(scene.label)"))
        if let usage { lines.append(pair("usage", usage)) }
        if let daemon { lines += StatusSummary(daemon).lines.map { pair($0.name, $0.text) } }
        if let head = daemon?.head {
            lines.append(pair("head", "revision \(head.revision), digest \(head.digest)"))
        }
        lines.append(pair("mirror", "revision \(view.revision), digest \(digest)"))
        switch isEqual {
        case true?: lines.append(pair("equal", "yes", .accent))
        case false?: lines.append(pair("equal", "NO: the records differ", .badge))
        case nil:
            let why: TerminalText =
                daemon == nil ? "no reply from the daemon" : "revisions differ"
            lines.append(pair("equal", "unknown: \(why)"))
        }
        lines.append(pair("pending", "\(view.pendingCount)"))
        lines.append(
            pair("device", "\(device.name.label) (\(device.id)) in \(device.directory.label())"))
        lines.append(
            pair("role", access.role == .full ? "full" : "viewer: read-only"))
        return lines
    }

    /// The used and allowed bytes of the scene and its user; `nil` if the daemon does not report
    /// them.
    private var usage: TerminalText? {
        guard let daemon, let scene = limits["sceneMemory"], let user = limits["userStorage"]
        else { return nil }
        return "scene \(StatusSummary.size(daemon.sceneMemory)) of \(StatusSummary.size(scene)), "
            + "on disk \(StatusSummary.size(daemon.userStorage)) of \(StatusSummary.size(user))"
    }

    /// The reason why the daemon's state is unknown.
    private var connectionStatus: TerminalText {
        switch problem?.code {
        case .unreachable: "not reachable"
        case .damaged: "damaged: can't read or change this scene"
        case .notPermitted where !(problem?.cause is Failure): "not reachable: permission denied"
        default: "refused the request"
        }
    }

    private func pair(_ name: TerminalText, _ value: TerminalText, _ style: Style = .plain)
        -> StyledLine
    {
        var line = StyledLine(name, .dim)
        line.pad(to: 10)
        line.append(value, style)
        return line
    }

    /// Returns a duration in its two largest units.
    static func span(_ seconds: UInt64) -> String {
        let units: [(UInt64, String)] = [(86_400, "d"), (3_600, "h"), (60, "m"), (1, "s")]
        var rest = seconds
        var parts: [String] = []
        for (length, name) in units {
            if rest >= length || !parts.isEmpty { parts.append("\(rest / length)\(name)") }
            rest %= length
        }
        return parts.isEmpty ? "0s" : parts.prefix(2).joined(separator: " ")
    }
}

/// The status of the daemon and of this device's mirror as JSON.
private struct StatusJSON: Encodable {
    let contract = JSONContract.version
    let reachable: Bool
    let problem: String?
    let endpoint: String
    let source: String
    let store: String?
    let deviceStore: String?
    let serverFingerprint: String?
    let role: String
    let user: String
    let sceneName: String
    let device: Device
    let daemon: Daemon?
    let mirror: Mirror
    let health: String
    let findings: [Finding]
    let equal: Bool?
    let pending: Int
    let putOff: String?
    let shelf: Int
    let remembered: Int
    let limits: [String: UInt64]

    struct Finding: Encodable {
        let severity: HealthFinding.Severity
        let text: String
        let remedy: String

        init(_ finding: HealthFinding) {
            severity = finding.severity
            text = finding.text.description
            remedy = finding.remedy.description
        }
    }

    struct Device: Encodable {
        let id: String
        let name: String
        let directory: String
    }

    struct Mirror: Encodable {
        let epoch: String
        let revision: UInt64
        let digest: String
    }

    /// The daemon's status; what is for administrators alone is `null` for others.
    struct Daemon: Encodable {
        let version: String
        let uptime: UInt64
        let epoch: String
        let revision: UInt64
        let digest: String
        let connections: JSON?
        let scenes: JSON?
        let commits: JSON?
        let sceneMemory: JSON
        let userStorage: JSON
        let figures: [String: UInt64]?

        init(_ daemon: DaemonStatus) {
            // Clients that are no administrators receive no metrics, and zeros in their place.
            let isWithheld = daemon.metrics.isEmpty
            version = daemon.daemonVersion
            uptime = daemon.uptime
            epoch = daemon.head.epoch.description
            revision = daemon.head.revision.rawValue
            digest = daemon.head.digest.description
            connections = isWithheld ? nil : JSON(daemon.connections)
            scenes = isWithheld ? nil : JSON(daemon.scenesLoaded)
            commits = isWithheld ? nil : JSON(daemon.commits)
            sceneMemory = JSON(daemon.sceneMemory)
            userStorage = JSON(daemon.userStorage)
            figures = isWithheld ? nil : daemon.metrics
        }
    }
}

extension EndpointSource {
    /// The origin of the daemon's endpoint, for people.
    var words: String {
        switch self {
        case .option: "from --endpoint"
        case .environment: "from NAVSYNC_ENDPOINT"
        case .own: "the user's daemon"
        case .system: "the system's daemon"
        case .pairing: "from the pairing"
        }
    }
}
