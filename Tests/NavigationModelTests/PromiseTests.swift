@testable import NavigationModel
import Testing

/// The promises of the merge over random runs of three devices; see the oracle for what is right.
@Suite struct PromiseTests {
    private let tabs: [TabID] = ["one", "two", "three", "four"]

    @Test("P2: a pop takes what it names, once, and nothing under it")
    func namedPop() {
        Schedule.check { fleet in
            for arrival in fleet.records where !arrival.isRejected {
                guard case .pop(let screens, let tab)? = arrival.change.operations.first,
                    arrival.change.operations.count == 1
                else { continue }
                let before = arrival.before.stack(of: tab)
                let after = arrival.after.stack(of: tab)
                let gone = Set(before.flatMap(\.twins)).subtracting(after.flatMap(\.twins))
                guard gone.isSubset(of: screens.map(\.id)) else {
                    return "popped what is not named"
                }
                guard gone.isDisjoint(with: before.first?.twins ?? []) else {
                    return "popped the root"
                }
                let isShown = before.dropFirst().contains { place in
                    place.twins.contains { id in screens.contains { $0.id == id } }
                }
                if !isShown, arrival.outcomes[0].kind != .noop {
                    return "popped twice: \(arrival.outcomes[0])"
                }
            }
            return nil
        }
    }

    @Test("P3: all that was pushed is there, but what a pop had seen and what a floor replaced")
    func noLostPush() {
        Schedule.check { fleet in
            let oracle = Oracle(fleet)
            for tab in tabs {
                let shown = Set(fleet.state.stack(of: .tab(tab)).flatMap(\.twins))
                let expected = oracle.members(of: .tab(tab))
                guard shown == expected else {
                    return "\(tab): lost \(expected.subtracting(shown)), "
                        + "risen \(shown.subtracting(expected))"
                }
            }
            return nil
        }
    }

    @Test("P3: what was pushed stands on its nearest ancestor left")
    func nearestAncestor() {
        Schedule.check([.distinct]) { fleet in
            let oracle = Oracle(fleet)
            for tab in tabs {
                let stack = fleet.state.stack(of: .tab(tab)).map(\.shown)
                for (index, id) in stack.enumerated() {
                    let left = oracle.ancestors(of: id).first(where: stack.contains)
                    guard let left, let place = stack.firstIndex(of: left) else { continue }
                    guard place < index else { return "\(id) stands under its ancestor" }
                    let between = stack[(place + 1)..<index]
                    guard between.allSatisfy({ oracle.ancestors(of: $0).contains(left) }) else {
                        return "\(id) is away from its ancestor"
                    }
                }
            }
            return nil
        }
    }

    @Test("P4: a push stands on top of everything placed before it")
    func lastOnTop() {
        Schedule.check([.distinct, .wild]) { fleet in
            for arrival in fleet.records {
                guard let (stamp, operation) = arrival.taken.last,
                    case .push(let id, let tab, let below, _) = operation, below != id,
                    arrival.taken.count == 1
                else { continue }
                let placed = arrival.before.forest(of: tab).ids
                let isNewest = placed.allSatisfy {
                    arrival.before.stamp(.screen($0), ScreenField.placement) < stamp
                }
                guard isNewest, stamp > arrival.before.floor(of: tab) else {
                    continue
                }
                guard arrival.after.stack(of: tab).last?.shown == id else {
                    return "\(id) is not on top"
                }
            }
            return nil
        }
    }

    @Test("P4: a pop never changes the order of the rest")
    func popKeepsOrder() {
        Schedule.check { fleet in
            for arrival in fleet.records {
                let hasPlaced = arrival.change.operations.contains { operation in
                    switch operation {
                    case .push, .setItems: true
                    default: false
                    }
                }
                guard !hasPlaced else { continue }
                for tab in tabs {
                    let after = arrival.after.stack(of: .tab(tab))
                    let left = Set(after.flatMap(\.twins))
                    let expected = arrival.before.stack(of: .tab(tab)).map { place in
                        place.twins.filter(left.contains)
                    }.filter { !$0.isEmpty }
                    guard after.map(\.twins) == expected else { return "\(tab): order changed" }
                }
            }
            return nil
        }
    }

    @Test("P5: two devices' runs that have not seen each other stay in two pieces")
    func noInterleaving() {
        Schedule.check([.distinct]) { fleet in
            let oracle = Oracle(fleet)
            for tab in tabs {
                let stack = fleet.state.stack(of: .tab(tab)).map(\.shown)
                let runs = Runs(on: tab, oracle).all
                for (index, run) in runs.enumerated() {
                    for other in runs[..<index] where run.isUnseen(by: other) {
                        let labels = stack.compactMap { id in
                            run.ids.contains(id) ? 0 : other.ids.contains(id) ? 1 : nil
                        }
                        let changes = zip(labels, labels.dropFirst()).filter { $0 != $1 }.count
                        guard changes <= 1 else { return "\(run.ids) and \(other.ids) interleave" }
                    }
                }
            }
            return nil
        }
    }

    @Test("P6: setItems replaces all before it; its items are the trunk, all later stand above")
    func setItems() {
        Schedule.check { fleet in
            let oracle = Oracle(fleet)
            for tab in tabs {
                let stack = fleet.state.stack(of: .tab(tab))
                let trunk = oracle.trunk(of: .tab(tab))
                guard stack.prefix(trunk.count).map(\.shown) == trunk else {
                    return "\(tab): trunk"
                }
                let floor = oracle.floors[.tab(tab)] ?? .zero
                for place in stack.dropFirst(trunk.count) {
                    guard let placed = oracle.placements[place.shown], placed.stamp > floor,
                        placed.placement.base != .item
                    else { return "\(place.shown) is neither an item nor later" }
                }
            }
            return nil
        }
    }

