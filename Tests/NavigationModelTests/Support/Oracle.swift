@testable import NavigationModel

/// The expected result of a run, worked out from the log of operations alone: the slow and obvious
/// way, without registers, joins or records.
struct Oracle {
    typealias Entry = (stamp: Stamp, operation: Operation, arrival: Fleet.Arrival)

    /// Every operation that was taken, oldest stamp first.
    let log: [Entry]
    private(set) var placements: [ScreenID: (stamp: Stamp, placement: Placement)] = [:]
    private(set) var floors: [StackID: Stamp] = [:]
    private var popped: Set<Stamp> = []

    init(_ fleet: Fleet) {
        log = fleet.records.flatMap { arrival in
            arrival.taken.map { (stamp: $0.stamp, operation: $0.operation, arrival: arrival) }
        }.sorted { $0.stamp < $1.stamp }
        for entry in log { place(entry) }
        for entry in log { pop(entry) }
    }

    private mutating func place(_ entry: Entry) {
        switch entry.operation.payload {
        case let push as PushOperation:
            let placement = Placement(stack: push.stack, base: .pushed(on: push.below))
            placements[push.id] = (entry.stamp, placement)
        case let setting as SetItemsOperation:
            floors[setting.stack] = entry.stamp
            for (index, item) in setting.items.enumerated() {
                let stamp = entry.stamp.at(entry.stamp.index + 1 + UInt32(index))
                placements[item.id] = (stamp, Placement(stack: setting.stack, base: .item))
            }
        case let restore as RestoreOperation:
            let stack = restore.stack
            let before = Oracle.state(before: entry)
            let screens = before.recordedScreens(restore.screens, on: stack)
            let there = Set(before.stack(of: stack).flatMap(\.twins))
            for (index, seen) in screens.enumerated() where !there.contains(seen.id) {
                guard let (stamp, placement) = before.placement(of: seen.id),
                    placement.stack == stack
                else { continue }
                let restored = Placement(
                    stack: stack, base: placement.base, since: placement.originalStamp ?? stamp)
                placements[seen.id] = (entry.stamp.at(entry.stamp.index + UInt32(index)), restored)
            }
        default: break
        }
    }

    private mutating func pop(_ entry: Entry) {
        guard let pop = entry.operation.payload as? PopOperation else { return }
        let stack = pop.stack
        let first = Oracle.state(before: entry).stack(of: stack).first?.twins ?? []
        for seen in screens(pop.screens, on: stack) where !first.contains(seen.id) {
            // The device may know a placement only by its own estimate of the time.
            guard let current = placements[seen.id],
                current.stamp.namesSameWrite(as: seen.placement), current.placement.stack == stack
            else { continue }
            popped.insert(current.stamp)
        }
    }

    private func screens(_ named: ObservedScreens, on stack: StackID) -> [ObservedScreen] {
        switch named {
        case .named(let screens): screens
        case .spans(let spans):
            placements.filter { _, placed in
                placed.placement.stack == stack && spans.contains { $0.contains(placed.stamp) }
            }.map { ObservedScreen(id: $0.key, placement: $0.value.stamp) }
        }
    }

    /// The state as a step of a change finds it: only the step's arrival decides what it may pop,
    /// and what it brings back.
    private static func state(before entry: Entry) -> SceneState {
        let arrival = entry.arrival
        var state = arrival.before
        let done = arrival.taken.prefix { $0.stamp < entry.stamp }.map(\.operation)
        if !done.isEmpty {
            let change = Change(
                device: arrival.change.device, sequence: arrival.change.sequence,
                base: arrival.change.base, operations: done)
            _ = state.execute(change, at: arrival.stamp.time, revision: .zero)
        }
        return state
    }

    /// Every stack that anything was put on.
    var stacks: Set<StackID> { Set(placements.values.map(\.placement.stack)).union(floors.keys) }

    /// The screens that are on a stack, twins each for itself.
    func members(of tab: StackID) -> Set<ScreenID> {
        Set(
            placements.compactMap { id, placed in
                placed.placement.stack == tab && isThere(placed.stamp, on: tab) ? id : nil
            })
    }

    private func isThere(_ stamp: Stamp, on tab: StackID) -> Bool {
        stamp > (floors[tab] ?? .zero) && !popped.contains(stamp)
    }

    /// The items of the newest setItems that are there, in their order.
    func trunk(of stack: StackID) -> [ScreenID] {
        members(of: stack).filter(isItem).sorted { order(of: $0) < order(of: $1) }
    }

    /// A restored item of an older list is none of the newest.
    private func isItem(_ id: ScreenID) -> Bool {
        guard let placement = placements[id]?.placement else { return false }
        return placement.base == .item && order(of: id) > (floors[placement.stack] ?? .zero)
    }

    /// Returns the time when the screen was put where it stands.
    private func order(of id: ScreenID) -> Stamp {
        placements[id].map { $0.placement.originalStamp ?? $0.stamp } ?? .zero
    }

    /// Returns the screen below a screen above the trunk, there or not.
    func parent(of id: ScreenID) -> ScreenID? {
        guard let own = placements[id], case .pushed(on: .some(let below)) = own.placement.base,
            let parent = placements[below], parent.placement.stack == own.placement.stack,
            order(of: id) > order(of: below), !isItem(below),
            parent.stamp > (floors[own.placement.stack] ?? .zero)
        else { return nil }
        return below
    }

