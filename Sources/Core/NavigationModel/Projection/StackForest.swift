internal import HashTreeCollections

/// The stack of one tab, modal or standalone bar, in a form in which a write costs its own size and
/// not the stack's.
///
/// The **trunk** is the items of the newest setItems, in their order. Above it stand the
/// **branches**: a forest, by "put on" links, of all that was pushed after the floor, read depth
/// first, siblings in the order of the newest placement in their branch. Popped screens keep their
/// place until the list is read; only then are they left out, so a pop never reorders the rest.
///
/// It holds what was placed above the floor, popped screens included, and depends on that alone,
/// not on the order in which it came. What is put on top, popped from the top, or put under the
/// newest placement costs a constant number of look-ups, taken over all; what lifts an older branch
/// costs the way from its end to the fork. What changes links that others hang on (a late placement
/// under a known screen, a screen placed anew) makes the forest anew in ``settle()``.
struct StackForest: Sendable {
    /// The screens that share a node: one screen, or twins.
    private struct Node: Sendable {
        let parent: Int?
        let depth: Int
        /// The rank among nodes without any placement that counts.
        let creationStamp: Stamp
        /// The screens that are there, oldest first.
        var there: [ScreenID] = []
        /// The nodes that stand on this one and have something to show, in their order.
        var children: [Int] = []
        /// The newest placement in the branch; out of date on the ``spine``.
        var newest: Stamp = .zero

        var isLive: Bool { !there.isEmpty || !children.isEmpty }
    }

    /// The common part of twins: the same content on the same node, or on the same absent screen.
    /// Those that were relinked were put on one screen, too: others are not their twins by standing
    /// there.
    private struct TwinKey: Hashable, Sendable {
        let parent: Int?
        let below: ScreenID?
        let content: PushedContent
    }

    /// The screens that were placed above the floor.
    private var screens: TreeDictionary<ScreenID, PlacedScreen> = [:]
    /// The number of nodes that have something to show.
    private(set) var count = 0
    /// A counter that grows when nodes that are shown change their order among each other.
    private(set) var reorderings = 0

    private var floor: Stamp = .zero
    /// The newest stamp of any screen's placement.
    private var newestStamp: Stamp = .zero
    /// The items that are there, in their order.
    private var trunk: [ScreenID] = []

    private var nodes: TreeDictionary<Int, Node> = [:]
    private var nodeOf: TreeDictionary<ScreenID, Int> = [:]
    private var twins: TreeDictionary<TwinKey, Int> = [:]
    private var roots: [Int] = []
    /// The path to the newest placement, or the part of it that a push can still go on: each node
    /// is the last of its siblings, and the newest placement in its branch is `newest`.
    private var spine: [Int] = []
    private var newest: Stamp = .zero
    /// Screens that others were put on before these were a link.
    private var unlinked: TreeSet<ScreenID> = []
    private var isStale = false

    // MARK: Reading

    /// Everything above the floor.
    var ids: [ScreenID] { Array(screens.keys) }

    /// Everything above the floor as it is placed, popped or not. Costs what is there.
    var placements: [ObservedScreen] {
        screens.values.map { ObservedScreen(id: $0.id, placement: $0.stamp) }
    }

    /// The screens that are there, as they are placed. Costs what is shown.
    var shownPlacements: [ObservedScreen] {
        entries.flatMap(\.twins).compactMap { id in
            screens[id].map { ObservedScreen(id: id, placement: $0.stamp) }
        }
    }

    /// The nodes with something to show, bottom to top. Costs what is shown.
    var entries: [StackEntry] {
        var entries = trunk.map { StackEntry(shown: $0, twins: [$0]) }
        // Depth first with a stack of our own: a chain of ten thousand pushes is a normal input.
        var pending = Array(roots.reversed())
        while let index = pending.popLast() {
            guard let node = nodes[index] else { continue }
            if let shown = node.there.first {
                entries.append(StackEntry(shown: shown, twins: node.there))
            }
            pending.append(contentsOf: node.children.reversed())
        }
        return entries
    }

