internal import HashTreeCollections

extension StackForest {
    /// A placed screen in few bytes, for there are many: popped screens keep their place.
    ///
    /// It names screens and nodes by their numbers in the forest.
    struct Place: Sendable {
        /// The screen.
        let id: ScreenID
        /// The stamp of its placement.
        let stamp: Stamp
        /// The node; `none` for an item of the trunk.
        let node: Int32
        /// The content that makes pushes twins.
        let content: PushedContent?
        /// The kind of placement.
        let kind: Kind
        /// A Boolean value indicating whether it was not popped since.
        let isThere: Bool
        /// The screen that it was put on; `none` if it was put on nothing.
        let below: Int32

        /// The kind of a placement.
        enum Kind: UInt8, Sendable {
            /// An item of setItems.
            case item
            /// A push.
            case push
            /// One that a place has no room for: restored, lifted, relinked, or put on a screen
            /// that is not in the forest. It is among the ``unusual``.
            case unusual
        }

        /// The number that stands for no screen and no node.
        static let none: Int32 = -1
    }

    /// The screens that share a node: one screen, or twins.
    struct Node: Sendable {
        /// The node that it stands on; `Place.none` for none.
        let parent: Int32
        /// The number of nodes under it.
        let depth: Int32
        /// The first screen that came, whose order ranks nodes without any placement that counts.
        let founder: Int32
        /// The newest placement in the branch; out of date on the spine.
        var newest = StampName.zero
        /// The screens that are there, oldest first.
        var there: [Int32] = []
        /// The nodes that stand on this one and have something to show, in their order.
        var children: [Int32] = []

        /// A Boolean value indicating whether it or a node above it has something to show.
        var isLive: Bool { !there.isEmpty || !children.isEmpty }
    }

    /// A stamp of a branch by what has it: a tenth of its bytes.
    enum StampName: Hashable, Sendable {
        /// The stamp below all others.
        case zero
        /// The order of a screen.
        case order(of: Int32)
        /// One of the ``liftedStamps``.
        case lifted(Int32)
    }

    // MARK: Screens

    /// The number of a screen above the floor; `nil` if it is none.
    func number(of id: ScreenID) -> Int? {
        byID.first(id.hashValue) { places[$0].id == id }
    }

    /// The screen with a number.
    func screen(_ number: Int) -> PlacedScreen {
        let place = places[number]
        let base: Placement.Parent
        switch place.kind {
        case .unusual:
            if let screen = unusual[number] { return screen }
            base = .item
        case .item: base = .item
        case .push:
            base = .pushed(on: place.below < 0 ? nil : places[Int(place.below)].id)
        }
        return PlacedScreen(
            id: place.id, stamp: place.stamp, order: place.stamp, base: base,
            isThere: place.isThere, content: place.content, lifted: nil, relink: nil)
    }

    /// The rank of a screen among others.
    func order(of number: Int32) -> Stamp {
        let place = places[Int(number)]
        guard place.kind == .unusual, let screen = unusual[Int(number)] else { return place.stamp }
        return screen.order
    }

    /// The stamp with a name.
    func stamp(_ name: StampName) -> Stamp {
        switch name {
        case .zero: .zero
        case .order(of: let number): order(of: number)
        case .lifted(let index): liftedStamps[Int(index)]
        }
    }

    /// Adds a screen with its node, and returns its number.
    mutating func store(_ screen: PlacedScreen, node: Int32) -> Int {
        let number = places.count
        let place = place(screen, node: node)
        if place.kind == .unusual { unusual[number] = screen }
        places.append(place)
        byID.insert(number, hash: place.id.hashValue) { [places] in { places[$0].id.hashValue } }
        return number
    }

    /// Replaces a screen by itself with other registers, at the same node.
    mutating func update(_ number: Int, to screen: PlacedScreen) {
        let place = place(screen, node: places[number].node)
        unusual[number] = place.kind == .unusual ? screen : nil
        places.update(number) { $0 = place }
    }

    private func place(_ screen: PlacedScreen, node: Int32) -> Place {
        var kind: Place.Kind =
            screen.order == screen.stamp && screen.lifted == nil && screen.relink == nil
            ? screen.base == .item ? .item : .push : .unusual
        var below = Place.none
        if kind == .push, let id = screen.below {
            if let number = number(of: id) { below = Int32(number) } else { kind = .unusual }
        }
        return Place(
            id: screen.id, stamp: screen.stamp, node: node, content: screen.content, kind: kind,
            isThere: screen.isThere, below: below)
    }
}

extension PlacedScreen {
    /// Returns a Boolean value indicating whether both stand at the same node for the same reason,
    /// shown or not.
    func isSamePlacement(as other: PlacedScreen) -> Bool {
        order == other.order && base == other.base && content == other.content
            && relink == other.relink
    }
}
