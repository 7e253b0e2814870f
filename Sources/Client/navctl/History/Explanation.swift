internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// The effects of one commit, derived from the commit and the state before it, and nothing else.
struct Explanation {
    let commit: Commit
    /// The visible differences that it made.
    let differences: [SceneDifference]
    /// The registers that it overwrote, by the revision that had written them, oldest first.
    let overwritten: [(revision: Revision, registers: [(record: RecordID, field: Field)])]
    /// The screens that it hid or removed, each with the revision that had placed it.
    let taken: [(screen: Screen, placed: Revision?)]
    /// The position of a commit that took effect before others that arrived first: the revisions
    /// that it comes after, and before, in the order of effect.
    let place: (after: Revision?, before: Revision)?

    init(of commit: Commit, after state: SceneState) {
        self.commit = commit
        var later = state
        later.apply(commit)
        differences = state.scene.differences(to: later.scene)
        taken = differences.flatMap(\.taken).map { screen in
            (screen, state[.screen(screen.id), ScreenField.placement]?.revision)
        }

        var byRevision: [Revision: [(record: RecordID, field: Field)]] = [:]
        for effect in commit.effects {
            guard let former = state[effect.record, effect.field] else { continue }
            byRevision[former.revision, default: []].append((effect.record, effect.field))
        }
        overwritten = byRevision.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        place = Self.place(of: commit, in: state)
    }

    /// The revisions whose authors the explanation names.
    var revisions: Set<Revision> {
        var revisions = commit.outcomes.explanations.union(overwritten.map(\.revision))
        revisions.formUnion(taken.compactMap(\.placed))
        if let place { revisions.formUnion([place.after, place.before].compactMap(\.self)) }
        return revisions
    }

    private static func place(
        of commit: Commit, in state: SceneState
    ) -> (after: Revision?, before: Revision)? {
        guard commit.stamp.time < state.latest else { return nil }
        var after: (time: Timestamp, revision: Revision)?
        var before: (time: Timestamp, revision: Revision)?
        for (effect, revision) in state.entries where effect.stamp.device != .daemon {
            let time = effect.stamp.time
            if time <= commit.stamp.time, after.map({ $0.time < time }) ?? true {
                after = (time, revision)
            } else if time > commit.stamp.time, before.map({ $0.time > time }) ?? true {
                before = (time, revision)
            }
        }
        return before.map { (after?.revision, $0.revision) }
    }
}

extension SceneDifference {
    /// The screens that it hides or removes.
    fileprivate var taken: [Screen] {
        switch self {
        case .screenRemoved(let screen, _): [screen]
        case .tabRemoved(let tab): tab.stack
        case .modalClosed(let modal): modal.stack
        case .barRemoved(let bar): bar.items
        case .selection, .tabAdded, .tabsReordered, .tabChanged, .tabRefreshed, .screenAdded,
            .screensReordered, .screenChanged, .modalPresented, .modalChanged, .barAdded,
            .barChanged, .bar:
            []
        }
    }
}

/// Registers in words: `the title of tab inbox`.
enum FieldText {
    /// The words.
    static func words(_ record: RecordID, _ field: Field) -> TerminalText {
        "\(name(field, of: record.kind)) of \(subject(record))"
    }

    private static func subject(_ record: RecordID) -> TerminalText {
        switch record.kind {
        case .tab: "tab \(record.name.label())"
        case .screen: "screen \(record.name.label())"
        case .modal: "modal \(record.name.label())"
        case .bar: "bar \(record.name.label())"
        case .scene: "the scene"
        case .standaloneBar: "standalone bar \(record.name.label())"
        default: "record \(record.description.label())"
        }
    }

    private static func name(_ field: Field, of kind: RecordID.Kind) -> TerminalText {
        if let name = field.property { return "'\(name.label)'" }
        return switch (kind, field) {
        case (.tab, TabField.declared): "the declaration"
        case (.tab, TabField.removed): "the removal"
        case (.tab, TabField.position): "the position"
        case (.tab, TabField.selected): "the selection"
        case (.tab, TabField.refreshed): "the refresh"
        case (.tab, TabField.badge): "the badge"
        case (.tab, StackField.floor), (.modal, StackField.floor): "the stack"
        case (.standaloneBar, StackField.floor): "the items"
        case (.standaloneBar, StandaloneBarField.declared): "the declaration"
        case (.standaloneBar, StandaloneBarField.removed): "the removal"
        case (.tab, TabField.icon): "the icon"
        case (.tab, TabField.isEnabled): "the enabled state"
        case (.screen, ScreenField.placement): "the placement"
        case (.screen, ScreenField.popped): "the pop"
        case (.screen, ScreenField.pushedContent): "the pushed content"
        case (.screen, ScreenField.identity): "the identity"
        case (.screen, ScreenField.route), (.modal, ModalField.route): "the route"
        case (.screen, ScreenField.payload), (.modal, ModalField.payload): "the payload"
        case (.tab, TabField.title), (.screen, ScreenField.title), (.modal, ModalField.title):
            "the title"
        case (.modal, ModalField.presented): "the presentation"
        case (.modal, ModalField.dismissed): "the closing"
        case (.modal, ModalField.answer): "the answer"
        case (.bar, BarField.value): "the appearance"
        case (.tab, _) where field.number == TabField.badgeAdded(by: .daemon).number:
            "the count in the badge"
        case (.tab, _) where field.number == TabField.badgeReplaced(of: .daemon).number:
            "the replaced count in the badge"
        default: "field \(field.description.label())"
        }
    }
}