    /// The content of each push that distinguishes twins: the app's identity or, without one, all
    /// attributes that are set.
    var pushedContents: [ScreenID: [Field: Value]] {
        var contents: [ScreenID: [Field: Value]] = [:]
        for entry in log {
            guard let push = entry.operation.payload as? PushOperation else { continue }
            let set = push.attributes.filter { $0.value != .none }
            let identity = set.filter { $0.field == ScreenField.identity }
            contents[push.id] = Dictionary(
                uniqueKeysWithValues: (identity.isEmpty ? set : identity).map {
                    ($0.field, $0.value)
                })
        }
        return contents
    }

    /// Returns `true` if both are where their pushes put them, on the same screen or on none that
    /// counts.
    func isPushed(_ id: ScreenID, asIs other: ScreenID) -> Bool {
        guard case .pushed(on: let below)? = placements[id]?.placement.base,
            case .pushed(on: let same)? = placements[other]?.placement.base
        else { return false }
        return below == same && parent(of: id) == parent(of: other)
    }

    func ancestors(of id: ScreenID) -> [ScreenID] {
        Array(sequence(first: id, next: parent).dropFirst())
    }

    // MARK: Tabs

    var visibleTabs: Set<TabID> {
        var visible: Set<TabID> = []
        for entry in log {
            switch entry.operation.payload {
            case let declaration as DeclareTabOperation: visible.insert(declaration.id)
            case let removal as RemoveTabOperation: visible.remove(removal.id)
            default: break
            }
        }
        return visible
    }

    /// Returns the value that a field of a tab was last set to, by stamp.
    func attribute(_ field: Field, of tab: TabID) -> Value? {
        log.compactMap { entry -> Value? in
            switch entry.operation.payload {
            case let it as DeclareTabOperation where it.id == tab:
                it.attributes.first { $0.field == field }?.value
            case let it as UpdateTabOperation where it.id == tab:
                it.attributes.first { $0.field == field }?.value
            default: nil
            }
        }.last
    }

    func selection(among bar: [TabID]) -> TabID? {
        let candidates = bar.filter { attribute(TabField.isEnabled, of: $0)?.flag ?? true }
        let newest = log.compactMap { entry -> TabID? in
            switch entry.operation.payload {
            case let it as SelectTabOperation: it.id
            case let it as RefreshTabOperation: it.id
            default: nil
            }
        }.last(where: candidates.contains)
        return newest ?? candidates.first
    }

    /// The badge by counting: each addition once, but those that some set or clear had seen.
    func badge(of tab: TabID) -> String? {
        var base = BadgeValue.cleared
        var sum: Int64 = 0
        for entry in log {
            switch entry.operation.payload {
            case let it as SetBadgeOperation where it.id == tab: base = it.badge
            case let it as AddToBadgeOperation where it.id == tab:
                sum += isReplaced(entry, on: tab) ? 0 : it.count
            default: break
            }
        }
        switch base {
        case .text(let text): return Int64(text).map { String($0 + sum) } ?? text
        case .dot: return sum == 0 ? "" : String(sum)
        case .cleared: return sum == 0 ? nil : String(sum)
        }
    }

    private func isReplaced(_ addition: Entry, on tab: TabID) -> Bool {
        log.contains { entry in
            guard let set = entry.operation.payload as? SetBadgeOperation, set.id == tab else {
                return false
            }
            let isNamed = set.seen.contains { $0.device == addition.stamp.device }
            return isNamed && Oracle.hasSeen(entry, addition)
        }
    }

    /// Returns a Boolean value indicating whether the author of `entry` had seen `other` then: it
    /// was told, or did it itself before.
    static func hasSeen(_ entry: Entry, _ other: Entry) -> Bool {
        let change = entry.arrival.change
        if other.stamp.device == change.device {
            return (other.stamp.sequence, other.stamp.index)
                < (entry.stamp.sequence, entry.stamp.index)
        }
        return other.arrival.commit.map { $0.revision <= change.base.revision } ?? false
    }
}

extension Oracle {
    /// Returns a description of a part of the state that no log of operations leads to; `nil` if
    /// there is none.
    func complaint(about state: SceneState) -> String? {
        let scene = state.scene
        for stack in stacks {
            let shown = Set(state.stack(of: stack).flatMap(\.twins))
            guard shown == members(of: stack) else {
                return "on \(stack): \(shown), not \(members(of: stack))"
            }
        }
        guard Set(scene.tabs.map(\.id)) == visibleTabs else { return "not \(visibleTabs)" }
        guard scene.selectedTab == selection(among: scene.tabs.map(\.id)) else {
            return "\(scene.selectedTab as TabID?, default: "none") is selected"
        }
        for tab in scene.tabs where tab.badge != badge(of: tab.id) {
            return "the badge of \(tab.id) is \(tab.badge ?? "nothing")"
        }
        guard scene.bars == bars else { return "the bars look \(scene.bars)" }
        guard scene.modals.map(\.id) == presentedModals else { return "not \(presentedModals)" }
        return nil
    }
}
