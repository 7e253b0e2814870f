/// A stack as a list, computed from the placements on one tab.
///
/// The **trunk** is the items of the newest setItems, in their order. Above it stand the
/// **branches**: a forest, by "put on" links, of all that was pushed after the floor, read depth
/// first, siblings in the order of the newest placement in their branch. Popped screens keep their
/// place until the list is read; only then are they left out, so a pop never reorders the rest.
struct StackProjection {
    /// A place on the stack with at least one screen that is there.
    struct Entry: Hashable {
        /// The screen that is shown: the oldest that is there.
        let shown: ScreenID
        /// All that are there, oldest first: pushes of one route on one screen share their place.
        let twins: [ScreenID]
    }

    /// The places with something to show, bottom to top.
    private(set) var entries: [Entry] = []

    init(placements: some Swift.Sequence<PlacedScreen>, floor: Stamp) {
        var trunk: [PlacedScreen] = []
        var pushed: [PlacedScreen] = []
        for screen in placements where screen.stamp > floor {
            switch screen.base {
            case .item: trunk.append(screen)
            case .pushed: pushed.append(screen)
            }
        }
        trunk.sort { $0.stamp < $1.stamp }
        for item in trunk where item.isThere {
            entries.append(Entry(shown: item.id, twins: [item.id]))
        }
        pushed.sort { $0.stamp < $1.stamp }
        appendBranches(of: Forest(pushed))
    }

    private mutating func appendBranches(of forest: Forest) {
        // Depth first with a stack of our own: a chain of ten thousand pushes is a normal input.
        var pending = Array(forest.roots.reversed())
        while let index = pending.popLast() {
            let place = forest.places[index]
            if let shown = place.there.first {
                entries.append(Entry(shown: shown, twins: place.there))
            }
            pending.append(contentsOf: place.children.reversed())
        }
    }
}

/// A screen with what its registers say about its place.
struct PlacedScreen {
    let id: ScreenID
    let stamp: Stamp
    let base: Placement.Base
    let isThere: Bool
    let route: Value?
}

/// The places above the trunk, linked by what was put on what.
private struct Forest {
    struct Place {
        var there: [ScreenID] = []
        /// The newest placement in the branch.
        var newest: Stamp = .zero
        let parent: Int?
        var children: [Int] = []
    }

    private(set) var places: [Place] = []
    private(set) var roots: [Int] = []

    /// What makes two pushes twins: the same route on the same screen.
    private struct Twins: Hashable {
        let parent: Int?
        let below: ScreenID?
        let route: Value
    }

    /// Takes screens in the order of their stamps. A link counts only if it leads to an older
    /// placement, so parents come before their children and links never form a cycle.
    init(_ pushed: [PlacedScreen]) {
        var placeOf: [ScreenID: Int] = [:]
        var twins: [Twins: Int] = [:]
        for screen in pushed {
            guard case .pushed(on: let below) = screen.base else { continue }
            let parent = below.flatMap { placeOf[$0] }
            let key = screen.route.map {
                Twins(parent: parent, below: parent == nil ? below : nil, route: $0)
            }
            let index = key.flatMap { twins[$0] } ?? places.count
            if index == places.count {
                places.append(Place(parent: parent))
                if let key { twins[key] = index }
            }
            // Without a route it was refused and never shown: it leads down, but lifts nothing.
            if screen.route != nil { places[index].newest = screen.stamp }
            if screen.isThere { places[index].there.append(screen.id) }
            placeOf[screen.id] = index
        }
        for index in places.indices.reversed() {
            guard let parent = places[index].parent else { continue }
            places[parent].newest = max(places[parent].newest, places[index].newest)
        }
        for index in places.indices.sorted(by: { places[$0].newest < places[$1].newest }) {
            if let parent = places[index].parent {
                places[parent].children.append(index)
            } else {
                roots.append(index)
            }
        }
    }
}
