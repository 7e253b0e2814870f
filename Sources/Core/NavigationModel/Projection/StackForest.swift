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
    /// The common part of twins: the same content on the same node, or on the same absent screen.
    /// Those that were relinked were put on one screen, too: others are not their twins by standing
    /// there.
    private struct TwinKey: Hashable {
        let parent: Int?
        let below: ScreenID?
        let content: PushedContent
    }

    /// The screens that were placed above the floor, by their numbers.
    var places = SharedArray<Place>()
    /// Those that a place has no room for.
    var unusual: TreeDictionary<Int, PlacedScreen> = [:]
    /// Their numbers, by their ids.
    var byID = HashIndex()
    /// Stamps of pruned placements, as screens have taken them over.
    var liftedStamps: [Stamp] = []
    /// The number of nodes that have something to show.
    private(set) var count = 0
    /// A counter that grows when nodes that are shown change their order among each other.
    private(set) var reorderings = 0

    private var floor: Stamp = .zero
    /// The newest stamp of any screen's placement.
    private var newestStamp: Stamp = .zero
    /// The items that are there, in their order.
    private var trunk: [Int32] = []

    private var nodes = SharedArray<Node>()
    /// Nodes by what makes pushes twins.
    private var byTwinKey = HashIndex()
    private var roots: [Int32] = []
    /// The path to the newest placement, or the part of it that a push can still go on: each node
    /// is the last of its siblings, and the newest placement in its branch is `newest`.
    private var spine: [Int32] = []
    private var newest = StampName.zero
    /// Screens that others were put on before these were a link.
    private var unlinked: TreeSet<ScreenID> = []
    /// The screens that were put or, where there is none, removed since the forest has to be made
    /// anew; `nil` while it has not.
    private var scattered: [ScreenID: PlacedScreen?]?

    // MARK: Reading

    private static func areInOrder(_ left: PlacedScreen, _ right: PlacedScreen) -> Bool {
        (left.order, left.id) < (right.order, right.id)
    }

    /// Everything above the floor as it is placed, popped or not. Costs what is there.
    var placements: [ObservedScreen] { (0..<places.count).map(placement) }

    /// The screens that are there, as they are placed. Costs what is shown.
    var shownPlacements: [ObservedScreen] {
        entries.flatMap(\.twins).compactMap { number(of: $0).map(placement) }
    }

    private func placement(_ number: Int) -> ObservedScreen {
        ObservedScreen(id: places[number].id, placement: places[number].stamp)
    }

    /// The nodes with something to show, bottom to top. Costs what is shown.
    var entries: [StackEntry] {
        var entries = trunk.map(entry)
        // Depth first with a stack of our own: a chain of ten thousand pushes is a normal input.
        var pending = Array(roots.reversed())
        while let index = pending.popLast() {
            let node = nodes[Int(index)]
            if let entry = entry(node) { entries.append(entry) }
            pending.append(contentsOf: node.children.reversed())
        }
        return entries
    }

    private func entry(_ item: Int32) -> StackEntry {
        let id = places[Int(item)].id
        return StackEntry(shown: id, twins: [id])
    }

    private func entry(_ node: Node) -> StackEntry? {
        node.there.first.map { shown in
            StackEntry(
                shown: places[Int(shown)].id, twins: node.there.map { places[Int($0)].id })
        }
    }

    /// Returns the node of a screen that is there; `nil` for any other.
    func entry(of id: ScreenID) -> StackEntry? {
        guard let number = number(of: id), places[number].isThere else { return nil }
        let node = places[number].node
        return node < 0 ? entry(Int32(number)) : entry(nodes[Int(node)])
    }

    /// The lowest node.
    var bottom: StackEntry? {
        if let first = trunk.first { return entry(first) }
        var index = roots.first
        while let node = index.map({ nodes[Int($0)] }) {
            if let entry = entry(node) { return entry }
            index = node.children.first
        }
        return nil
    }

    /// The highest node.
    var top: StackEntry? {
        var index = spine.last ?? roots.last
        while let node = index.map({ nodes[Int($0)] }) {
            guard let last = node.children.last else { return entry(node) }
            index = last
        }
        return trunk.last.map(entry)
    }

    /// Returns the number of a screen's node; `nil` for an item of the trunk, and for a screen that
    /// is not above the floor.
    func node(of id: ScreenID) -> Int? {
        number(of: id).flatMap { places[$0].node < 0 ? nil : Int(places[$0].node) }
    }

    /// The number of all nodes, shown or not.
    var nodeCount: Int { nodes.count }

    /// Returns the number of the node that another stands on.
    func parent(of index: Int) -> Int? { self[index].parent < 0 ? nil : Int(self[index].parent) }

    // MARK: Writing

    /// A Boolean value indicating whether ``settle()`` has to make the forest anew.
    var isScattered: Bool { scattered != nil }

    /// Removes the screens that were placed at or under a new floor.
    mutating func raise(to floor: Stamp) {
        guard floor > self.floor else { return }
        if newestStamp <= floor {
            self = StackForest(floor: floor, reorderings: reorderings)
            return
        }
        self.floor = floor
        scattered = scattered ?? [:]
    }

    init(floor: Stamp = .zero, reorderings: Int = 0) {
        self.floor = floor
        self.reorderings = reorderings
    }

    /// Adds a screen, or updates it; one at or under the floor is left out. The forest can be read
    /// again after ``settle()``.
    mutating func put(_ screen: PlacedScreen) {
        guard screen.stamp > floor else { return remove(screen.id) }
        newestStamp = max(newestStamp, screen.stamp)
        guard scattered == nil else { return scatter(screen.id, screen) }
        guard let number = number(of: screen.id) else {
            // Others were put on it before it came: they hang on it now, with all that hangs on
            // them.
            guard isItem(screen) || !unlinked.contains(screen.id) else {
                return scatter(screen.id, screen)
            }
            return add(screen)
        }
        let former = self.screen(number)
        guard former.isSamePlacement(as: screen) else { return scatter(screen.id, screen) }
        guard former != screen else { return }
        update(number, to: screen)
        if former.isThere != screen.isThere { screen.isThere ? enter(number) : leave(number) }
        if let lifted = screen.lifted, lifted != former.lifted { lift(number, to: lifted) }
    }

    /// Removes a screen that was pruned, or placed on another stack.
    mutating func remove(_ id: ScreenID) {
        if scattered != nil || number(of: id) != nil { scatter(id, nil) }
    }

    /// Puts or removes a screen of a forest that has to be made anew.
    private mutating func scatter(_ id: ScreenID, _ screen: PlacedScreen?) {
        scattered = scattered ?? [:]
        scattered?.updateValue(screen, forKey: id)
    }

    /// Makes the forest readable after a batch of writes. Costs all of it if one of these was not
    /// simple.
    mutating func settle() {
        guard let scattered else { return }
        // Nearly in order already: most were added in that order.
        let screens = (0..<places.count).compactMap { number in
            scattered.keys.contains(places[number].id) ? nil : screen(number)
        }
        let sorted = (screens + scattered.values.compactMap { $0 })
            .filter { $0.stamp > floor }.sorted(by: Self.areInOrder)
        let before = entries.map(\.shown)
        let (reorderings, newestStamp) = (reorderings, newestStamp)
        self = StackForest(floor: floor)
        self.newestStamp = newestStamp
        for screen in sorted { add(screen) }
        let after = entries.map(\.shown)
        let kept = Set(before).intersection(after)
        let isSameOrder = before.filter(kept.contains).elementsEqual(after.filter(kept.contains))
        self.reorderings = reorderings + (isSameOrder ? 0 : 1)
    }

    // MARK: Places

    /// Returns a Boolean value indicating whether a screen is an item of the trunk.
    func isItem(_ screen: PlacedScreen) -> Bool {
        screen.base == .item && screen.order > floor
    }

    /// Returns the node that the screen was put on. A link counts only if it leads to an older
    /// placement, so links never form a cycle, whatever arrives.
    private func link(of screen: PlacedScreen) -> Int? {
        guard let support = screen.support, let number = number(of: support),
            order(of: Int32(number)) < screen.order, places[number].node >= 0
        else { return nil }
        return Int(places[number].node)
    }

    private mutating func add(_ screen: PlacedScreen) {
        if isItem(screen) {
            let number = store(screen, node: Place.none)
            if screen.isThere { enter(number) }
            return
        }
        let parent = link(of: screen)
        if parent == nil, let support = screen.support { unlinked.insert(support) }
        let key = twinKey(of: screen, on: parent)
        let twin = key.flatMap { key in
            byTwinKey.first(key.hashValue) { twinKey(ofNode: $0) == key }
        }
        let index = twin ?? nodes.count
        let number = store(screen, node: Int32(index))
        if twin == nil {
            nodes.append(
                Node(
                    parent: parent.map { Int32($0) } ?? Place.none,
                    depth: parent.map { self[$0].depth + 1 } ?? 0, founder: Int32(number)))
            if let key {
                // Taken out: to grow, it asks for the keys of all nodes.
                var byTwinKey = HashIndex()
                swap(&byTwinKey, &self.byTwinKey)
                byTwinKey.insert(index, hash: key.hashValue) {
                    let forest = self
                    return { forest.twinKey(ofNode: $0)?.hashValue ?? 0 }
                }
                self.byTwinKey = byTwinKey
            }
        }
        // Without content it was refused and never shown: it leads down, but lifts nothing.
        if screen.content != nil { lift(index, to: .order(of: Int32(number))) }
        if let lifted = screen.lifted { lift(number, to: lifted) }
        if screen.isThere { enter(number) }
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

    /// Returns the key that the screens of a node share.
    private func twinKey(ofNode index: Int) -> TwinKey? {
        twinKey(of: screen(Int(self[index].founder)), on: parent(of: index))
    }

    /// Shows a screen at its node.
    private mutating func enter(_ number: Int) {
        let index = Int(places[number].node)
        guard index >= 0 else {
            trunk.insert(Int32(number), at: insertionIndex(of: number, in: trunk))
            count += 1
            return
        }
        let there = self[index].there
        if there.isEmpty { count += 1 }
        if !self[index].isLive { attach(index) }
        let position = insertionIndex(of: number, in: there)
        nodes.update(index) { $0.there.insert(Int32(number), at: position) }
    }

    /// Hides a screen; its node stays for what stands on it.
    private mutating func leave(_ number: Int) {
        let index = Int(places[number].node)
        guard index >= 0 else {
            if let rank = trunk.firstIndex(of: Int32(number)) {
                trunk.remove(at: rank)
                count -= 1
            }
            return
        }
        nodes.update(index) { node in node.there.removeAll { $0 == number } }
        if self[index].there.isEmpty { count -= 1 }
        if !self[index].isLive { detach(index) }
        trimSpine()
    }

    private func insertionIndex(of number: Int, in screens: [Int32]) -> Int {
        let own = order(of: Int32(number))
        if screens.last.map({ order(of: $0) < own }) ?? true { return screens.count }
        return screens.firstIndex { order(of: $0) > own } ?? screens.count
    }

    /// Adds a node that is about to show something to its siblings, and so all that it stands on.
    private mutating func attach(_ index: Int) {
        var index = index
        while let parent = parent(of: index) {
            let wasLive = self[parent].isLive
            let position = firstIndex(notBelow: rank(of: index), in: self[parent].children)
            nodes.update(parent) { $0.children.insert(Int32(index), at: position) }
            guard !wasLive else { return }
            index = parent
        }
        roots.insert(Int32(index), at: firstIndex(notBelow: rank(of: index), in: roots))
    }

    /// Takes a node without anything to show from its siblings, and so all that stood for it
    /// alone.
    private mutating func detach(_ index: Int) {
        var index = index
        while let parent = parent(of: index) {
            let position = firstIndex(notBelow: rank(of: index), in: self[parent].children)
            nodes.update(parent) { $0.children.remove(at: position) }
            guard !self[parent].isLive else { return }
            index = parent
        }
        roots.remove(at: firstIndex(notBelow: rank(of: index), in: roots))
    }

    // MARK: Order

    /// Records the newest placement that a screen has taken over from pruned ones.
    private mutating func lift(_ number: Int, to lifted: Stamp) {
        let index = Int(places[number].node)
        guard index >= 0 else { return }
        liftedStamps.append(lifted)
        lift(index, to: .lifted(Int32(liftedStamps.count - 1)))
    }

    /// Records a placement in the branch of a node, which may lift the branch over others.
    private mutating func lift(_ index: Int, to name: StampName) {
        guard stamp(name) > stamp(newest) else { return liftLate(index, to: name) }
        var path: [Int] = []
        var fork: Int? = index
        while let node = fork, !isOnSpine(node) {
            path.append(node)
            fork = parent(of: node)
        }
        let kept = fork.map { Int(self[$0].depth) + 1 } ?? 0
        while spine.count > kept { dropSpineEnd() }
        for node in path.reversed() {
            if self[node].isLive { move(node) { $1.endIndex } }
            spine.append(Int32(node))
        }
        newest = name
    }

    /// Records a placement that is older than another: it lifts the branch only over those that are
    /// older still.
    private mutating func liftLate(_ index: Int, to name: StampName) {
        let stamp = stamp(name)
        var index: Int? = index
        while let node = index, !isOnSpine(node), self.stamp(self[node].newest) < stamp {
            let rank = Rank(
                newest: stamp, creationStamp: order(of: self[node].founder), node: node)
            if self[node].isLive { move(node) { $0.firstIndex(notBelow: rank, in: $1) } }
            nodes.update(node) { $0.newest = name }
            index = parent(of: node)
        }
    }

    /// Moves a node among its siblings; `target` finds where to, once it is taken out.
    private mutating func move(_ index: Int, to target: (StackForest, [Int32]) -> Int) {
        let parent = parent(of: index)
        var siblings = parent.map { self[$0].children } ?? roots
        let former = firstIndex(notBelow: rank(of: index), in: siblings)
        siblings.remove(at: former)
        let position = target(self, siblings)
        guard position != former else { return }
        siblings.insert(Int32(index), at: position)
        if let parent { nodes.update(parent) { $0.children = siblings } } else { roots = siblings }
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
            newest: stamp(isOnSpine(index) ? newest : node.newest),
            creationStamp: order(of: node.founder), node: index)
    }

    private func firstIndex(notBelow rank: Rank, in siblings: [Int32]) -> Int {
        // Most of what is looked for is at the end.
        guard let last = siblings.last, self.rank(of: Int(last)) >= rank else {
            return siblings.count
        }
        var (low, high) = (0, siblings.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if self.rank(of: Int(siblings[middle])) < rank {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func isOnSpine(_ index: Int) -> Bool {
        let depth = Int(self[index].depth)
        return depth < spine.count && spine[depth] == index
    }

    /// Takes the last node off the spine: from now on it keeps its branch's newest placement
    /// itself.
    private mutating func dropSpineEnd() {
        guard let last = spine.popLast() else { return }
        nodes.update(Int(last)) { $0.newest = newest }
    }

    /// Drops the end of the newest branch that is no longer shown: it need not be walked past
    /// again.
    private mutating func trimSpine() {
        while let last = spine.last, !self[Int(last)].isLive { dropSpineEnd() }
    }

    private subscript(index: Int) -> Node { nodes[index] }
}
