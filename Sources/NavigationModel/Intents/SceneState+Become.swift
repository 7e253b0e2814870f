extension SceneState {
    /// The operations that make the whole scene what `description` says; none if it is so already.
    func become(
        _ description: SceneDescription, _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        var wanted: Set<TabID> = []
        for tab in description.tabs where !wanted.insert(tab.id).inserted {
            throw .duplicateTab(tab.id)
        }
        if let selected = description.selectedTab {
            guard let tab = description.tabs.first(where: { $0.id == selected }) else {
                throw .unknownTab(selected, known: description.tabs.map(\.id))
            }
            guard tab.isEnabled else { throw .tabDisabled(selected) }
        }
        let shown = visibleTabs
        let keys = positions(for: description.tabs.map(\.id))
        var operations: [Operation] = []
        for tab in description.tabs {
            guard let key = keys[tab.id] else { continue }
            operations += isVisible(tab.id)
                ? changes(making: tab, at: key, &generator)
                : declaration(of: tab, at: key, &generator)
        }
        operations += shown.filter { !wanted.contains($0) }.map { .removeTab($0) }
        let landing = description.selectedTab
            ?? (shown.isEmpty ? description.tabs.first(where: \.isEnabled)?.id : nil)
        if let landing, landing != selectedTab { operations.append(.selectTab(landing)) }
        return operations
    }

    private func changes(
        making tab: TabDescription, at key: PositionKey,
        _ generator: inout some RandomNumberGenerator
    ) -> [Operation] {
        var operations: [Operation] = []
        let record = RecordID.tab(tab.id)
        let changed = tab.attributes.filter { attribute in
            let current = self[record, attribute.field]?.value ?? tab.implied(attribute.field)
            return current != attribute.value
        }
        if !changed.isEmpty { operations.append(.updateTab(tab.id, attributes: changed)) }
        if position(of: tab.id) != key { operations.append(.moveTab(tab.id, to: key)) }
        let screens = stack(of: tab.id).map { screen($0.shown) }
        let current = screens.map {
            ScreenDescription(route: $0.route, title: $0.title, payload: $0.payload)
        }
        if current != tab.stack {
            operations.append(.setItems(tab.id, items(tab.stack, of: tab.id, &generator)))
        }
        if badge(of: tab.id) != tab.badge {
            operations.append(
                .setBadge(tab.id, BadgeValue(shown: tab.badge), seen: additions(to: tab.id)))
        }
        return operations
    }

    /// Keys that put `ids` in their order and move as few of the tabs that are there as possible.
    private func positions(for ids: [TabID]) -> [TabID: PositionKey] {
        let present = ids.filter(isVisible)
        let staying = Set(longestRun(of: present, orderedBy: visibleTabs))
        var keys: [TabID: PositionKey] = [:]
        var lower: PositionKey?
        for (index, id) in ids.enumerated() {
            if staying.contains(id), let key = position(of: id) {
                keys[id] = key
            } else {
                let next = ids[index...].first { staying.contains($0) }
                keys[id] = .between(lower, next.flatMap(position))
            }
            lower = keys[id]
        }
        return keys
    }

    /// The longest subsequence of `ids` that already stands in the order of `shown`.
    private func longestRun(of ids: [TabID], orderedBy shown: [TabID]) -> [TabID] {
        let places = ids.map { shown.firstIndex(of: $0) ?? 0 }
        var runs: [[Int]] = []
        for index in places.indices {
            let before = runs[..<index].filter { run in
                run.last.map { places[$0] < places[index] } ?? true
            }
            runs.append((before.max { $0.count < $1.count } ?? []) + [index])
        }
        return (runs.max { $0.count < $1.count } ?? []).map { ids[$0] }
    }
}

extension TabDescription {
    /// The attributes that show the tab as described.
    var attributes: [Attribute] {
        [
            Attribute(field: TabField.title, value: .text(title)),
            Attribute(field: TabField.icon, value: .optionalText(icon)),
            Attribute(field: TabField.isEnabled, value: .flag(isEnabled)),
        ]
    }

    /// What a register that was never written stands for.
    fileprivate func implied(_ field: Field) -> Value? {
        field == TabField.isEnabled ? .flag(true) : field == TabField.icon ? Value.none : nil
    }
}
