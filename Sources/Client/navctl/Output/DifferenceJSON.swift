internal import NavigationModel
internal import NavigationText

/// Differences between two scenes as JSON: a `kind`, the item, `from` and `to`.
enum DifferenceJSON {
    /// Returns one object for each difference.
    static func values(of differences: [SceneDifference]) -> JSON {
        .array(
            differences.map { difference in
                var members = members(of: difference)
                members["words"] = JSON(
                    DifferenceText.subject(of: difference) + ": "
                        + DifferenceText.words(difference))
                return .object(members)
            })
    }

    private static func members(of difference: SceneDifference) -> [String: JSON] {
        switch difference {
        case .selection(let from, let to):
            kind("selection", from?.rawValue, to?.rawValue)
        case .tabAdded(let tab): kind("tabAdded").adding(["tab": .string(tab.id.rawValue)])
        case .tabRemoved(let tab): kind("tabRemoved").adding(["tab": .string(tab.id.rawValue)])
        case .tabsReordered(let tabs):
            kind("tabsReordered").adding(["tabs": .array(tabs.map { .string($0.rawValue) })])
        case .tabChanged(let id, let aspect, let from, let to):
            kind("tabChanged", from, to).adding([
                "tab": .string(id.rawValue), "aspect": .string(aspect.name),
            ])
        case .tabRefreshed(let id): kind("tabRefreshed").adding(["tab": .string(id.rawValue)])
        case .screenAdded(let screen, let stack):
            kind("screenAdded").adding(members(of: screen, in: stack))
        case .screenRemoved(let screen, let stack):
            kind("screenRemoved").adding(members(of: screen, in: stack))
        case .screensReordered(let screens, let stack):
            kind("screensReordered").adding(members(of: stack)).adding([
                "screens": .array(screens.map { .string($0.id.rawValue) })
            ])
        case .screenChanged(let screen, let stack, let aspect, let from, let to):
            kind("screenChanged", from, to).adding(members(of: screen, in: stack)).adding([
                "aspect": .string(aspect.name)
            ])
        case .modalPresented(let modal):
            kind("modalPresented").adding(members(of: modal))
        case .modalClosed(let modal):
            kind("modalClosed").adding(members(of: modal))
        case .modalChanged(let modal, let aspect, let from, let to):
            kind("modalChanged", from, to).adding(members(of: modal)).adding([
                "aspect": .string(aspect.name)
            ])
        case .barAdded(let bar): kind("barAdded").adding(["bar": .string(bar.id.rawValue)])
        case .barRemoved(let bar): kind("barRemoved").adding(["bar": .string(bar.id.rawValue)])
        case .barChanged(let id, let aspect, let from, let to):
            kind("barChanged", from, to).adding([
                "bar": .string(id.rawValue), "aspect": .string(aspect.name),
            ])
        case .bar(let key, let from, let to):
            kind("bar", from, to).adding(["key": .string(key.rawValue)])
        }
    }

    private static func kind(_ name: String) -> [String: JSON] { ["kind": .string(name)] }

    private static func kind(_ name: String, _ from: String?, _ to: String?) -> [String: JSON] {
        ["kind": .string(name), "from": JSON(from), "to": JSON(to)]
    }

    private static func members(of stack: StackID) -> [String: JSON] {
        [
            "tab": JSON(stack.tab?.rawValue), "modal": JSON(stack.modal?.rawValue),
            "bar": JSON(stack.bar?.rawValue),
        ]
    }

    private static func members(of screen: Screen, in stack: StackID) -> [String: JSON] {
        members(of: stack).adding([
            "screen": .string(screen.id.rawValue), "route": .string(screen.route),
            "title": JSON(screen.title),
        ])
    }

    private static func members(of modal: Modal) -> [String: JSON] {
        ["modal": .string(modal.id.rawValue), "route": .string(modal.route)]
    }
}

extension [String: JSON] {
    /// Returns the members of both.
    func adding(_ others: [String: JSON]) -> [String: JSON] {
        merging(others) { _, new in new }
    }
}
