internal import BarCommands
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationSync
internal import NavigationText
internal import NavigationWire

/// The output of `watch`: first the current scene, then a line for each event.
struct WatchFormatter {
    private let output: Output
    /// The records as of the last line: each commit is applied here too, so that each line has the
    /// digest and the scene at its own revision.
    private var state: SceneState?
    /// The revision of ``state``.
    private var revision: Revision?
    private var notice: ConnectionNotice?
    /// The authors of the commits that were printed.
    private(set) var authors = Authors()

    /// The state of the connection that a line reports.
    private struct ConnectionNotice: Hashable {
        let status: MirrorStatus
        let problem: String?

        init(_ update: MirrorUpdate) {
            status = update.status
            problem =
                switch update.status {
                case .live: nil
                case .refused(let failure): update.error?.words ?? failure.message
                case .offline, .syncing, .feedBlocked, .diverged: update.error?.words
                }
        }

        /// For people.
        var words: TerminalText {
            let reason = problem.map { ": " + $0.label() } ?? .empty
            return switch status {
            case .offline: "offline, reconnecting\(reason)"
            case .syncing: "catching up\(reason)"
            case .live: "connected"
            case .feedBlocked: "feed blocked, polling every second\(reason)"
            case .refused(let failure): "refused: \(failure.message.label())"
            case .diverged: "records DIFFER from the daemon's: please report this\(reason)"
            }
        }
    }

    /// The device's platform, for the scenes in JSON; `nil` if lines have none.
    private let scenes: Platform?

    /// - Parameter scenes: The device's platform, for the scenes in JSON; `nil` for lines without.
    init(output: Output, scenes: Platform?) {
        self.output = output
        self.scenes = scenes
    }

    /// Begins with a state of the past instead of the scene as it is.
    mutating func begin(with past: PastScene) {
        state = past.state
        revision = past.revision
    }

    /// Prints the scene of an update, or the state of the connection. Its commits come before.
    mutating func write(_ update: MirrorUpdate) throws {
        if update.isReset, revision != update.revision {
            try writeSnapshot(update)
        } else {
            try writeConnectionNotice(update)
        }
    }

    /// Prints this device's changed traits.
    func write(_ traits: StoredTraits) throws {
        switch output.format {
        case .json:
            try output.write(object: TraitsEventJSON(traits: TraitsJSON(traits)))
        case .text:
            let words = try traits.members().compactMap { name, value in
                value == .null ? nil : "\(name) \(value.text)"
            }
            try output.write(
                StyledLine("traits: " + words.joined(separator: ", ").label(), .dim))
        }
    }

    private mutating func writeSnapshot(_ update: MirrorUpdate) throws {
        let isFirst = state == nil
        state = update.state
        revision = update.revision
        notice = ConnectionNotice(update)
        switch output.format {
        case .json:
            let event = SnapshotEventJSON(
                event: isFirst ? "snapshot" : "replaced",
                problem: update.error?.words ?? ConnectionNotice(update).problem,
                scene: scenes.map { SceneJSON(update.scene, on: $0) })
            try output.write(object: Joined(MirrorHeadJSON(update), event))
        case .text:
            if !isFirst, let problem = update.error {
                try output.write(StyledLine(problem.words.label(), .badge))
            }
            let count = update.scene.tabs.count
            let selected: TerminalText =
                update.scene.selectedTab.map { ", \($0.label) selected" } ?? .empty
            let what: TerminalText = isFirst ? "" : "caught up by snapshot: "
            try output.write(
                StyledLine(
                    "\(what)revision \(update.revision), \(count) tabs\(selected), "
                        + ConnectionNotice(update).words, .dim))
        }
    }

    /// Applies a commit; returns it with the state after it.
    mutating func event(of commit: Commit, _ epoch: Epoch) -> Joined<CommitJSON, CommitEventJSON> {
        state?.apply(commit)
        revision = commit.revision
        authors.note([commit])
        return Joined(
            CommitJSON(commit),
            CommitEventJSON(
                epoch: epoch.description, digest: state?.digest.description,
                scene: scenes.flatMap { platform in
                    state.map { SceneJSON($0.scene, on: platform) }
                }))
    }

    /// Prints a commit.
    func write(_ commit: Commit, _ event: Joined<CommitJSON, CommitEventJSON>) throws {
        switch output.format {
        case .text: try output.write(CommitText.watchLine(commit, authors))
        case .json: try output.write(object: event)
        }
    }

    private mutating func writeConnectionNotice(_ update: MirrorUpdate) throws {
        let notice = ConnectionNotice(update)
        // Catching up is the way from one state to another, not an event to report.
        guard notice != self.notice, notice.status != .syncing else { return }
        self.notice = notice
        switch output.format {
        case .text: try output.write(StyledLine(notice.words, .dim))
        case .json:
            try output.write(
                object: StatusEventJSON(
                    status: notice.status.word, problem: notice.problem,
                    revision: update.revision.rawValue, pending: update.pendingCount))
        }
    }
}

/// A change of the device's traits as JSON.
private struct TraitsEventJSON: Encodable {
    let event = "traits"
    let traits: TraitsJSON
}

/// The members of a state that no commit led to, beside those of the mirror's head.
private struct SnapshotEventJSON: Encodable {
    let event: String
    let problem: String?
    let scene: SceneJSON?
}

/// The members of a commit's event beside those of the commit: the state after it.
struct CommitEventJSON: Encodable {
    let event = "commit"
    let epoch: String
    let digest: String?
    let scene: SceneJSON?
}

/// A change of the connection as JSON.
private struct StatusEventJSON: Encodable {
    let event = "status"
    let status: String
    let problem: String?
    let revision: UInt64
    let pending: Int
}
