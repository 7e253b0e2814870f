extension SceneState {
    /// The projection. Always well formed, whatever was joined. Costs the size of the state.
    package var scene: Scene {
        let tabs = visibleTabs
        return Scene(
            selectedTab: selection(among: tabs.filter(isEnabled)),
            tabs: tabs.map { id in
                Tab(
                    id: id, title: title(of: id), icon: icon(of: id), isEnabled: isEnabled(id),
                    badge: badge(of: id),
                    refreshed: self[.tab(id), TabField.refreshed]?.stamp,
                    refreshCount: refreshCount(of: id), properties: properties(of: .tab(id)),
                    stack: screens(of: .tab(id)))
            },
            modals: presentedModals.map(modal), bars: bars,
            standaloneBars: standaloneBars.map(standaloneBar))
    }

    /// The tabs in the bar, in its order.
    var visibleTabs: [TabID] {
        let placed = tabs.filter(isVisible).map { id in
            (position: position(of: id)?.bytes ?? [], id: id)
        }
        return placed.sorted { left, right in
            left.position == right.position
                ? left.id < right.id : left.position.lexicographicallyPrecedes(right.position)
        }.map(\.id)
    }

    /// Every tab with a record.
    var tabs: [TabID] { records(of: .tab).map { TabID(unchecked: $0.name) } }

    /// The selected tab: of those that can be selected, the newest selected; else the first. Costs
    /// a look at each tab, and an order among them only if none was ever selected.
    var selectedTab: TabID? {
        var newest: (tab: TabID, stamp: Stamp)?
        for record in records(of: .tab) {
            let fields = self[record]
            guard let selected = fields.stamp(TabField.selected),
                newest.map({ $0.stamp < selected }) ?? true,
                fields[TabField.isEnabled]?.value.flag ?? true,
                let declared = fields.stamp(TabField.declared),
                fields.stamp(TabField.removed).map({ $0 < declared }) ?? true
            else { continue }
            newest = (TabID(unchecked: record.name), selected)
        }
        return newest?.tab ?? selection(among: visibleTabs.filter(isEnabled))
    }

    /// Returns the tab that is selected if people can select just these, in the order of the bar.
    func selection(among candidates: [TabID]) -> TabID? {
        let newest = candidates.max { left, right in
            stamp(.tab(left), TabField.selected) < stamp(.tab(right), TabField.selected)
        }
        guard let newest, self[.tab(newest), TabField.selected] != nil else {
            return candidates.first
        }
        return newest
    }

    /// Returns a Boolean value indicating whether the tab is in the bar: declared after it was last
    /// removed.
    func isVisible(_ tab: TabID) -> Bool {
        let record = self[.tab(tab)]
        return record.stamp(TabField.declared) ?? .zero > record.stamp(TabField.removed) ?? .zero
    }

    /// Returns a Boolean value indicating whether people can select the tab.
    func isEnabled(_ tab: TabID) -> Bool {
        self[.tab(tab), TabField.isEnabled]?.value.flag ?? true
    }

    /// Returns the tab's place in the bar.
    func position(of tab: TabID) -> PositionKey? {
        self[.tab(tab), TabField.position].flatMap { PositionKey(bytes: $0.value.bytes) }
    }

    /// Returns the tab's label; its id if it has none.
    func title(of tab: TabID) -> String {
        self[.tab(tab), TabField.title]?.value.text ?? tab.rawValue
    }

    /// Returns the name of the tab's symbol.
    func icon(of tab: TabID) -> String? { self[.tab(tab), TabField.icon]?.value.nonEmptyText }

    /// Returns the text of the tab's badge: empty for a dot, `nil` for none.
    func badge(of tab: TabID) -> String? {
        let base = self[.tab(tab), TabField.badge].map { BadgeValue($0.value) } ?? .cleared
        let additions = additions(to: tab).reduce(Int64(0)) { sum, added in
            let replaced = self[.tab(tab), TabField.badgeReplaced(of: added.device)]?.value.integer
            return sum &+ added.total &- (replaced ?? 0)
        }
        switch base.adding(additions) {
        case .cleared: return nil
        case .dot: return ""
        case .text(let text): return text
        }
    }

    /// Returns the number of the tab's refreshes by re-selecting. The newest one holds it, but one
    /// of an early version, which was a stamp alone, counts as the first.
    func refreshCount(of tab: TabID) -> Int {
        guard let refreshed = self[.tab(tab), TabField.refreshed] else { return 0 }
        return max(1, Int(clamping: refreshed.value.integer ?? 1))
    }

    /// Returns every device's running total of additions to the tab's badge.
    func additions(to tab: TabID) -> [ObservedAdditions] {
        let number = TabField.badgeAdded(by: .daemon).number
        return self[.tab(tab)].registers.compactMap { field, register in
            guard field.number == number, let device = DeviceID(field.part),
                let total = register.value.integer
            else { return nil }
            return ObservedAdditions(device: device, stamp: register.stamp, total: total)
        }.sorted { $0.device < $1.device }
    }

    /// Returns the places of a stack, bottom to top, whether its owner is shown or not.
    ///
    /// Costs what is on the stack, whatever was on it once.
    package func stack(of stack: StackID) -> [StackEntry] { forest(of: stack).entries }

    /// Returns the screens of a stack, bottom to top.
    func screens(of stack: StackID) -> [Screen] { self.stack(of: stack).map { screen($0.shown) } }

    /// Returns the projection of a screen.
    func screen(_ id: ScreenID) -> Screen {
        Screen(
            id: id, route: self[.screen(id), ScreenField.route]?.value.text ?? "",
            title: self[.screen(id), ScreenField.title]?.value.nonEmptyText,
            payload: self[.screen(id), ScreenField.payload]?.value.bytes.nilIfEmpty,
            properties: properties(of: .screen(id)))
    }

    /// Returns the properties of a tab, screen, modal or standalone bar.
    func properties(of record: RecordID) -> Properties {
        var texts: [PropertyName: String] = [:]
        for (field, register) in self[record].registers {
            guard let name = field.property, let text = register.value.nonEmptyText else {
                continue
            }
            texts[name] = text
        }
        return Properties(texts)
    }

    // MARK: Modals and bars

    /// Every modal with a record.
    var modals: [ModalID] { records(of: .modal).map { ModalID(unchecked: $0.name) } }

    /// The modals that are presented, in the order in which they were.
    var presentedModals: [ModalID] {
        modals.filter(isPresented).sorted { left, right in
            stamp(.modal(left), ModalField.presented) < stamp(.modal(right), ModalField.presented)
        }
    }

    /// Returns a Boolean value indicating whether the modal is shown: presented after it was last
    /// dismissed.
    func isPresented(_ modal: ModalID) -> Bool {
        stamp(.modal(modal), ModalField.presented) > stamp(.modal(modal), ModalField.dismissed)
    }

    /// Returns the projection of a modal.
    func modal(_ id: ModalID) -> Modal {
        let fields = self[.modal(id)]
        let kind = fields[ModalField.kind]?.value.text.flatMap(ModalKind.init(rawValue:))
        return Modal(
            id: id, route: fields[ModalField.route]?.value.text ?? "", kind: kind ?? .simple,
            title: fields[ModalField.title]?.value.nonEmptyText,
            payload: fields[ModalField.payload]?.value.bytes.nilIfEmpty,
            properties: properties(of: .modal(id)), stack: screens(of: .modal(id)))
    }

    /// The look of the bars, where it is set.
    var bars: [BarKey: String] {
        var bars: [BarKey: String] = [:]
        for record in records(of: .bar) {
            guard let text = self[record, BarField.value]?.value.nonEmptyText else { continue }
            bars[BarKey(unchecked: record.name)] = text
        }
        return bars
    }

    // MARK: Standalone bars

    /// The standalone bars that are shown, in the order of their ids.
    var standaloneBars: [StandaloneBarID] {
        records(of: .standaloneBar).map { StandaloneBarID(unchecked: $0.name) }
            .filter { isShown(.bar($0)) }.sorted()
    }

    /// Returns the projection of a standalone bar.
    func standaloneBar(_ id: StandaloneBarID) -> StandaloneBar {
        StandaloneBar(
            id: id, properties: properties(of: .standaloneBar(id)), items: screens(of: .bar(id)))
    }

    // MARK: Registers

    /// The revision that the newest prune names: a change that is based on an older one has
    /// expired.
    package var prunedThrough: Revision {
        let number = self[.scene, SceneField.prunedThrough]?.value.integer
        return number.map { Revision(rawValue: UInt64(clamping: $0)) } ?? .zero
    }

    /// Returns a Boolean value indicating whether the tab, modal or standalone bar of a stack is
    /// shown.
    func isShown(_ stack: StackID) -> Bool {
        switch stack {
        case .tab(let id): isVisible(id)
        case .modal(let id): isPresented(id)
        case .bar:
            stamp(stack.record, StandaloneBarField.declared)
                > stamp(stack.record, StandaloneBarField.removed)
        }
    }

    /// Returns the commit that removed the tab, modal or standalone bar of a stack, if one did.
    func hiding(_ stack: StackID) -> Revision? {
        switch stack {
        case .tab(let id): revision(.tab(id), TabField.removed)
        case .modal(let id): revision(.modal(id), ModalField.dismissed)
        case .bar: revision(stack.record, StandaloneBarField.removed)
        }
    }

    /// Returns the stamp of a stack's newest setItems.
    func floor(of stack: StackID) -> Stamp { stamp(stack.record, StackField.floor) }

    /// Returns the screen's newest placement with its stamp; `nil` if it was never placed.
    func placement(of id: ScreenID) -> (stamp: Stamp, placement: Placement)? {
        self[.screen(id)].placement
    }

    /// Returns the stamp of a register; zero, below all others, if it was never written.
    func stamp(_ record: RecordID, _ field: Field) -> Stamp {
        self[record].stamp(field) ?? .zero
    }

    /// Returns the commit that last wrote a register, if it was ever written.
    func revision(_ record: RecordID, _ field: Field) -> Revision? {
        self[record].revision(field)
    }
}

extension SceneState.Record {
    /// The newest placement of a screen with its stamp; `nil` if it was never placed.
    var placement: (stamp: Stamp, placement: Placement)? {
        self[ScreenField.placement].flatMap { register in
            Placement(register.value).map { (register.stamp, $0) }
        }
    }
}

extension [UInt8] {
    fileprivate var nilIfEmpty: [UInt8]? { isEmpty ? nil : self }
}