    /// Returns the node of a screen that is there; `nil` for any other.
    func entry(of id: ScreenID) -> StackEntry? {
        guard let screen = screens[id], screen.isThere else { return nil }
        guard let node = nodeOf[id].flatMap({ nodes[$0] }) else {
            return StackEntry(shown: id, twins: [id])
        }
        return node.there.first.map { StackEntry(shown: $0, twins: node.there) }
    }

    /// The lowest node.
    var bottom: StackEntry? {
        if let first = trunk.first { return StackEntry(shown: first, twins: [first]) }
        var index = roots.first
        while let node = index.flatMap({ nodes[$0] }) {
            if let shown = node.there.first { return StackEntry(shown: shown, twins: node.there) }
            index = node.children.first
        }
        return nil
    }

    /// The highest node.
    var top: StackEntry? {
        var index = spine.last ?? roots.last
        while let node = index.flatMap({ nodes[$0] }) {
            if let last = node.children.last {
                index = last
            } else {
                return node.there.first.map { StackEntry(shown: $0, twins: node.there) }
            }
        }
        return trunk.last.map { StackEntry(shown: $0, twins: [$0]) }
    }

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
        for screen in sorted { nodeOf[screen.id].map { members[$0, default: []].append(screen) } }
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
            guard let parent = self[index].parent else { continue }
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

    /// Everything above the floor, in the order of the nodes.
    private var sorted: [PlacedScreen] {
        screens.values.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }

    // MARK: Writing

    /// Removes the screens that were placed at or under a new floor.
    mutating func raise(to floor: Stamp) {
        guard floor > self.floor else { return }
        if newestStamp <= floor {
            self = StackForest(floor: floor, reorderings: reorderings)
            return
        }
        self.floor = floor
        for (id, screen) in screens where screen.stamp <= floor { screens[id] = nil }
        isStale = true
    }

    init(floor: Stamp = .zero, reorderings: Int = 0) {
        self.floor = floor
        self.reorderings = reorderings
    }

    /// Adds a screen, or updates it; one at or under the floor is left out. The forest can be read
    /// again after ``settle()``.
    mutating func put(_ screen: PlacedScreen) {
        guard screen.stamp > floor else { return remove(screen.id) }
        let former = screens.updateValue(screen, forKey: screen.id)
        newestStamp = max(newestStamp, screen.stamp)
        guard !isStale else { return }
        guard let former else {
            // Others were put on it before it came: they hang on it now, with all that hangs on
            // them.
            if !isItem(screen), unlinked.contains(screen.id) { isStale = true } else { add(screen) }
            return
        }
        guard former.isSamePlacement(as: screen) else {
            isStale = true
            return
        }
        if former.isThere != screen.isThere { screen.isThere ? enter(screen) : leave(screen) }
        if let lifted = screen.lifted, let node = nodeOf[screen.id] { lift(node, to: lifted) }
    }

    /// Removes a screen that was pruned, or placed on another stack.
    mutating func remove(_ id: ScreenID) {
        if screens.removeValue(forKey: id) != nil { isStale = true }
    }

    /// Makes the forest readable after a batch of writes.
    mutating func settle() {
        guard isStale else { return }
        let before = entries.map(\.shown)
        let all = sorted
        let reorderings = reorderings
        let screens = screens
        let newestStamp = newestStamp
        self = StackForest(floor: floor)
        self.screens = screens
        self.newestStamp = newestStamp
        for screen in all { add(screen) }
        let after = entries.map(\.shown)
        let kept = Set(before).intersection(after)
        let isSameOrder = before.filter(kept.contains).elementsEqual(after.filter(kept.contains))
        self.reorderings = reorderings + (isSameOrder ? 0 : 1)
    }

    // MARK: Places

