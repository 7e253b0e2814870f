extension SceneState {
    /// The operations that carry out `intent` in this state, as its device sees it now; none if
    /// all is as it is wished.
    ///
    /// - Parameter generator: where fresh screen ids come from.
    public func operations(
        for intent: Intent, using generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        switch intent {
        case .declareTab(let tab, let place):
            return try declare(tab, place, &generator)
        case .updateTab(let id, let title, let icon, let isEnabled):
            return try update(id, title, icon, isEnabled)
        case .moveTab(let id, let place):
            let order = try order(placing: try visible(id), place)
            return order == visibleTabs ? [] : moves(positions(for: order, moving: id))
        case .removeTab(let id):
            return [.removeTab(try visible(id))] + landing(without: id)
        case .selectTab(let id):
            guard isEnabled(try visible(id)) else { throw .tabDisabled(id) }
            return [selectedTab == id ? .refreshTab(id) : .selectTab(id)]
        case .setBadge(let id, let badge):
            return [.setBadge(try visible(id), badge, seen: additions(to: id))]
        case .addToBadge(let id, let count):
            return [.addToBadge(try visible(id), count)]
        case .push(let screen, let tab):
            let tab = try tabOrSelected(tab)
            let id = ScreenID.random(using: &generator)
            return [
                .push(id, onto: tab, on: stack(of: tab).last?.shown, attributes: screen.attributes)
            ]
        case .pop(let tab):
            let tab = try tabOrSelected(tab)
            return pop(stack(of: tab).suffix(1), from: tab)
        case .popScreen(let id):
            let (tab, index) = try find(id)
            return pop(stack(of: tab)[index...index], from: tab)
        case .popTo(let id):
            let (tab, index) = try find(id)
            return pop(stack(of: tab)[(index + 1)...], from: tab)
        case .popToRoot(let tab):
            let tab = try tabOrSelected(tab)
            return pop(stack(of: tab).dropFirst(), from: tab)
        case .setItems(let screens, let tab):
            let tab = try tabOrSelected(tab)
            return [.setItems(tab, items(screens, of: tab, &generator))]
        case .become(let description):
            return try become(description, &generator)
        }
    }

    private func declare(
        _ tab: TabDescription, _ place: TabPlace?, _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        guard !isVisible(tab.id) else { throw .tabExists(tab.id) }
        var order = visibleTabs + [tab.id]
        if let place { order = try self.order(placing: tab.id, place) }
        var keys = positions(for: order, moving: tab.id)
        let position = keys.removeValue(forKey: tab.id) ?? .between(nil, nil)
        var operations: [Operation] = [
            .declareTab(tab.id, at: position, attributes: tab.attributes)
        ]
        operations += moves(keys)
        if !tab.stack.isEmpty {
            operations.append(.setItems(tab.id, items(tab.stack, of: tab.id, &generator)))
        }
        operations += badgeChange(to: tab)
        if selectedTab == nil, tab.isEnabled { operations.append(.selectTab(tab.id)) }
        return operations
    }

    /// What makes the tab's badge as described.
    func badgeChange(to tab: TabDescription) -> [Operation] {
        guard tab.badge != badge(of: tab.id) else { return [] }
        return [.setBadge(tab.id, BadgeValue(shown: tab.badge), seen: additions(to: tab.id))]
    }

    private func update(
        _ id: TabID, _ title: String?, _ icon: String?, _ isEnabled: Bool?
    ) throws(IntentError) -> [Operation] {
        _ = try visible(id)
        var attributes: [Attribute] = []
        if let title { attributes.append(Attribute(field: TabField.title, value: .text(title))) }
        if let icon { attributes.append(Attribute(field: TabField.icon, value: .text(icon))) }
        if let isEnabled {
            attributes.append(Attribute(field: TabField.isEnabled, value: .flag(isEnabled)))
        }
        guard !attributes.isEmpty else { return [] }
        let landing = isEnabled == false ? landing(without: id) : []
        return [.updateTab(id, attributes: attributes)] + landing
    }

    /// The selection that goes with taking away the selected tab: the tab where it lands anyway,
    /// made explicit, so that the tab's return does not take the selection back.
    private func landing(without id: TabID) -> [Operation] {
        guard selectedTab == id else { return [] }
        let others = visibleTabs.filter { $0 != id && isEnabled($0) }
        return selection(among: others).map { [.selectTab($0)] } ?? []
    }

    /// Items for a stack: a screen that is there keeps its identity, found by its route.
    func items(
        _ screens: [ScreenDescription], of tab: TabID,
        _ generator: inout some RandomNumberGenerator
    ) -> [Operation.Item] {
        var reusable = stack(of: tab).map { screen($0.shown) }
        return screens.map { wanted in
            let match = reusable.firstIndex { $0.route.hasSameBytes(as: wanted.route) }
            guard let match else {
                return Operation.Item(
                    id: .random(using: &generator), attributes: wanted.attributes)
            }
            let id = reusable.remove(at: match).id
            return Operation.Item(id: id, attributes: wanted.changeableAttributes)
        }
    }

    /// Names every screen of the places, twins included, as it is seen now.
    private func pop(
        _ places: some Swift.Sequence<StackProjection.Entry>, from tab: TabID
    ) -> [Operation] {
        let screens = places.flatMap(\.twins).compactMap { id in
            placement(of: id).map { SeenScreen(id: id, placement: $0.stamp) }
        }
        return screens.isEmpty ? [] : [.pop(screens, from: tab)]
    }

    private func visible(_ id: TabID) throws(IntentError) -> TabID {
        guard isVisible(id) else { throw .unknownTab(id, known: visibleTabs) }
        return id
    }

    private func tabOrSelected(_ id: TabID?) throws(IntentError) -> TabID {
        if let id { return try visible(id) }
        guard let selectedTab else { throw .noSelectedTab }
        return selectedTab
    }

    private func find(_ id: ScreenID) throws(IntentError) -> (tab: TabID, index: Int) {
        guard let tab = placement(of: id)?.placement.tab, isVisible(tab),
            let index = stack(of: tab).firstIndex(where: { $0.twins.contains(id) })
        else { throw .unknownScreen(id) }
        return (tab, index)
    }

    /// The bar with `id` next to another tab.
    private func order(placing id: TabID, _ place: TabPlace) throws(IntentError) -> [TabID] {
        var order = visibleTabs.filter { $0 != id }
        let neighbour =
            switch place {
            case .before(let tab), .after(let tab): tab
            }
        guard neighbour != id else { throw .placedNextToItself(id) }
        guard let index = order.firstIndex(of: neighbour) else {
            throw .unknownTab(neighbour, known: visibleTabs)
        }
        let gap = if case .before = place { index } else { index + 1 }
        order.insert(id, at: gap)
        return order
    }
}

extension ScreenID {
    /// A fresh id of 60 random bits, written as twelve digits and letters that can't be mistaken
    /// for one another.
    public static func random(using generator: inout some RandomNumberGenerator) -> ScreenID {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var bits = UInt64.random(in: 0...UInt64.max, using: &generator)
        var text = ""
        for _ in 0..<12 {
            text.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return ScreenID(unchecked: text)
    }
}

extension BadgeValue {
    /// What to set so that `text` is shown: empty for a dot, `nil` for nothing.
    init(shown text: String?) {
        switch text {
        case nil: self = .cleared
        case "": self = .dot
        case .some(let text): self = .text(text)
        }
    }
}