    @Test("P7: the newest select of a tab that can be selected is the selection")
    func selection() {
        Schedule.check { fleet in
            let scene = fleet.state.scene
            let expected = Oracle(fleet).selection(among: scene.tabs.map(\.id))
            return scene.selectedTab == expected
                ? nil : "\(scene.selectedTab as TabID?, default: "none") is selected"
        }
    }

    @Test("P8: the newest write of a register stays, whenever the others arrive")
    func lateChanges() {
        Schedule.check { fleet in
            let oracle = Oracle(fleet)
            for tab in fleet.state.scene.tabs {
                guard tab.title == oracle.attribute(TabField.title, of: tab.id)?.text else {
                    return "\(tab.id): title \(tab.title)"
                }
            }
            for arrival in fleet.records where arrival.change.operations.count == 1 {
                if let complaint = complaint(aboutLate: arrival) { return complaint }
            }
            return nil
        }
    }

    private func complaint(aboutLate arrival: Fleet.Arrival) -> String? {
        guard case .updateTab(let tab, let attributes)? = arrival.taken.first?.operation,
            let title = attributes.first, title.field == TabField.title, attributes.count == 1,
            let before = arrival.before[.tab(tab), title.field], before.stamp > arrival.stamp,
            before.value != title.value, arrival.after.isVisible(tab)
        else { return nil }
        guard arrival.before.scene == arrival.after.scene else { return "a late title is shown" }
        return arrival.outcomes == [.superseded(by: before.revision)]
            ? nil : "late, but \(arrival.outcomes)"
    }

    @Test("P9: the bar is what the newest declarations and removals say; edits inside are hidden")
    func removal() {
        Schedule.check { fleet in
            let visible = Set(fleet.state.scene.tabs.map(\.id))
            guard visible == Oracle(fleet).visibleTabs else { return "the bar is \(visible)" }
            for arrival in fleet.records where arrival.taken.count == 1 {
                let outcome = arrival.outcomes[0]
                switch arrival.taken[0].operation {
                case .updateTab(let id, _), .moveTab(let id, _), .selectTab(let id),
                    .refreshTab(let id), .setBadge(let id, _, _), .addToBadge(let id, _),
                    .push(_, .tab(let id), _, _), .setItems(.tab(let id), _):
                    let removal = arrival.before.revision(.tab(id), TabField.removed)
                    if !arrival.before.isVisible(id), outcome != .hidden(by: removal) {
                        return "not hidden: \(outcome)"
                    }
                default: break
                }
            }
            return nil
        }
    }

    @Test("P10: additions count once each, and a set replaces exactly what its device had seen")
    func badges() {
        Schedule.check { fleet in
            let oracle = Oracle(fleet)
            for tab in fleet.state.scene.tabs where tab.badge != oracle.badge(of: tab.id) {
                return "\(tab.id) shows \(tab.badge ?? "nothing")"
                    + ", not \(oracle.badge(of: tab.id) ?? "nothing")"
            }
            return nil
        }
    }

    @Test("P11: a change is taken whole, in one commit, or nothing of it is seen")
    func whole() {
        Schedule.check { fleet in
            for arrival in fleet.records {
                guard arrival.outcomes.count == arrival.change.operations.count else {
                    return "\(arrival.outcomes.count) outcomes"
                }
                var mirror = arrival.before
                if let commit = arrival.commit { mirror.apply(commit) }
                guard mirror == arrival.after else { return "the commit is not the whole change" }
                guard arrival.isRejected else { continue }
                guard arrival.before.scene == arrival.after.scene else { return "half taken" }
                guard Set(arrival.outcomes).count == 1 else { return "half refused" }
            }
            return nil
        }
    }

    @Test("Outcomes: applied if and only if the scene changed, for changes of one step")
    func appliedMeansSeen() {
        Schedule.check { fleet in
            for arrival in fleet.records where arrival.change.operations.count == 1 {
                let isSeen = arrival.before.scene != arrival.after.scene
                let isUnknownField = arrival.change.operations[0].setsUnknownField
                guard isSeen == (arrival.outcomes[0] == .applied) || isUnknownField else {
                    return "\(arrival.outcomes[0]) of \(arrival.change.operations[0])"
                }
                let own = arrival.commit?.revision
                if own != nil, arrival.outcomes[0].by == own { return "explained by itself" }
            }
            return nil
        }
    }

    @Test("The runs meet every outcome, twins, popped ancestors and rejections")
    func coverage() {
        var kinds: Set<Outcome.Kind> = []
        var hasTwins = false
        for flavour in Schedule.Flavour.allCases {
            for fleet in Schedule.runs[flavour] ?? [] {
                kinds.formUnion(fleet.records.flatMap { $0.outcomes.map(\.kind) })
                hasTwins =
                    hasTwins
                    || tabs.contains { tab in
                        fleet.state.stack(of: .tab(tab)).contains { $0.twins.count > 1 }
                    }
            }
        }
        #expect(kinds == Set(Outcome.Kind.allCases))
        #expect(hasTwins)
    }
}

extension Operation {
    /// Whether people see it only with a newer version.
    fileprivate var setsUnknownField: Bool {
        if case .updateTab(_, let attributes) = self {
            attributes.contains { $0.field.number > 100 }
        } else {
            false
        }
    }
}