    private func isItem(_ screen: PlacedScreen) -> Bool {
        screen.base == .item && screen.order > floor
    }

    /// Returns the node that the screen was put on. A link counts only if it leads to an older
    /// placement, so links never form a cycle, whatever arrives.
    private func link(of screen: PlacedScreen) -> Int? {
        guard let support = screen.support, let order = screens[support]?.order,
            order < screen.order
        else { return nil }
        return nodeOf[support]
    }

    private mutating func add(_ screen: PlacedScreen) {
        if isItem(screen) {
            if screen.isThere { enter(screen) }
            return
        }
        let parent = link(of: screen)
        if parent == nil, let support = screen.support { unlinked.insert(support) }
        let key = twinKey(of: screen, on: parent)
        let index = key.flatMap { twins[$0] } ?? nodes.count
        if nodes[index] == nil {
            let depth = parent.flatMap { nodes[$0] }.map { $0.depth + 1 } ?? 0
            nodes[index] = Node(parent: parent, depth: depth, creationStamp: screen.order)
            if let key { twins[key] = index }
        }
        nodeOf[screen.id] = index
        // Without content it was refused and never shown: it leads down, but lifts nothing.
        if screen.content != nil { lift(index, to: screen.order) }
        if let lifted = screen.lifted { lift(index, to: lifted) }
        if screen.isThere { enter(screen) }
        trimSpine()
    }

    /// Returns the key that a push shares with its twins; `nil` for items, those of an older list
    /// that were restored included, and for pushes without content: these have no twins.
    private func twinKey(of screen: PlacedScreen, on parent: Int?) -> TwinKey? {
        guard case .pushed(on: let below) = screen.base, let content = screen.content else {
            return nil
        }
        let isApart = parent == nil || screen.isRelinked
        return TwinKey(parent: parent, below: isApart ? below : nil, content: content)
    }

    /// Shows a screen at its node.
    private mutating func enter(_ screen: PlacedScreen) {
        guard let index = nodeOf[screen.id] else {
            trunk.insert(screen.id, at: insertionIndex(of: screen, in: trunk))
            count += 1
            return
        }
        let there = self[index].there
        if there.isEmpty { count += 1 }
        if !self[index].isLive { attach(index) }
        self[index].there.insert(screen.id, at: insertionIndex(of: screen, in: there))
    }

    /// Hides a screen; its node stays for what stands on it.
    private mutating func leave(_ screen: PlacedScreen) {
        guard let index = nodeOf[screen.id] else {
            if let rank = trunk.firstIndex(of: screen.id) {
                trunk.remove(at: rank)
                count -= 1
            }
            return
        }
        self[index].there.removeAll { $0 == screen.id }
        if self[index].there.isEmpty { count -= 1 }
        if !self[index].isLive { detach(index) }
        trimSpine()
    }

    private func insertionIndex(of screen: PlacedScreen, in screens: [ScreenID]) -> Int {
        let last = screens.last.flatMap { self.screens[$0]?.order } ?? .zero
        if last < screen.order { return screens.count }
        return screens.firstIndex { (self.screens[$0]?.order ?? .zero) > screen.order }
            ?? screens.count
    }

    /// Adds a node that is about to show something to its siblings, and so all that it stands on.
    private mutating func attach(_ index: Int) {
        var index = index
        while let parent = self[index].parent {
            let wasLive = self[parent].isLive
            let position = firstIndex(notBelow: rank(of: index), in: self[parent].children)
            self[parent].children.insert(index, at: position)
            guard !wasLive else { return }
            index = parent
        }
        roots.insert(index, at: firstIndex(notBelow: rank(of: index), in: roots))
    }

    /// Takes a node without anything to show from its siblings, and so all that stood for it
    /// alone.
    private mutating func detach(_ index: Int) {
        var index = index
        while let parent = self[index].parent {
            let position = firstIndex(notBelow: rank(of: index), in: self[parent].children)
            self[parent].children.remove(at: position)
            guard !self[parent].isLive else { return }
            index = parent
        }
        roots.remove(at: firstIndex(notBelow: rank(of: index), in: roots))
    }

