@testable import NavigationModel

extension Property {
    /// P2: a pop takes what it names, once, and nothing under it; the later gets `noop`.
    static let namedPop = Property { fleet in
        for arrival in fleet.records where !arrival.isRejected {
            guard let pop = arrival.change.operations.first?.payload as? PopOperation,
                case .named(let screens) = pop.screens, arrival.change.operations.count == 1
            else { continue }
            let tab = pop.stack
            let before = arrival.before.stack(of: tab)
            let after = arrival.after.stack(of: tab)
            let gone = Set(before.flatMap(\.twins)).subtracting(after.flatMap(\.twins))
            guard gone.isSubset(of: screens.map(\.id)) else { return "popped what is not named" }
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

    /// P3: all that was pushed is there, but what a pop had seen and what a floor replaced.
    static let noLostPush = Property { fleet in
        let oracle = Oracle(fleet)
        for tab in oracle.stacks {
            let shown = Set(fleet.state.stack(of: tab).flatMap(\.twins))
            let expected = oracle.members(of: tab)
            guard shown == expected else {
                return "\(tab): lost \(expected.subtracting(shown)), "
                    + "risen \(shown.subtracting(expected))"
            }
        }
        return nil
    }

    /// P3: what shares a place was pushed there, and says the same or has one identity; and what
    /// was pushed on one screen and says the same shares a place.
    static let twins = Property([.twins]) { fleet in
        let oracle = Oracle(fleet)
        let contents = oracle.pushedContents
        for stack in oracle.stacks {
            let places = fleet.state.stack(of: stack).map(\.twins)
            for place in places where place.count > 1 {
                guard Set(place.map { contents[$0] }).count == 1, contents[place[0]] != nil else {
                    return "\(stack): \(place) are shown as one, and say different things"
                }
                let isOfItems = place.contains { oracle.placements[$0]?.placement.base == .item }
                if isOfItems { return "\(stack): \(place) are shown as one, and one is an item" }
            }
            for (index, place) in places.enumerated() {
                for id in place {
                    let twin = places[..<index].joined().first { other in
                        contents[other] != nil && contents[other] == contents[id]
                            && oracle.isPushed(id, asIs: other)
                    }
                    if let twin { return "\(stack): \(twin) and \(id) are shown as two" }
                }
            }
        }
        return nil
    }

    /// P3: what was pushed stands on its nearest ancestor left.
    static let nearestAncestor = Property([.distinct]) { fleet in
        let oracle = Oracle(fleet)
        for tab in oracle.stacks {
            let stack = fleet.state.stack(of: tab).map(\.shown)
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

    /// P4: a push stands on top of everything placed before it.
    static let lastOnTop = Property([.distinct]) { fleet in
        for arrival in fleet.records {
            guard let (stamp, operation) = arrival.taken.last,
                let push = operation.payload as? PushOperation, push.below != push.id,
                arrival.taken.count == 1, arrival.isNewest(on: push.stack)
            else { continue }
            guard arrival.after.stack(of: push.stack).last?.shown == push.id else {
                return "\(push.id), pushed at \(stamp), is not on top"
            }
        }
        return nil
    }

    /// P4: a pop shows what was under it and never changes the order of the rest.
    static let popKeepsOrder = Property { fleet in
        let stacks = Oracle(fleet).stacks
        for arrival in fleet.records {
            let hasPlaced = arrival.change.operations.contains { operation in
                operation.payload is PushOperation || operation.payload is SetItemsOperation
                    || operation.payload is RestoreOperation
            }
            guard !hasPlaced else { continue }
            for tab in stacks {
                let after = arrival.after.stack(of: tab)
                let left = Set(after.flatMap(\.twins))
                let expected = arrival.before.stack(of: tab).map { place in
                    place.twins.filter(left.contains)
                }.filter { !$0.isEmpty }
                guard after.map(\.twins) == expected else { return "\(tab): order changed" }
            }
        }
        return nil
    }

    /// P5: two devices' runs that have not seen each other stay in two pieces.
    static let noInterleaving = Property([.distinct]) { fleet in
        let oracle = Oracle(fleet)
        for tab in oracle.stacks {
            let stack = fleet.state.stack(of: tab).map(\.shown)
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

    /// P6: setItems replaces all before it, and only that; its items are the trunk, all later
    /// stand above.
    static let setItems = Property { fleet in
        let oracle = Oracle(fleet)
        for tab in oracle.stacks {
            let stack = fleet.state.stack(of: tab)
            let trunk = oracle.trunk(of: tab)
            guard stack.prefix(trunk.count).map(\.shown) == trunk else {
                return "\(tab): the items are not the trunk"
            }
            let above = Set(stack.dropFirst(trunk.count).flatMap(\.twins))
            let later = oracle.members(of: tab).subtracting(trunk)
            guard above == later else {
                return "\(tab): \(above) stand on the items, not \(later)"
            }
        }
        return nil
    }
}

extension Fleet.Arrival {
    /// Returns a Boolean value indicating whether everything that any change has placed on the
    /// stack so far is older.
    fileprivate func isNewest(on stack: StackID) -> Bool {
        guard stamp > rawBefore.floor(of: stack) else { return false }
        return rawBefore.entries.allSatisfy { effect, _ in
            guard effect.record.kind == .screen, effect.field == ScreenField.placement,
                Placement(effect.value)?.stack == stack
            else { return true }
            return effect.stamp < stamp
        }
    }
}
