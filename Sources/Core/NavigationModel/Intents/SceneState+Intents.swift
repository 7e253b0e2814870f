extension SceneState {
    /// Returns the operations that carry out `intent` in this state, as its device sees it now;
    /// none if the state is as intended already.
    ///
    /// - Parameters:
    ///   - device: the device in front of which it is meant, which may keep a selection of its own;
    ///     the daemon's id for the shared selection.
    ///   - generator: the source of fresh screen and modal ids.
    package func operations(
        for intent: Intent, by device: DeviceID = .daemon,
        using generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        let meant = try self.intent(intent, on: device)
        var operations = try steps(for: meant, by: device, using: &generator)
        operations = endFollowing(operations, on: device)
        if let error = operations.lazy.compactMap(newNameError).first { throw .newName(error) }
        return operations
    }

    private func steps(
        for intent: Intent, by device: DeviceID, using generator: inout some RandomNumberGenerator
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
            return [.removeTab(try visible(id))] + selection(afterRemoving: id)
        case .selectTab(let id):
            return try select(id)
        case .keepSelection(let mode):
            return try keepSelection(mode, on: device)
        case .handOff(let other):
            return try handOff(from: device, to: other)
        case .setBadge(let id, let badge):
            return [.setBadge(try visible(id), badge, seen: additions(to: id))]
        case .addToBadge(let id, let count):
            return [.addToBadge(try visible(id), count)]
        case .push(let screen, let stack):
            return [try push(screen, onto: stack, &generator)]
        case .pop(let stack):
            return try pop(from: stack)
        case .popScreen(let id):
            return try pop(id)
        case .popTo(let id):
            return try popTo(id)
        case .popToRoot(let stack):
            return try popToRoot(of: stack)
        case .setItems(let screens, let stack):
            let stack = try stackOrSelected(stack)
            return [.setItems(stack, items(screens, of: stack, &generator))]
        case .updateScreen(let id, let title, let payload):
            return try update(id, title, payload)
        case .presentModal(let modal):
            return present(modal, &generator)
        case .updateModal(let id, let title, let kind, let payload):
            return try update(id, title, kind, payload)
        case .dismissModal(let id):
            return [.dismissModal(try presented(id))]
        case .answerModal(let id, let answer):
            return [.answerModal(try presented(id), answer)]
        case .setBar(let key, let text):
            return [.setBar(key, text)]
        case .declareBar(let bar):
            return try declare(bar, &generator)
        case .removeBar(let id):
            return [.removeBar(try shown(id))]
        case .setProperties(let item, let texts):
            return try setProperties(of: item, texts)
        case .undo(let reversal, let device):
            return operations(undoing: reversal, by: device)
        case .retry(let operations):
            return try self.operations(repeating: operations, using: &generator)
        case .batch(let intents):
            var operations: [Operation] = []
            for intent in intents {
                for operation in try steps(for: intent, by: device, using: &generator) {
                    operations.add(operation)
                }
            }
            return operations
        case .replaceScene(let description):
            return try replaceScene(description, &generator)
        case .declareScene(let description):
            return try declareScene(description, &generator)
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
            .declareTab(tab.id, at: position, attributes: attributes(of: tab))
        ]
        operations += moves(keys)
        if !tab.stack.isEmpty {
            operations.append(
                .setItems(.tab(tab.id), items(tab.stack, of: .tab(tab.id), &generator)))
        }
        operations += badgeChange(to: tab)
        if selectedTab == nil, tab.isEnabled { operations.append(.selectTab(tab.id)) }
        return operations
    }

    /// Returns the operations that make the tab's badge as described.
    func badgeChange(to tab: TabDescription) -> [Operation] {
        guard tab.badge != badge(of: tab.id) else { return [] }
        return [.setBadge(tab.id, BadgeValue(shown: tab.badge), seen: additions(to: tab.id))]
    }

    private func select(_ id: TabID) throws(IntentError) -> [Operation] {
        guard isEnabled(try visible(id)) else { throw .tabDisabled(id) }
        guard selectedTab == id else { return [.selectTab(id)] }
        let popsToRoot = properties(of: .tab(id))[.reselect] == "popToRoot"
        return [.refreshTab(id)] + (popsToRoot ? try popToRoot(of: .tab(id)) : [])
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
        let landing = isEnabled == false ? selection(afterRemoving: id) : []
        return [.updateTab(id, attributes: attributes)] + landing
    }

    /// Returns the selection that goes with removing or disabling the selected tab: the tab that is
    /// selected then anyway, made explicit, so that the first tab's return does not revert it.
    func selection(afterRemoving id: TabID) -> [Operation] {
        guard selectedTab == id else { return [] }
        let others = visibleTabs.filter { $0 != id && isEnabled($0) }
        return selection(among: others).map { [.selectTab($0)] } ?? []
    }

    func visible(_ id: TabID) throws(IntentError) -> TabID {
        guard isVisible(id) else { throw .unknownTab(id, known: visibleTabs) }
        return id
    }

    /// Returns the order of the bar with `id` next to another tab.
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

extension [Operation] {
    /// Appends an operation, or merges it into a last one that can take it.
    fileprivate mutating func add(_ next: Operation) {
        if let merged = last?.body.merging(next.body) {
            self[count - 1] = merged
        } else {
            append(next)
        }
    }
}

extension BadgeValue {
    /// Creates the value that shows `text`: empty for a dot, `nil` for nothing.
    init(shown text: String?) {
        switch text {
        case nil: self = .cleared
        case "": self = .dot
        case .some(let text): self = .text(text)
        }
    }
}
