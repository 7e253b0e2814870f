extension SceneState {
    /// Returns the operations that make the whole scene as `description` has it; none if it is so
    /// already.
    func replaceScene(
        _ description: SceneDescription, _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        try check(description)
        let keys = positions(for: description.tabs.map(\.id))
        var operations: [Operation] = []
        for tab in description.tabs {
            guard let key = keys[tab.id] else { continue }
            operations +=
                isVisible(tab.id)
                ? changes(making: tab, at: key)
                : [.declareTab(tab.id, at: key, attributes: attributes(of: tab))]
            operations += stackChange(of: .tab(tab.id), to: tab.stack, &generator)
            operations += badgeChange(to: tab)
        }
        let wanted = Set(description.tabs.map(\.id))
        operations += visibleTabs.filter { !wanted.contains($0) }.map { .removeTab($0) }
        operations += selection(for: description)
        if let modals = description.modals { operations += change(to: modals, &generator) }
        if let bars = description.bars { operations += change(to: bars) }
        if let bars = description.standaloneBars { operations += change(to: bars, &generator) }
        return operations
    }

    /// Returns the operations that declare an app's tabs and bars as described; none if they are so
    /// already. In a scene that has tabs the person's place stays: the selection, the modals, and the
    /// stacks and badges of the tabs that are there.
    func declareScene(
        _ description: SceneDescription, _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        try check(description)
        var declared = description
        if !visibleTabs.isEmpty {
            declared.selectedTab = selectedTab.flatMap { selected in
                description.tabs.first { $0.id == selected && $0.isEnabled }?.id
            }
            declared.modals = nil
        }
        for index in declared.tabs.indices where isVisible(declared.tabs[index].id) {
            let id = declared.tabs[index].id
            declared.tabs[index].stack = screens(of: .tab(id)).map(ScreenDescription.init)
            declared.tabs[index].badge = badge(of: id)
        }
        return try replaceScene(declared, &generator)
    }

    /// Returns the operations that make the modals as described: one equal to its description
    /// stays, every other is dismissed or presented.
    private func change(
        to modals: [ModalDescription], _ generator: inout some RandomNumberGenerator
    ) -> [Operation] {
        var presented = presentedModals.map { modal($0) }
        let isSame = presented.map(ModalDescription.init) == modals
        guard !isSame else { return [] }
        var fresh: [Operation] = []
        for wanted in modals {
            let match = presented.firstIndex { ModalDescription($0) == wanted }
            if let match {
                presented.remove(at: match)
            } else {
                fresh += present(wanted, &generator)
            }
        }
        return presented.map { .dismissModal($0.id) } + fresh
    }

    private func change(to bars: [BarKey: String]) -> [Operation] {
        let shown = self.bars
        return Set(bars.keys).union(shown.keys).sorted().compactMap { key in
            bars[key] == shown[key] ? nil : .setBar(key, bars[key])
        }
    }

    private func check(_ description: SceneDescription) throws(IntentError) {
        var ids: Set<TabID> = []
        for tab in description.tabs where !ids.insert(tab.id).inserted {
            throw .duplicateTab(tab.id)
        }
        var bars: Set<StandaloneBarID> = []
        for bar in description.standaloneBars ?? [] where !bars.insert(bar.id).inserted {
            throw .duplicateBar(bar.id)
        }
        guard let selected = description.selectedTab else { return }
        guard let tab = description.tabs.first(where: { $0.id == selected }) else {
            throw .unknownTab(selected, known: description.tabs.map(\.id))
        }
        guard tab.isEnabled else { throw .tabDisabled(selected) }
    }

    private func changes(making tab: TabDescription, at key: PositionKey) -> [Operation] {
        var operations: [Operation] = []
        let shown = TabDescription(
            id: tab.id, title: title(of: tab.id), icon: icon(of: tab.id),
            isEnabled: isEnabled(tab.id))
        let changed =
            zip(tab.attributes, shown.attributes).filter { $0 != $1 }.map(\.0)
            + changes(
                in: attributes(setting: tab.properties, of: .tab(tab.id)), of: .tab(tab.id))
        if !changed.isEmpty { operations.append(.updateTab(tab.id, attributes: changed)) }
        if position(of: tab.id) != key { operations.append(.moveTab(tab.id, to: key)) }
        return operations
    }

    /// Returns the attributes that make the tab as described and unset all other properties that a
    /// tab of its id had before.
    func attributes(of tab: TabDescription) -> [Attribute] {
        tab.attributes + attributes(setting: tab.properties, of: .tab(tab.id))
    }

    /// Returns the operations that make a stack as described; none if it is so already.
    func stackChange(
        of stack: StackID, to screens: [ScreenDescription],
        _ generator: inout some RandomNumberGenerator
    ) -> [Operation] {
        let current = self.screens(of: stack).map(ScreenDescription.init)
        let isSame = current.elementsEqual(screens) { $0.isSame(as: $1) }
        return isSame ? [] : [.setItems(stack, items(screens, of: stack, &generator))]
    }

    /// Returns the selection for the description. It is made explicit wherever the selected tab
    /// changes, so that no tab's return reverts it.
    private func selection(for description: SceneDescription) -> [Operation] {
        let candidates = description.tabs.filter(\.isEnabled).map(\.id)
        let natural = selection(among: candidates)
        guard let wanted = description.selectedTab ?? natural else { return [] }
        return wanted == natural && wanted == selectedTab ? [] : [.selectTab(wanted)]
    }
}
