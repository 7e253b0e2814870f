internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// A navigation bar as JSON: its delegate, its items, and its effective looks.
enum NavigationBarJSON {
    /// Returns an object of ``members(of:on:)``.
    static func value(of bar: NavigationBarState, on platform: Platform) -> JSON {
        .object(members(of: bar, on: platform))
    }

    /// Returns `mode`, `delegate`, `items` (bottom to top), `topItem`, `backItem`, `back`,
    /// `position`, `isHidden`, `alpha`, `isTranslucent`, `prefersLargeTitles`, `behavioralStyle`,
    /// `preferredBehavioralStyle`, `currentNSToolbarSection`, the four appearances (`null` if not
    /// set, except for the standard one), `legacy`.
    static func members(
        of bar: NavigationBarState, on platform: Platform
    ) -> [String: JSON] {
        let properties = bar.properties
        let members: [String: JSON] = [
            "mode": .string(bar.mode.rawValue), "delegate": JSON(bar.delegate),
            "items": .array(bar.items.map(value)),
            "topItem": bar.topItem.map(value) ?? .null,
            "backItem": bar.backItem.map(value) ?? .null,
            "back": bar.backTitle().map { ["title": .string($0)] } ?? .null,
            "position": .string(bar.position), "isHidden": .typed(.isHidden, properties),
            "alpha": .typed(.alpha, properties),
            "isTranslucent": .typed(.isTranslucent, properties),
            "prefersLargeTitles": .typed(.prefersLargeTitles, properties),
            "behavioralStyle": .string(bar.behavioralStyle(on: platform)),
            "preferredBehavioralStyle": .typed(.preferredBehavioralStyle, properties),
            "currentNSToolbarSection": .string(bar.toolbarSection(on: platform)),
            "legacy": legacy(properties),
        ]
        return members.adding(appearances(properties.effective))
    }

    /// Returns `id`, `route`, `title`, `prompt`, `left`, `right` (outermost first), `titleView` and
    /// the other properties of an item.
    private static func value(of item: NavigationItem) -> JSON {
        let properties = item.properties
        return [
            "id": .string(item.id.rawValue), "route": .string(item.screen.route),
            "title": JSON(item.title), "followsScreenTitle": .bool(item.followsScreenTitle),
            "prompt": JSON(item.prompt),
            "left": .array(item.left.map(value)), "right": .array(item.right.map(value)),
            "titleView": JSON(item.titleView),
            "segments": .array(properties.list(.segments).map(JSON.string)),
            "largeTitleDisplayMode": .string(item.largeTitleDisplayMode),
            "backButtonTitle": JSON(item.backButtonTitle),
            "hidesBackButton": .bool(item.hidesBackButton),
            "image": JSON(properties.said(.itemImage)),
            "badge": JSON(properties[Property.badge.name()]),
        ]
    }

    private static func value(of button: BarButton) -> JSON {
        [
            "id": .string(button.id), "kind": .string(button.kind), "title": JSON(button.title),
            "image": JSON(button.image), "style": .string(button.style),
            "width": button.kind == "fixedSpace" ? .number(button.width) : .null,
            "enabled": .bool(button.isEnabled),
            "accessibilityLabel": JSON(button.accessibilityLabel),
        ]
    }

    /// Returns the properties of the bar itself, as UIKit's older properties: by their names, those
    /// with parts by the names of the parts.
    private static func legacy(_ bar: BarProperties) -> JSON {
        let said = bar.effective.under("navigationBar")
        return [
            "barStyle": .typed(.barStyle, bar), "barTintColor": .typed(.barTintColor, bar),
            "tintColor": .typed(.tintColor, bar),
            "titleTextAttributes": SceneJSON.value(of: said.under("titleTextAttributes")),
            "titleVerticalPositionAdjustment": SceneJSON.value(
                of: said.under("titleVerticalPositionAdjustment")),
            "backgroundImage": SceneJSON.value(of: said.under("backgroundImage")),
            "shadowImage": .typed(.shadowImage, bar),
            "shadowImageCapInsets": .typed(.shadowImageCapInsets, bar),
            "backIndicatorImage": .typed(.backIndicatorImage, bar),
            "backIndicatorTransitionMaskImage": .typed(.backIndicatorTransitionMaskImage, bar),
        ]
    }

    private static func appearances(_ said: Properties) -> [String: JSON] {
        let parts = Property.appearances.map { name in
            let texts = said.under("navigationBar." + name)
            let isThere = !texts.isEmpty || name == "standardAppearance"
            return (name, isThere ? SceneJSON.value(of: texts) : .null)
        }
        return Dictionary(parts) { first, _ in first }
    }
}
