internal import NavigationModel
internal import NavigationProperties

/// Guidelines for tabs and stacks that mirror the order of the app's content.
extension Guideline {
    /// A screen in a tab of another area; a tab in a group that is not there.
    static let tabHierarchyMismatch = Guideline(
        "tab-hierarchy-mismatch", .warning, rows: ["D-01"],
        "tabs mirror the information hierarchy"
    ) { context in
        context.scene.tabs.flatMap { tab in
            [danglingGroup(of: tab, in: context.scene)].compactMap { $0 }
                + strays(in: tab, of: context.scene)
        }
    }

    /// A screen below others, or presented, that is marked as one of the top level.
    static let topLevelNotInTab = Guideline(
        "top-level-not-in-tab", .warning, rows: ["D-02"],
        "top-level screens are tabs"
    ) { context in
        let scene = context.scene
        let below = scene.tabs.flatMap { $0.stack.dropFirst() } + scene.modals.flatMap(\.stack)
        return below.filter { $0.properties.text(.screenLevel) == "top" }.map { screen in
            Violation(
                .screen(screen.id),
                "screen \(NavigationItem(screen).name) is on the top level of the app, but not a "
                    + "tab")
        }
    }

    /// A tab bar that is hidden, by itself or by a screen that was pushed.
    static let tabBarHidden = Guideline(
        "tab-bar-hidden", .warning, rows: ["D-09"], "tabs stay visible at every depth"
    ) { context in
        let scene = context.scene
        let name = Property.hidesBottomBarWhenPushed.pattern
        let screens = scene.tabs.flatMap { $0.stack.dropFirst() }.filter { screen in
            screen.properties.flag(.hidesBottomBarWhenPushed) && !screen.comesBack
        }
        let whole = Property.tabBarIsHidden.pattern
        let isHidden = !scene.tabs.isEmpty && context.appearance.flag(.tabBarIsHidden)
        let ofBar = Violation(
            .scene, "the tab bar is hidden on all devices, so tabs can't be switched",
            fix: [Fix(.scene, whole, nil)])
        return (isHidden ? [ofBar] : [])
            + screens.map { screen in
                Violation(
                    .screen(screen.id),
                    "screen \(NavigationItem(screen).name) hides the tab bar while it is on the "
                        + "stack",
                    fix: [Fix(.screen(screen.id), name, nil)])
            }
    }

    /// A stack that leads far down.
    static let deepHierarchy = Guideline(
        "deep-hierarchy", .warning, rows: ["H-34"],
        "a hierarchy that needs a full path is too deep: flatten it"
    ) { context in
        context.bars.filter { $0.items.count > deepestStack }.compactMap { bar in
            bar.items.last.map { top in
                Violation(
                    top.sceneItem,
                    "\(top.name) is screen number \(bar.items.count) of its stack, the maximum is "
                        + "\(deepestStack): flatten the hierarchy")
            }
        }
    }

    /// A first screen that shows its content in a view of its own, leads to a few others, short
    /// enough of name to be segments, and has nothing else to do. A list of messages or of songs,
    /// or what is in a cart, is content: its app names no view of it.
    static let considerSegmented = Guideline(
        "consider-segmented", .info, rows: ["H-37"], "a segmented control can flatten the hierarchy"
    ) { context in
        context.bars.filter(\.isManaged).compactMap { bar in
            guard let root = bar.items.first, root.controls.isEmpty, !root.hasSegmentedControl,
                root.properties.explicitText(.contentView) != nil
            else { return nil }
            let rows = root.properties.list(.rows)
            let onlyLeads = rows.allSatisfy { root.properties[Property.rowPushes.name($0)] != nil }
            let width = rows.reduce(0) { $0 + root.label(ofRow: $1).displayWidth }
            guard onlyLeads, fewSegments.contains(rows.count), width <= widestSegments else {
                return nil
            }
            return Violation(
                root.sceneItem,
                "\(root.name) only leads to \(rows.count) other screens: a segmented control would "
                    + "save a level")
        }
    }

    /// A row that pushes, without a sign of it.
    static let missingDisclosure = Guideline(
        "missing-disclosure", .warning, rows: ["D-15"],
        "a row that pushes has a disclosure indicator"
    ) { context in
        context.bars.flatMap(\.items).flatMap { item in
            item.properties.list(.rows).compactMap { row in
                let name = Property.rowAccessory.name(row)
                let isMarked =
                    item.properties.text(.rowAccessory, name) == "disclosureIndicator"
                guard item.properties[Property.rowPushes.name(row)] != nil, !isMarked else {
                    return nil
                }
                return Violation(
                    item.sceneItem,
                    "row \(quoted(row)) of \(item.name) pushes a screen and has no disclosure "
                        + "indicator",
                    fix: [Fix(item.sceneItem, name.rawValue, "disclosureIndicator")])
            }
        }
    }

    /// The most screens of a stack that people find their way through. Our own value; the
    /// guidelines name none.
    static let deepestStack = 5
    /// The numbers of segments that a control has room for on a phone. Our own value.
    static let fewSegments = 2...5
    /// The most letters that all segments together have room for on a phone, wide ones counted
    /// twice. Our own value.
    static let widestSegments = 40

    private static func danglingGroup(of tab: Tab, in scene: Scene) -> Violation? {
        guard let group = tab.properties.explicitText(.group),
            scene.groupedTabs.contains(where: { $0.tab.id == tab.id })
        else { return nil }
        return Violation(
            .tab(tab.id),
            "tab \(quoted(tab.title)) is in the group \(quoted(group)), not a top-level tab",
            fix: [Fix(.tab(tab.id), Property.group.pattern, nil)])
    }

    /// Returns the violations of screens whose area is that of another tab's first screen, and not
    /// of their own tab's.
    private static func strays(in tab: Tab, of scene: Scene) -> [Violation] {
        guard let own = tab.stack.first?.properties.explicitText(.area) else { return [] }
        return tab.stack.dropFirst().compactMap { screen in
            guard let area = screen.properties.explicitText(.area), area != own,
                let home = scene.tabs.first(where: {
                    $0.id != tab.id && $0.stack.first?.properties.explicitText(.area) == area
                })
            else { return nil }
            return Violation(
                .screen(screen.id),
                "screen \(NavigationItem(screen).name) is in tab \(quoted(tab.title)), and its "
                    + "area \(quoted(area)) is that of tab \(quoted(home.title))")
        }
    }
}

extension NavigationItem {
    /// Returns the title of a row of the content in the app's own language, else the row's name.
    fileprivate func label(ofRow row: String) -> String {
        properties[Property.rowTitle.name(row)]?.unlessBlank ?? row
    }
}

extension Screen {
    /// A Boolean value indicating whether it hides the bars for a while only, until a gesture.
    fileprivate var comesBack: Bool {
        properties.flag(.isImmersive) && properties.text(.immersiveRestoreGesture) != "none"
    }
}