    // MARK: Order

    /// Records a placement in the branch of a node, which may lift the branch over others.
    private mutating func lift(_ index: Int, to stamp: Stamp) {
        guard stamp > newest else { return liftLate(index, to: stamp) }
        var path: [Int] = []
        var fork: Int? = index
        while let node = fork, !isOnSpine(node) {
            path.append(node)
            fork = self[node].parent
        }
        let kept = fork.map { self[$0].depth + 1 } ?? 0
        while spine.count > kept { dropSpineEnd() }
        for node in path.reversed() {
            if self[node].isLive { move(node) { $1.endIndex } }
            spine.append(node)
        }
        newest = stamp
    }

    /// Records a placement that is older than another: it lifts the branch only over those that are
    /// older still.
    private mutating func liftLate(_ index: Int, to stamp: Stamp) {
        var index: Int? = index
        while let node = index, !isOnSpine(node), self[node].newest < stamp {
            let rank = Rank(newest: stamp, creationStamp: self[node].creationStamp, node: node)
            if self[node].isLive { move(node) { $0.firstIndex(notBelow: rank, in: $1) } }
            self[node].newest = stamp
            index = self[node].parent
        }
    }

    /// Moves a node among its siblings; `target` finds where to, once it is taken out.
    private mutating func move(_ index: Int, to target: (StackForest, [Int]) -> Int) {
        let parent = self[index].parent
        var siblings = parent.map { self[$0].children } ?? roots
        let former = firstIndex(notBelow: rank(of: index), in: siblings)
        siblings.remove(at: former)
        let position = target(self, siblings)
        guard position != former else { return }
        siblings.insert(index, at: position)
        if let parent { self[parent].children = siblings } else { roots = siblings }
        reorderings += 1
    }

    private struct Rank: Comparable {
        let newest: Stamp
        let creationStamp: Stamp
        /// Stamps are unique, but for those of a fault: even then each node has a rank of its own.
        let node: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (left.newest, left.creationStamp, left.node) < (
                right.newest, right.creationStamp, right.node
            )
        }
    }

    private func rank(of index: Int) -> Rank {
        let node = self[index]
        return Rank(
            newest: isOnSpine(index) ? newest : node.newest, creationStamp: node.creationStamp,
            node: index)
    }

    private func firstIndex(notBelow rank: Rank, in siblings: [Int]) -> Int {
        // Most of what is looked for is at the end.
        guard let last = siblings.last, self.rank(of: last) >= rank else { return siblings.count }
        var (low, high) = (0, siblings.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if self.rank(of: siblings[middle]) < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isOnSpine(_ index: Int) -> Bool {
        let depth = self[index].depth
        return depth < spine.count && spine[depth] == index
    }

    /// Takes the last node off the spine: from now on it keeps its branch's newest placement
    /// itself.
    private mutating func dropSpineEnd() {
        guard let last = spine.popLast() else { return }
        self[last].newest = newest
    }

    /// Drops the end of the newest branch that is no longer shown: it need not be walked past
    /// again.
    private mutating func trimSpine() {
        while let last = spine.last, !self[last].isLive { dropSpineEnd() }
    }

    /// A node by its number, which every number in the forest has.
    private subscript(index: Int) -> Node {
        get { nodes[index] ?? Node(parent: nil, depth: 0, creationStamp: .zero) }
        _modify { yield &nodes[index, default: Node(parent: nil, depth: 0, creationStamp: .zero)] }
    }
}

extension PlacedScreen {
    /// Returns a Boolean value indicating whether both stand at the same node for the same reason,
    /// shown or not.
    fileprivate func isSamePlacement(as other: PlacedScreen) -> Bool {
        order == other.order && base == other.base && content == other.content
            && relink == other.relink
    }
}
