package import NavigationModel

/// The announcements of a screen reader when a scene changes, by an action on this device or by a
/// change from another.
package enum Announcement {
    /// Returns the strings to speak, in order; none if nothing changed that is announced now.
    ///
    /// A new view: the title of its bar, then the name of the item at its left. A selected tab: the
    /// tab as it is spoken. A badge: its tab. A presented modal is a new view; a dismissed one is
    /// closed, and the view under it is a new one again. Changes beneath a modal are not announced.
    package static func strings(
        from old: Scene, to new: Scene, on device: DeviceTraits
    ) -> [String] {
        let locale = device.locale
        let layout = BarLayout(new, on: device)
        let closed = old.modals.filter { new.modal($0.id) == nil }.reversed().map { modal in
            SentencePattern.labelWithValue.text(
                [
                    "label": (modal.title(in: locale) ?? modal.route).spoken,
                    "value": LocalizedString.closed.text(in: locale),
                ], in: locale)
        }
        if let modal = new.modals.last {
            return closed + modalStrings(modal, from: old, layout: layout)
        }
        guard closed.isEmpty else { return closed + newView(layout.navigationBar) }
        return tabStrings(
            from: old, to: new, layout: layout, before: BarLayout(old, on: device))
    }

    /// Returns the title of a bar that has come into sight, then the name of the item at its left:
    /// the strings that the description of the navigation bar gives, without their types.
    static func newView(_ bar: NavigationBarLayout?) -> [String] {
        guard let bar else { return [] }
        let title = bar.heading?.label.spoken ?? ""
        return (title.isEmpty ? [] : [title]) + leftItem(of: bar)
    }

    /// Returns the name of the item at the left: the back button, else the first of the others.
    private static func leftItem(of bar: NavigationBarLayout) -> [String] {
        let item = bar.back?.accessibility ?? bar.left.lazy.compactMap(\.accessibility).first
        return [item?.label.spoken ?? ""].filter { !$0.isEmpty }
    }

    /// Returns the strings for the topmost modal: its presentation, a new view if it is in sight
    /// again or its stack has changed, or its step if its properties have.
    private static func modalStrings(
        _ modal: Modal, from old: Scene, layout: BarLayout
    ) -> [String] {
        guard let bar = layout.modal?.navigationBar else { return [] }
        let step = layout.modal?.step.map { [$0.whole.spoken] } ?? []
        guard let before = old.modal(modal.id) else {
            let name = layout.modal?.accessibility.label.unlessBlank ?? modal.route
            let dialog = AccessibilityElement(.dialog, label: name)
            return dialog.spoken(in: layout.traits.locale) + leftItem(of: bar) + step
        }
        if old.modals.last?.id != modal.id || before.stack.map(\.id) != modal.stack.map(\.id) {
            return newView(bar) + step
        }
        return before.properties == modal.properties ? [] : step
    }

    /// Returns the strings for the tabs, and for the stack of the selected one.
    private static func tabStrings(
        from old: Scene, to new: Scene, layout: BarLayout, before: BarLayout
    ) -> [String] {
        let order = ReadingOrder(layout)
        let changed =
            changedTabs(from: old, to: new, layout, before)
            + changedItems(layout, before)
        guard let tab = new.selected else { return changed.flatMap(\.strings) }
        let slot = order["tab.\(tab.id)"]
        let isNew = old.selectedTab != tab.id
        var strings: [String] = []
        if isNew, let slot {
            strings = slot.strings
        } else if isNew || old.tab(tab.id)?.stack.map(\.id) != tab.stack.map(\.id)
            || ReadingOrder(before).title != order.title
        {
            // A tab without a slot of its own is known by its view alone.
            strings = newView(layout.navigationBar)
        } else if let was = old.tab(tab.id),
            was.refreshed != tab.refreshed || was.refreshCount != tab.refreshCount
        {
            strings = [refreshed(tab, in: layout.traits.locale)]
        }
        return strings
            + changed.filter { !isNew || $0.id != slot?.id }.flatMap(\.strings)
    }

    private static func refreshed(_ tab: Tab, in locale: LanguageTag) -> String {
        SentencePattern.labelWithValue.text(
            [
                "label": tab.title(in: locale).spoken,
                "value": LocalizedString.refreshed.text(in: locale),
            ], in: locale)
    }

    /// Returns the strings for the tabs that are spoken in another way than before, apart from
    /// their selection and their position. Those that More or a group stands for are known by
    /// themselves, without a position.
    private static func changedTabs(
        from old: Scene, to new: Scene, _ layout: BarLayout, _ before: BarLayout
    ) -> [(id: String, strings: [String])] {
        guard let bar = layout.tabBar, before.tabBar != nil else { return [] }
        let locale = layout.traits.locale
        return new.tabs.compactMap { tab in
            let item = TabBarItem(tab, in: locale, development: new.developmentLanguage)
            guard
                let was = old.tab(tab.id).map({
                    TabBarItem($0, in: locale, development: old.developmentLanguage)
                }),
                item.accessibility(drawing: nil).isSpoken(
                    otherwiseThan: was.accessibility(drawing: nil))
            else { return nil }
            guard let slot = bar.items.firstIndex(where: { $0.id == item.id }) else {
                return (item.id, item.accessibility(drawing: nil).spoken(in: locale))
            }
            return (
                item.id,
                bar.items[slot].accessibility.spoken(
                    .init(slot + 1, of: bar.items.count), in: locale)
            )
        }
    }

    /// Returns the same for the items of standalone bars of tabs.
    private static func changedItems(
        _ layout: BarLayout, _ before: BarLayout
    ) -> [(id: String, strings: [String])] {
        let old = before.standaloneBars.compactMap(\.tabBar).flatMap(\.items)
        return layout.standaloneBars.compactMap(\.tabBar).flatMap { bar in
            bar.items.enumerated().compactMap { index, item in
                guard let was = old.first(where: { $0.id == item.id }),
                    item.accessibility.isSpoken(otherwiseThan: was.accessibility)
                else { return nil }
                let position = AccessibilityElement.Position(index + 1, of: bar.items.count)
                return (item.id, item.accessibility.spoken(position, in: layout.traits.locale))
            }
        }
    }
}

extension AccessibilityElement {
    /// Returns a Boolean value indicating whether label, value or use of an element have changed.
    fileprivate func isSpoken(otherwiseThan was: AccessibilityElement) -> Bool {
        label != was.label || value != was.value
            || traits.contains(.notEnabled) != was.traits.contains(.notEnabled)
    }
}

extension ReadingOrder {
    /// The strings spoken for the title; `nil` without one.
    fileprivate var title: [String]? { self["navigationBar.title"]?.strings }
}
