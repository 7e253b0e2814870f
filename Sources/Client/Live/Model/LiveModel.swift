package import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationSync
package import NavigationText

/// A device in a terminal as a state machine: keys and the mirror's events in, actions out.
///
/// It has no clock, no disk and no terminal. ``LiveScreen`` draws it; the shell performs the
/// effects, and returns with their results.
package struct LiveModel: Sendable {
    /// The parts that never change.
    package struct Setup: Sendable {
        /// The name of the device.
        let device: String
        /// The name of the scene.
        let scene: String
        /// A Boolean value indicating whether nothing is changed by it.
        let isReadOnly: Bool
        /// A Boolean value indicating whether changes of the scene are seen to move.
        let isMoving: Bool

        /// Joins the parts.
        package init(device: String, scene: String, isReadOnly: Bool, isMoving: Bool = false) {
            self.device = device
            self.scene = scene
            self.isReadOnly = isReadOnly
            self.isMoving = isMoving
        }
    }

    let setup: Setup
    /// The commands that it can run; without their arguments until a person asks for them.
    private(set) var commands: CommandTree
    /// The terminal's size.
    package private(set) var size: TerminalSize
    /// The device that is drawn.
    package private(set) var traits: LiveTraits
    /// Other devices to draw beside it.
    private(set) var others: [LiveTraits] = []
    /// The motion of the last change of the scene; `nil` once all is at rest.
    private(set) var motion: LiveMotion?
    /// The mirror; `nil` until it has told its state.
    package private(set) var mirror: MirrorView?
    /// The devices that are there; none without a connection.
    private(set) var present: [PresentRow] = []
    /// The last changes, the newest first.
    private(set) var changes: [RecentChange] = []
    private(set) var known = KnownScreens()
    /// The surface that keys go to.
    var mode = LiveMode.scene
    /// The focused screen of the stack; `nil` for its top.
    var focused: ScreenID?
    /// The sentence about the last action.
    package internal(set) var message: Message?
    /// The lines that stay until they are read.
    var notices = Notices()
    /// The commands that were run, the latest first.
    var commandHistory: [String] = []

    /// A sentence about the last action, until the next key.
    package struct Message: Hashable, Sendable {
        /// The sentence.
        package let words: TerminalText
        /// A Boolean value indicating whether the action failed.
        package let isFailure: Bool
    }

    /// The most changes that are listed.
    static let longestLog = 100
    /// The number of commits to read at the start.
    package static let firstLog = 30

    /// Begins without a mirror.
    package init(
        _ setup: Setup, _ commands: CommandTree, size: TerminalSize, traits: LiveTraits
    ) {
        self.setup = setup
        self.commands = commands
        self.size = size
        self.traits = traits
    }

    /// Takes an event; returns the actions that follow from it.
    package mutating func update(_ event: LiveEvent) -> [LiveEffect] {
        switch event {
        case .key(let key):
            message = nil
            return press(key)
        case .resized(let size):
            self.size = size
            motion = nil
        case .mirror(let view): return follow(view)
        case .moved(let elapsed):
            motion?.elapsed = elapsed
            if let motion, elapsed >= motion.duration { self.motion = nil }
        case .present(let devices): present = devices
        case .earlier(let earlier):
            let oldest = changes.last?.revision
            let missing = earlier.filter { change in oldest.map { change.revision < $0 } ?? true }
            changes = Array((changes + missing.reversed()).prefix(Self.longestLog))
        case .traits(let all):
            motion = nil
            traits = all.first ?? traits
            others = Array(all.dropFirst())
        case .failed(let words): message = Message(words: words, isFailure: true)
        case .told(let words): message = Message(words: words, isFailure: false)
        case .settled(let change): settle(change)
        case .past(let view): return showPast(view)
        case .pastFailed(let revision, let words): return failPast(revision, words)
        case .devices(let devices): show(devices)
        case .storedChanges(let changes): show(changes)
        case .invited(let lines): showInvitation(lines)
        case .invitationEnded(let output): endInvitation(output)
        case .printed(let output): show(output)
        case .commands(let tree): commands = tree
        }
        return []
    }

    private mutating func follow(_ view: MirrorView) -> [LiveEffect] {
        let isFirst = mirror.map { !$0.status.isConnected } ?? true
        let before = self
        mirror = view
        known.note(view.scene)
        if view.isReset { changes = [] }
        changes = Array((view.changes.reversed() + changes).prefix(Self.longestLog))
        if let focused, !activeScreens.contains(where: { $0.id == focused }) {
            self.focused = nil
        }
        var effects: [LiveEffect] = []
        if setup.isMoving, let motion = LiveMotion(from: before, to: self) {
            self.motion = motion
            effects.append(.move(motion.duration))
        }
        // Known only by the log: the mirror has the newest commits alone.
        let needsLog = view.status.isConnected && (isFirst || view.isReset)
        if needsLog, view.revision > .zero { effects.append(.readLog(view.revision)) }
        return effects
    }

    private mutating func settle(_ change: ReportedOutcome) {
        if change.isHarmless {
            message = Message(words: change.words, isFailure: false)
        } else {
            notices.add(Notice(words: change.words, change: change))
        }
    }

    private mutating func show(_ output: CommandOutput) {
        let status: TerminalText =
            switch output.status {
            case 0: ""
            case let status?: " (exit status \(status))"
            case nil: " (ended by a signal)"
            }
        let name = output.words.joined(separator: " ")
        if output.lines.count == 1, let line = output.lines.first {
            message = Message(words: line, isFailure: output.status != 0)
        } else if output.lines.isEmpty {
            message = Message(words: "done: \(name)" + status, isFailure: output.status != 0)
        } else if isFree {
            mode = .pager(Pager(title: TerminalText(name) + status, lines: output.lines))
        } else {
            // Not over a line that a person is filling in.
            notices.add(Notice(words: "\(name): \(output.lines[0])" + status, change: nil))
        }
    }

    /// A Boolean value indicating whether a text to read interrupts nobody.
    private var isFree: Bool {
        switch mode {
        case .scene, .past, .pager: true
        case .prompt, .menu: false
        }
    }
}

/// The scene as it is shown.
extension LiveModel {
    /// The scene that is drawn: of the mirror, or of the past.
    var scene: Scene {
        if case .past(let travel) = mode, let view = travel.view { return view.scene }
        return mirror?.scene ?? .empty
    }

    /// The stack that a person acts on: of the topmost modal, else of the selected tab.
    var activeStack: StackID? {
        scene.modals.last.map { .modal($0.id) } ?? scene.selectedTab.map { .tab($0) }
    }

    /// The screens of that stack, bottom to top.
    var activeScreens: [Screen] { activeStack.flatMap(scene.stack) ?? [] }

    /// The place of the focused screen below the top; `nil` if the top has the focus.
    var focusedLevel: Int? {
        guard let focused else { return nil }
        return activeScreens.dropLast().firstIndex { $0.id == focused }
    }
}

extension MirrorStatus {
    /// A Boolean value indicating whether commits arrive.
    var isConnected: Bool {
        switch self {
        case .live, .feedBlocked: true
        case .offline, .syncing, .refused, .diverged: false
        }
    }
}
