extension StackForest {
    /// A part of a forest that can be pruned, and the writes that keep all that is shown in its
    /// node.
    struct Prunable {
        /// The screens that can be pruned.
        var screens: [ScreenID] = []
        /// The placements that kept screens take over from pruned ones; each is written before the
        /// one with the index `need` is dropped, or with it.
        var lifts: [ScreenID: (stamp: Stamp, need: Int)] = [:]
        /// The links of kept screens that lead past pruned ones, likewise.
        var relinks: [ScreenID: (relink: Relink, need: Int)] = [:]
    }

    /// The placements in the branch of a node, as a prune finds them.
    private struct Branch {
        /// The newest of all.
        var all: Stamp = .zero
        /// The newest of those that are kept.
        var kept: Stamp = .zero
        /// The index of the first screen of it that is pruned; beyond all others if none is.
        var firstPruned: Int = .max

        mutating func add(_ other: Branch) {
            all = max(all, other.all)
            kept = max(kept, other.kept)
            firstPruned = min(firstPruned, other.firstPruned)
        }
    }

    /// Returns the part of the forest that can be pruned: the screens that were popped, that `isOld`
    /// marks as no longer needed, and on which nothing kept stands but one node, which takes theirs.
    /// A screen comes before those that it stands on. Costs the whole forest.
    func prunable(where isOld: (ScreenID) -> Bool) -> Prunable {
        var result = Prunable()
        var members = [[Int]](repeating: [], count: nodeCount)
        let isPrunable = (0..<places.count).map { number in
            let place = places[number]
            let isPrunable = !place.isThere && isOld(place.id)
            if place.node >= 0 {
                members[Int(place.node)].append(number)
            } else if isPrunable {
                result.screens.append(place.id)
            }
            return isPrunable
        }
        guard isPrunable.contains(true) else { return result }
        var isNeeded = [Bool](repeating: false, count: places.count)
        var branches = [Branch](repeating: Branch(), count: nodeCount)
        // The kept screens of each node that stands on this one.
        var keptAbove = [[[Int]]](repeating: [], count: nodeCount)
        // A node has a greater number than the one under it, so the ends of the branches come first.
        for index in members.indices.reversed() {
            let screens = inOrder(members[index])
            let stamps = screens.map(liftingStamp)
            let former = result.screens.count
            var branch = branches[index]
            branch.all = stamps.reduce(branch.all, max)
            let kept: [Int]
            if screens.allSatisfy({ isPrunable[$0] }),
                let successors = successors(among: keptAbove[index])
            {
                // Those that stand on it take its place.
                let support = screens.first.flatMap { screen($0).support }
                for successor in successors.map(screen) {
                    guard let below = successor.below else { continue }
                    let need = result.relinks[successor.id]?.need ?? former
                    result.relinks[successor.id] = (Relink(of: below, to: support), need)
                }
                result.screens += screens.map { places[$0].id }
                kept = successors
                if let needed = screens.first.flatMap(supportNumber) { isNeeded[needed] = true }
            } else {
                for (screen, stamp) in zip(screens, stamps) {
                    if isPrunable[screen], !isNeeded[screen] {
                        result.screens.append(places[screen].id)
                    } else {
                        branch.kept = max(branch.kept, stamp)
                    }
                }
                kept = screens.filter { !isPrunable[$0] || isNeeded[$0] }
                for needed in kept.compactMap(supportNumber) { isNeeded[needed] = true }
            }
            if result.screens.count > former {
                branch.firstPruned = min(branch.firstPruned, former)
            }
            if branch.kept < branch.all, !kept.isEmpty {
                for screen in kept {
                    result.lifts[places[screen].id] = (branch.all, branch.firstPruned)
                }
                branch.kept = branch.all
            }
            guard let parent = parent(of: index) else { continue }
            if !kept.isEmpty { keptAbove[parent].append(kept) }
            branches[parent].add(branch)
        }
        return result
    }

    /// Returns the screens of a node, oldest first.
    private func inOrder(_ members: [Int]) -> [Int] {
        guard members.count > 1 else { return members }
        return members.sorted {
            (order(of: Int32($0)), places[$0].id) < (order(of: Int32($1)), places[$1].id)
        }
    }

    /// Returns the newest placement by which a screen lifts the branch of its node.
    private func liftingStamp(_ number: Int) -> Stamp {
        let place = places[number]
        let order = place.content == nil ? .zero : order(of: Int32(number))
        return place.kind == .unusual ? max(order, screen(number).lifted ?? .zero) : order
    }

    /// Returns the number of the screen that another stands on; `nil` if it is not above the floor.
    private func supportNumber(_ number: Int) -> Int? {
        let place = places[number]
        switch place.kind {
        case .item: return nil
        case .push: return place.below < 0 ? nil : Int(place.below)
        case .unusual: return screen(number).support.flatMap { self.number(of: $0) }
        }
    }

    /// Returns the screens that can replace the node on which all these stand; `nil` if that node
    /// is needed, as several stand there, or screens that were put on different ones of it.
    private func successors(among kept: [[Int]]) -> [Int]? {
        guard kept.count == 1, let successors = kept.first,
            Set(successors.map { screen($0).below }).count == 1
        else { return nil }
        return successors
    }
}
