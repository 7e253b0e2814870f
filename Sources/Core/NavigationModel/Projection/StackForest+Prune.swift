extension StackForest {
    /// A part of a forest that can be pruned, and the writes that keep all that is shown in its
    /// node.
    struct Prunable {
        /// The screens that can be pruned.
        var screens: [ScreenID] = []
        /// The placements that kept screens take over from pruned ones.
        var lifts: [ScreenID: Stamp] = [:]
        /// The links of kept screens that lead past pruned ones.
        var relinks: [ScreenID: Relink] = [:]
    }

    /// Returns the part of the forest that can be pruned, at most `limit` screens: those that were
    /// popped, that `isOld` marks as no longer needed, and on which nothing kept stands but one
    /// node, which takes theirs. Costs the whole forest.
    func prunable(limit: Int, where isOld: (ScreenID) -> Bool) -> Prunable {
        var result = Prunable()
        for screen in sorted where isItem(screen) && !screen.isThere && isOld(screen.id) {
            if result.screens.count < limit { result.screens.append(screen.id) }
        }
        var members: [Int: [PlacedScreen]] = [:]
        for screen in sorted { node(of: screen.id).map { members[$0, default: []].append(screen) } }
        var needed: Set<ScreenID> = []
        var newest: [Int: (all: Stamp, kept: Stamp)] = [:]
        // The kept screens of each node that stands on this one.
        var keptAbove: [Int: [[PlacedScreen]]] = [:]
        // A node has a greater number than the one under it, so the ends of the branches come first.
        for index in members.keys.sorted(by: >) {
            let screens = members[index] ?? []
            let stamps = screens.map {
                max($0.content == nil ? .zero : $0.order, $0.lifted ?? .zero)
            }
            var branch = newest[index] ?? (.zero, .zero)
            branch.all = stamps.reduce(branch.all, max)
            let room = limit - result.screens.count
            let isPrunable = screens.allSatisfy { !$0.isThere && isOld($0.id) }
            let kept: [PlacedScreen]
            if isPrunable, screens.count <= room,
                let successors = successors(among: keptAbove[index] ?? [])
            {
                // Those that stand on it take its place.
                for successor in successors {
                    guard let below = successor.below else { continue }
                    result.relinks[successor.id] = Relink(of: below, to: screens.first?.support)
                }
                result.screens += screens.map(\.id)
                kept = successors
                needed.formUnion(screens.prefix(1).compactMap(\.support))
            } else {
                let pruned = screens.filter {
                    !$0.isThere && !needed.contains($0.id) && isOld($0.id)
                }.prefix(room).map(\.id)
                result.screens += pruned
                kept = screens.filter { !pruned.contains($0.id) }
                for (screen, stamp) in zip(screens, stamps) where !pruned.contains(screen.id) {
                    branch.kept = max(branch.kept, stamp)
                }
                needed.formUnion(kept.compactMap(\.support))
            }
            if branch.kept < branch.all, !kept.isEmpty {
                for screen in kept { result.lifts[screen.id] = branch.all }
                branch.kept = branch.all
            }
            guard let parent = parent(of: index) else { continue }
            if !kept.isEmpty { keptAbove[parent, default: []].append(kept) }
            let above = newest[parent] ?? (.zero, .zero)
            newest[parent] = (max(above.all, branch.all), max(above.kept, branch.kept))
        }
        return result
    }

    /// Returns the screens that can replace the node on which all these stand; `nil` if that node
    /// is needed, as several stand there, or screens that were put on different ones of it.
    private func successors(among kept: [[PlacedScreen]]) -> [PlacedScreen]? {
        guard kept.count == 1, let successors = kept.first,
            Set(successors.map(\.below)).count == 1
        else { return nil }
        return successors
    }
}
