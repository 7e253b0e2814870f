import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

extension Expectation {
    /// Returns the fact instead; `nil` if it is as the story says.
    func contradiction(in simulation: inout Simulation) -> String? {
        switch self {
        case .shows(let name, let showing):
            let names = name.map { [$0] } ?? simulation.devices.map(\.name)
            for name in names where !showing.holds(in: simulation.scene(of: name)) {
                return "\(name) shows \(simulation.shown(name))"
            }
            return nil
        case .isInStatus(let name, let status):
            let found = simulation.device(name)?.process?.core.status.inWords ?? "down"
            return found == status ? nil : "\(name) is \(found)"
        case .isAtRevision(let name, let revision):
            return Self.place(of: name, revision, in: simulation)
        case .hasWaiting(let name, let count):
            let found = simulation.waiting(of: name)
            return found == count ? nil : "\(name) has \(found) changes waiting"
        case .remembers(let name, let count):
            let found = simulation.device(name)?.machine.disk.contents.lost.count ?? 0
            return found == count ? nil : "\(name) remembers \(found) states"
        case .outcome(let name, let noun, let number, let fate):
            return Self.fate(of: name, noun, number, fate, in: simulation)
        case .order(let name, let number, let other, let last):
            return Self.order(name, number, other, last, in: simulation)
        case .hasSynced(let name, let isSo):
            let count = simulation.takeCount(of: name, \.syncs)
            return (count > 0) == isSo ? nil : "\(name) has synced \(count) times"
        case .hasTakenSnapshot(let name, let isSo):
            let count = simulation.takeCount(of: name, \.snapshots)
            return (count > 0) == isSo ? nil : "\(name) has taken \(count) snapshots"
        case .hasReconnected(let name, let isSo):
            let count = simulation.takeCount(of: name, \.connections)
            return (count > 0) == isSo ? nil : "\(name) has connected \(count) times"
        case .logHas(let count, let route):
            let found = simulation.log.count { $0.pushes(route) }
            return found == count ? nil : "the log has \(found)"
        case .epochIsNew:
            return simulation.takeEpochChange() ? nil : "the history is the same"
        }
    }

    private static func place(
        of name: DeviceName?, _ revision: UInt64, in simulation: Simulation
    ) -> String? {
        let found =
            name.map { simulation.device($0)?.process?.core.confirmed.revision ?? .zero }
            ?? simulation.log.last?.revision ?? .zero
        let who = name?.rawValue ?? "daemon"
        return found.rawValue == revision ? nil : "\(who) is at revision \(found)"
    }

    private static func order(
        _ name: DeviceName, _ number: Int64, _ other: DeviceName, _ last: Int64,
        in simulation: Simulation
    ) -> String? {
        guard let first = simulation.storedReceipt(of: number, by: name),
            let second = simulation.storedReceipt(of: last, by: other)
        else { return "one of them has no outcome" }
        return first.time < second.time
            ? nil : "\(name)'s took effect at \(first.time), \(other)'s at \(second.time)"
    }

    private static func fate(
        of name: DeviceName, _ noun: String, _ number: Int64, _ fate: Fate,
        in simulation: Simulation
    ) -> String? {
        guard let entry = simulation.entry(number, of: name),
            let change = try? Change(encoded: entry.change)
        else { return "\(name) has no change \(number)" }
        guard noun == "change" || change.operations.contains(where: { $0.noun == noun }) else {
            return "it is a \(change.operations.map(\.noun).inWords)"
        }
        let receipt = simulation.receipt(for: entry, of: name)
        switch (fate, entry.state, receipt) {
        case (.waits, .waiting, nil): return nil
        case (.refused(let code), .refused(let failure), _):
            return "\(failure.code)" == code ? nil : "it was refused: \(failure.code)"
        case (.settled(let kind, let by, let at), _, .some(let receipt)):
            let outcome = receipt.outcomes.mostSevere
            let isKind = kind == outcome.inWords || kind == "\(outcome.kind)"
            let isBy = by == nil || outcome.by?.rawValue == by
            let isAt = at == nil || receipt.revision?.rawValue == at
            guard isKind, isBy, isAt else {
                let explanation = outcome.by.map { " by revision \($0)" } ?? ""
                return "it was \(outcome.inWords)\(explanation), \(receipt.inTrace)"
            }
            return nil
        case (_, let state, _): return "it is \(state)"
        }
    }
}

extension Expectation.Showing {
    func holds(in scene: Scene?) -> Bool {
        guard let scene else { return false }
        switch self {
        case .stack(let name, let routes):
            return scene.stack(scene.stack(named: name))?.map(\.route) == routes
        case .selected(let tab): return scene.selectedTab == tab
        case .tabs(let tabs): return scene.tabs.map(\.id) == tabs
        case .badge(let tab, let text): return scene.tab(tab).map { $0.badge == text } ?? false
        case .title(let tab, let title): return scene.tab(tab)?.title == title
        case .bar(let key, let value): return scene.bars[key] == value
        case .property(let name, let item, let text):
            return scene.properties(of: item).map { $0[name] == text } ?? false
        case .no(let name): return scene.stack(scene.stack(named: name)) == nil
        }
    }
}

extension MirrorStatus {
    /// One word, and why if it is refused.
    fileprivate var inWords: String {
        if case .refused(let failure) = self { "\(failure.code)" } else { "\(self)" }
    }
}

extension Outcome {
    /// "rejected: answered", or just the kind.
    fileprivate var inWords: String { reason.map { "\(kind): \($0)" } ?? "\(kind)" }
}

extension Operation {
    /// Its name, for people.
    fileprivate var noun: String {
        switch payload {
        case is DeclareTabOperation, is DeclareBarOperation: "declaration"
        case let it as UpdateTabOperation: Operation.noun(ofSetting: it.attributes)
        case let it as UpdateScreenOperation: Operation.noun(ofSetting: it.attributes)
        case let it as UpdateModalOperation: Operation.noun(ofSetting: it.attributes)
        case let it as UpdateBarOperation: Operation.noun(ofSetting: it.attributes)
        case is MoveTabOperation: "move"
        case is RemoveTabOperation, is RemoveBarOperation: "removal"
        case is SelectTabOperation, is RefreshTabOperation: "selection"
        case is SetBadgeOperation: "badge"
        case is AddToBadgeOperation: "addition"
        case is RestoreOperation: "restoration"
        case is SetItemsOperation: "list"
        case is PresentModalOperation: "presentation"
        case is DismissModalOperation: "dismissal"
        case is AnswerModalOperation: "answer"
        case is SetBarOperation: "bar"
        case is UnknownOperation: "novelty"
        default: name
        }
    }

    private static func noun(ofSetting attributes: [Attribute]) -> String {
        attributes.contains { $0.field.property != nil } ? "property" : "title"
    }
}

extension Commit {
    /// Returns a Boolean value indicating whether the commit pushes a screen with this route.
    fileprivate func pushes(_ route: String) -> Bool {
        operations.contains { operation in
            guard let push = operation.payload as? PushOperation else { return false }
            return push.attributes.contains {
                $0.field == ScreenField.route && $0.value == .text(route)
            }
        }
    }
}
