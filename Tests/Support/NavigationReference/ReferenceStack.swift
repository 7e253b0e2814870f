package import NavigationModel

/// A stack by the text of the design, from the placements on it.
package struct ReferenceStack {
    /// A screen that was put on the stack after the newest setItems, or by it.
    struct Placed {
        let id: ScreenID
        /// The time when it was put there; of a screen that was restored, when it was before it was
        /// popped.
        let order: Stamp
        let isItem: Bool
        /// An item of an older list that was restored.
        let wasItem: Bool
        /// The screen it was put on.
        let below: ScreenID?
        /// The screen it was put on, if that was forgotten.
        let lost: ScreenID?
        /// The screen it stands on: "since what it was put on was forgotten, what that stood on".
        let support: ScreenID?
        let route: [UInt8]?
        /// The common part of twins: all that the push has said or, where that was not noted, the
        /// route.
        let content: [[UInt8]]
        /// "It is there when `placement.stamp > max(popped, container.floor)`."
        let isThere: Bool
        /// "Each kept screen first takes over the newest placement of its branch."
        let lifted: Stamp
    }

    /// The items of the newest setItems, oldest first.
    private let trunk: [Placed]
    /// All that was pushed above the floor, there or popped, oldest first.
    private let pushed: [Placed]

    /// Reads the placements on a stack.
    package init(of stack: StackID, _ registers: Registers) {
        let floor =
            switch stack {
            case .tab(let tab): registers.stamp(.tab(tab), StackField.floor)
            case .modal(let modal): registers.stamp(.modal(modal), StackField.floor)
            case .bar(let bar): registers.stamp(.standaloneBar(bar), StackField.floor)
            }
        var placed: [Placed] = []
        for name in registers.names(of: .screen) {
            guard let id = ScreenID(rawValue: name),
                let register = registers[.screen(id), ScreenField.placement],
                let placement = Placement(register.value), placement.stack == stack,
                register.stamp > floor
            else { continue }
            var below: ScreenID?
            if case .pushed(on: let screen) = placement.base { below = screen }
            let relink = registers[.screen(id), ScreenField.relink].flatMap { Relink($0.value) }
            let isRelinked = relink.map { $0.pruned == below } ?? false
            let order = placement.originalStamp ?? register.stamp
            placed.append(
                Placed(
                    id: id, order: order,
                    // A restored item of an older list stands above the items of the newest.
                    isItem: placement.base == .item && order > floor,
                    wasItem: placement.base == .item, below: below,
                    lost: isRelinked ? below : nil,
                    support: isRelinked ? relink?.below : below,
                    route: registers[.screen(id), ScreenField.route]?.value.bytes,
                    content: Self.content(of: id, registers),
                    isThere: register.stamp > registers.stamp(.screen(id), ScreenField.popped),
                    lifted: registers.stamp(.screen(id), ScreenField.lifted)))
        }
        placed.sort { $0.order < $1.order }
        trunk = placed.filter(\.isItem)
        pushed = placed.filter { !$0.isItem }
    }

    private static func content(of id: ScreenID, _ registers: Registers) -> [[UInt8]] {
        let pushed = registers[.screen(id), ScreenField.pushedContent]
        let route = registers[.screen(id), ScreenField.route]
        return [pushed?.value.bytes ?? [], pushed == nil ? route?.value.bytes ?? [] : []]
    }

    /// "A stack is the trunk (the items of the newest setItems, in their order) and, above it, the
    /// branches", "popped screens included; only then are the popped left out". Each place is the
    /// screens that are there, oldest first.
    package var places: [[ScreenID]] {
        var places: [[ScreenID]] = []
        for place in trunk.map({ [$0] }) + branches {
            let there = place.filter(\.isThere).map(\.id)
            if !there.isEmpty { places.append(there) }
        }
        return places
    }

    /// "Shown once, under the oldest id, while any is there."
    package var shown: [ScreenID] { places.compactMap(\.first) }

    /// "A tree by "put on" links of all that was placed after the floor", "read depth first,
    /// siblings in order of the newest placement in their branch".
    ///
    /// That is the order of the paths from the root, if each step of a path is given as the newest
    /// placement in the branch that begins there.
    private var branches: [[Placed]] {
        let parents = parents
        let places = places(parents)
        var paths: [[Int]] = []
        for screen in pushed.indices {
            let below = parents[screen].map { paths[$0] } ?? []
            paths.append(below + [places[screen]])
        }
        let newest = newestPlacements(paths)
        // Where nothing in two branches counts, the older place comes first.
        let order = Set(places).sorted { left, right in
            paths[left].map { (newest[$0], $0) }.lexicographicallyPrecedes(
                paths[right].map { (newest[$0], $0) }, by: <)
        }
        return order.map { place in
            pushed.indices.filter { places[$0] == place }.map { pushed[$0] }
        }
    }

    /// "A link counts only if it leads to an older placement above the floor that is no item. All
    /// other links, to a newer screen, to itself, to nothing, to another tab, start a branch."
    private var parents: [Int?] {
        pushed.map { screen in
            pushed.firstIndex { $0.id == screen.support && $0.order < screen.order }
        }
    }

    /// "Twins are pushes on one place that say the same; where there is no place below, on one screen."
    /// "They share a place." The oldest of them stands for it. "Items are never twins."
    private func places(_ parents: [Int?]) -> [Int] {
        var places: [Int] = []
        for screen in pushed.indices {
            let twin = places.indices.first { other in
                guard pushed[other].route != nil, pushed[screen].route != nil,
                    !pushed[other].wasItem, !pushed[screen].wasItem,
                    pushed[other].content == pushed[screen].content
                else { return false }
                switch (parents[other], parents[screen]) {
                case (nil, nil): return pushed[other].below == pushed[screen].below
                case (let parent?, let own?):
                    // Those that were relinked were put on one screen that is forgotten.
                    return places[parent] == places[own]
                        && pushed[other].lost == pushed[screen].lost
                default: return false
                }
            }
            places.append(twin.map { places[$0] } ?? screen)
        }
        return places
    }

    /// "The newest placement in their branch." What was refused has no route and lifts nothing.
    private func newestPlacements(_ paths: [[Int]]) -> [Stamp] {
        var newest = [Stamp](repeating: .zero, count: pushed.count)
        for (screen, path) in zip(pushed, paths) {
            let own = screen.route == nil ? .zero : screen.order
            for place in path { newest[place] = max(newest[place], own, screen.lifted) }
        }
        return newest
    }
}
