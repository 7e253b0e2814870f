extension SceneState {
    /// What people see. Always well formed, whatever was joined. Costs the size of the state.
    public var scene: Scene {
        let tabs = visibleTabs
        return Scene(
            selectedTab: selection(among: tabs.filter(isEnabled)),
            tabs: tabs.map { id in
                Tab(
                    id: id, title: title(of: id), icon: icon(of: id), isEnabled: isEnabled(id),
                    badge: badge(of: id),
                    refreshed: self[.tab(id), TabField.refreshed]?.stamp,
                    stack: stack(of: id).map { screen($0.shown) })
            })
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

    /// The selected tab: of those that can be selected, the newest selected; else the first.
    var selectedTab: TabID? { selection(among: visibleTabs.filter(isEnabled)) }

    /// The tab that is selected if people can select just these, in the order of the bar.
    func selection(among candidates: [TabID]) -> TabID? {
        let newest = candidates.max { left, right in
            stamp(.tab(left), TabField.selected) < stamp(.tab(right), TabField.selected)
        }
        guard let newest, self[.tab(newest), TabField.selected] != nil else {
            return candidates.first
        }
        return newest
    }

    /// Whether the tab is in the bar: declared after it was last removed.
    func isVisible(_ tab: TabID) -> Bool {
        stamp(.tab(tab), TabField.declared) > stamp(.tab(tab), TabField.removed)
    }

    /// Whether people can select the tab.
    func isEnabled(_ tab: TabID) -> Bool {
        self[.tab(tab), TabField.isEnabled]?.value.flag ?? true
    }

    /// The tab's place in the bar.
    func position(of tab: TabID) -> PositionKey? {
        self[.tab(tab), TabField.position].flatMap { PositionKey(bytes: $0.value.bytes) }
    }

    /// The tab's label.
    func title(of tab: TabID) -> String {
        self[.tab(tab), TabField.title]?.value.text ?? tab.rawValue
    }

    /// The name of the tab's symbol.
    func icon(of tab: TabID) -> String? { self[.tab(tab), TabField.icon]?.value.nonEmptyText }

    /// The text of the tab's badge: empty for a dot, `nil` for none.
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

    /// Every device's running total of additions to the tab's badge.
    func additions(to tab: TabID) -> [SeenAdditions] {
        let number = TabField.badgeAdded(by: .daemon).number
        return (records[.tab(tab)] ?? [:]).compactMap { field, register in
            guard field.number == number, let device = DeviceID(field.part),
                let total = register.value.integer
            else { return nil }
            return SeenAdditions(device: device, stamp: register.stamp, total: total)
        }.sorted { $0.device < $1.device }
    }

    /// The places of the tab's stack, bottom to top, whether the tab is in the bar or not.
    ///
    /// Costs all screens ever put on the tab, popped ones included.
    /// - Parameter absent: a screen to leave out as if it had never been placed.
    func stack(of tab: TabID, without absent: ScreenID? = nil) -> [StackProjection.Entry] {
        let screens = (screensByTab[tab] ?? []).lazy.compactMap { id -> PlacedScreen? in
            guard id != absent, let register = self[.screen(id), ScreenField.placement],
                let placement = Placement(register.value)
            else { return nil }
            return PlacedScreen(
                id: id, stamp: register.stamp, base: placement.base,
                isThere: register.stamp > stamp(.screen(id), ScreenField.popped),
                route: self[.screen(id), ScreenField.route]?.value)
        }
        return StackProjection(placements: screens, floor: stamp(.tab(tab), TabField.floor)).entries
    }

    /// What the screen shows.
    func screen(_ id: ScreenID) -> Screen {
        Screen(
            id: id, route: self[.screen(id), ScreenField.route]?.value.text ?? "",
            title: self[.screen(id), ScreenField.title]?.value.nonEmptyText,
            payload: self[.screen(id), ScreenField.payload]?.value.bytes.nilIfEmpty)
    }

    /// Where the screen was last put, if it ever was.
    func placement(of id: ScreenID) -> (stamp: Stamp, placement: Placement)? {
        self[.screen(id), ScreenField.placement].flatMap { register in
            Placement(register.value).map { (register.stamp, $0) }
        }
    }

    /// The stamp of a register; zero, below all others, if it was never written.
    func stamp(_ record: RecordID, _ field: Field) -> Stamp {
        self[record, field]?.stamp ?? .zero
    }

    /// The commit that last wrote a register, if it was ever written.
    func revision(_ record: RecordID, _ field: Field) -> Revision? {
        self[record, field]?.revision
    }
}

extension [UInt8] {
    fileprivate var nilIfEmpty: [UInt8]? { isEmpty ? nil : self }
}
