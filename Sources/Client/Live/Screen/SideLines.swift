internal import NavigationBars
internal import NavigationModel
internal import NavigationSync
internal import NavigationText

/// The first line: the scene and its revision, and the state of the connection.
struct StatusLine {
    private let model: LiveModel

    /// Takes the model to describe.
    init(_ model: LiveModel) {
        self.model = model
    }

    /// Returns the line; on a narrow terminal the device's name gives way first.
    func line(width: Int) -> StyledLine {
        let state = state.label(width: width / 2)
        let room = width - state.displayWidth - 4
        var line = StyledLine(symbol, isConnected ? .accent : .badge)
        line.append(" ")
        let revision = model.mirror.map { " #\($0.revision)" } ?? ""
        let names = [
            "\(model.setup.scene)\(revision)  \(model.setup.device)  \(traits)",
            "\(model.setup.scene)\(revision)  \(model.setup.device)",
            "\(model.setup.scene)\(revision)",
        ]
        let name = names.first { $0.displayWidth <= room } ?? names[names.count - 1]
        line.append(name.label(width: max(0, room)), .bold)
        line.pad(to: max(line.width, width - state.displayWidth))
        line.append(state, isConnected ? .dim : .badge)
        return line
    }

    private var traits: String {
        let device = model.traits.device
        let words = [
            model.traits.profile, device.orientation == .landscape ? "landscape" : "",
            device.appearance == .dark ? "dark" : "",
            device.locale == .english ? "" : device.locale.description,
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var isConnected: Bool { model.mirror?.status.isConnected ?? false }

    /// A full circle for a scene that follows, a half for one that catches up, an empty one for one
    /// without a daemon.
    private var symbol: TerminalText {
        switch model.mirror?.status {
        case .live, .feedBlocked: "●"
        case .syncing: "◐"
        case .offline, .refused, .diverged, nil: "○"
        }
    }

    /// The selection that the device keeps; empty for the shared one.
    private var selection: String {
        switch model.scene.selection {
        case .shared: return ""
        case .own: return "own selection"
        case .following(let device):
            let row = model.present.first { $0.id == device }
            return "follows \(row?.name ?? String(device.description.prefix(8)))"
        }
    }

    /// The state of the connection in words; empty while nothing is worth saying.
    var state: String {
        guard let mirror = model.mirror else { return "opening" }
        let waiting = mirror.pending > 0 ? "\(mirror.pending) waiting" : ""
        let shelved = mirror.shelved > 0 ? "\(mirror.shelved) on the shelf" : ""
        let status =
            switch mirror.status {
            case .live: model.setup.isReadOnly ? "read-only" : ""
            case .feedBlocked: "feed blocked"
            case .syncing: "catching up"
            case .offline: "offline"
            case .refused: "refused"
            case .diverged: "differs from the daemon"
            }
        return [status, selection, waiting, shelved].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The devices that are there, and the last changes with their authors, the newest first.
struct ChangeLines {
    private let model: LiveModel

    /// Takes the model with the changes.
    init(_ model: LiveModel) {
        self.model = model
    }

    /// Returns as many lines as there is room for.
    func lines(width: Int, rows: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        if let problem = model.mirror?.problem, !(model.mirror?.status.isConnected ?? false) {
            lines.append(StyledLine(problem.label(width: width), .badge))
            lines.append(StyledLine())
        }
        lines += PresenceLines(model).lines(width: width, rows: rows / 2)
        lines.append(StyledLine("changes", .dim))
        for change in model.changes where lines.count < rows {
            lines += Self.lines(of: change, width: width)
        }
        return Array(lines.prefix(rows))
    }

    /// Returns `#17 tablet 14:09:58`, and below it the operations.
    static func lines(of change: RecentChange, width: Int) -> [StyledLine] {
        var head = StyledLine("#\(change.revision) ", .bold)
        let room = max(0, width - head.width - change.time.displayWidth - 1)
        head.append(change.author.label(width: room), .accent)
        head.append(" \(change.time)", .dim)
        return [
            head,
            StyledLine("  " + change.words.description.label(width: max(0, width - 2))),
        ]
    }
}

/// A commit of the past, with the differences that it made.
struct PastLines {
    private let model: LiveModel

    /// Takes the model that travels.
    init(_ model: LiveModel) {
        self.model = model
    }

    /// Returns a line for the revision, the commit, and each difference.
    func lines(width: Int) -> [StyledLine] {
        guard case .past(let travel) = model.mode else { return [] }
        let newest = model.mirror?.revision ?? .zero
        var head = StyledLine("revision \(travel.wanted) of \(newest)", .bold)
        if travel.isReading { head.append(" …", .dim) }
        var lines = [head]
        if let problem = travel.problem {
            lines.append(StyledLine(problem.description.label(width: width), .badge))
        }
        if let change = travel.view?.change {
            lines += ChangeLines.lines(of: change, width: width)
        }
        lines += travel.view?.differences ?? []
        return lines.map { $0.cut(to: width) }
    }
}
