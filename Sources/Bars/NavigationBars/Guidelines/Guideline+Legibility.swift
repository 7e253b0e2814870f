internal import NavigationModel
internal import NavigationProperties

/// Guidelines for what people set on a device: the size and the weight of text, contrast,
/// transparency, and the direction of the layout.
extension Guideline {
    /// A text in the app's own colours that can hardly be read.
    static let textContrast = Guideline(
        "text-contrast", .warning, rows: ["N-99"],
        "text in the app's own colours is legible, on every device and with more contrast"
    ) { context in
        context.shownTexts.compactMap { shown in
            let text = shown.text
            let least = text.least(isIncreased: shown.traits.increasesContrast)
            guard shown.isInOwnColors, text.ratio < least else { return nil }
            return Violation(
                shown.owner,
                "\(quoted(text.whole)) in \(text.color.hexadecimal) on "
                    + "\(text.background.hexadecimal) has a contrast of \(tenths(text.ratio))"
                    + "\(shown.traits.inWords), the minimum is \(tenths(least))")
        }.unique
    }

    /// A text of a bar that has no room at the size and weight that people set, but at the usual ones.
    static let textTruncated = Guideline(
        "text-truncated", .info, rows: ["N-99"],
        "titles, labels and buttons are shown whole at the size and weight that people set"
    ) { context in
        context.shownTexts.compactMap { shown in
            guard shown.text.isOfBar, shown.text.isTruncated, !shown.isAlwaysTruncated else {
                return nil
            }
            return Violation(
                shown.owner,
                "\(quoted(shown.text.whole)) is shown as \(quoted(shown.text.shown))"
                    + "\(shown.traits.inWords)")
        }.unique
    }

    /// A colour of the app's own that content shines through where people want none of that.
    static let seeThroughBar = Guideline(
        "see-through-bar", .info, rows: ["N-99"],
        "bars are opaque where people reduce transparency"
    ) { context in
        guard context.device?.reducesTransparency == true else { return [] }
        return context.scene.layouts(on: context.device).flatMap { shown in
            shown.layout.backgrounds.compactMap { background in
                guard background.kind == .translucent else { return nil }
                return Violation(
                    shown.owner,
                    "content shines through a bar in the app's own colour "
                        + "\(background.color.hexadecimal), which is "
                        + "\(Int(background.color.opacity * 100)) % opaque, "
                        + "on a device\(shown.layout.traits.inWords)")
            }
        }.unique
    }

    /// A symbol that points to a side of the screen, where the layout may be turned.
    static let directionalSymbol = Guideline(
        "directional-symbol", .info, rows: ["D-18"],
        "symbols that point forward or backward turn with the direction of the layout"
    ) { context in
        let isTurned =
            context.device?.isRightToLeft == true
            || context.scene.languages.contains(where: \.isRightToLeft)
        guard isTurned else { return [] }
        return context.symbols.compactMap { owner, symbol in
            let parts = symbol.split(separator: ".")
            guard let side = parts.dropFirst().first(where: { ["left", "right"].contains($0) }),
                ["arrow", "chevron"].contains(parts.first)
            else { return nil }
            let turning = parts.map { part in
                part == side ? (side == "left" ? "backward" : "forward") : String(part)
            }.joined(separator: ".")
            return Violation(
                owner,
                "the symbol \(quoted(symbol)) points to the \(side) in every language: "
                    + "\(quoted(turning)) turns with the layout")
        }.unique
    }
}

/// A text on the screen of a device, with the part of the scene that it belongs to.
struct ShownText: Sendable {
    /// The part of the scene.
    let owner: SceneItem
    /// The text.
    let text: InspectedText
    /// The device.
    let traits: DeviceTraits
    /// A Boolean value indicating whether it or what is behind it would look otherwise without the
    /// app's own colours. Named ones are the system's, which adapts them.
    let isInOwnColors: Bool
    /// A Boolean value indicating whether it has no room at the usual size and weight either.
    let isAlwaysTruncated: Bool
}

extension ShownText {
    /// Returns the texts of a scene on a device, with each of its tabs selected; none without a
    /// device. Costs three layouts for each tab.
    static func all(in scene: Scene, on device: DeviceTraits?) -> [ShownText] {
        var usual = device
        usual?.textSize = .L
        usual?.isBoldText = false
        let others = zip(scene.withoutColors.layouts(on: device), scene.layouts(on: usual))
        return zip(scene.layouts(on: device), others).flatMap { shown, others in
            let (plain, usual) = (others.0.layout.textsByID, others.1.layout.textsByID)
            return shown.layout.texts.map { text in
                ShownText(
                    owner: scene.owner(of: text.id) ?? shown.owner, text: text,
                    traits: shown.layout.traits,
                    isInOwnColors: plain[text.id].map {
                        $0.color != text.color || $0.background != text.background
                    } ?? true,
                    isAlwaysTruncated: usual[text.id]?.isTruncated ?? false)
            }
        }
    }
}

extension LintContext {
    /// The symbols of tabs, buttons and items, with what they belong to.
    fileprivate var symbols: [(owner: SceneItem, symbol: String)] {
        let images = items.flatMap { _, _, item in
            (item.left + item.right).compactMap(\.image).map { (item.sceneItem, $0) }
        }
        return scene.tabs.compactMap { tab in tab.icon.map { (.tab(tab.id), $0) } } + images
    }
}

extension Scene {
    /// Returns the part of the scene that the text of an element belongs to; `nil` of the bar and
    /// the content of the tab that is shown.
    fileprivate func owner(of element: String) -> SceneItem? {
        if element.hasPrefix("modal."), let modal = modals.last { return .modal(modal.id) }
        let bar = standaloneBars.first { element.hasPrefix("\($0.id.layoutID).") }
        if let bar { return .bar(bar.id) }
        return tabs.first { element.hasPrefix("tab.\($0.id).") }.map { .tab($0.id) }
    }

    /// Returns the screen of a device for each tab, with that selected; none without a device.
    fileprivate func layouts(
        on device: DeviceTraits?
    ) -> [(owner: SceneItem, layout: BarLayout)] {
        guard let device else { return [] }
        guard !tabs.isEmpty else { return [(.scene, BarLayout(self, on: device))] }
        return tabs.filter(\.isEnabled).map { tab in
            (.tab(tab.id), BarLayout(selecting(tab.id), on: device))
        }
    }

    /// Returns the scene with another tab in sight.
    fileprivate func selecting(_ tab: TabID) -> Scene {
        Scene(
            selectedTab: tab, tabs: tabs, modals: modals, bars: bars,
            standaloneBars: standaloneBars)
    }

    /// The scene without the app's own colours.
    fileprivate var withoutColors: Scene {
        Scene(
            selectedTab: selectedTab, tabs: tabs.map(\.withoutColors),
            modals: modals.map(\.withoutColors),
            bars: bars.filter { key, value in
                !PropertyName(unchecked: key.rawValue).isOwnColor(value, of: .appearance)
            },
            standaloneBars: standaloneBars.map(\.withoutColors))
    }
}

extension Tab {
    fileprivate var withoutColors: Tab {
        Tab(
            id: id, title: title, icon: icon, isEnabled: isEnabled, badge: badge,
            refreshed: refreshed, refreshCount: refreshCount,
            properties: properties.withoutColors(of: .tab), stack: stack.map(\.withoutColors))
    }
}

extension Screen {
    fileprivate var withoutColors: Screen {
        Screen(
            id: id, route: route, title: title, payload: payload,
            properties: properties.withoutColors(of: .screen))
    }
}

extension Modal {
    fileprivate var withoutColors: Modal {
        Modal(
            id: id, route: route, kind: kind, title: title, payload: payload,
            properties: properties.withoutColors(of: .modal), stack: stack.map(\.withoutColors))
    }
}

extension StandaloneBar {
    fileprivate var withoutColors: StandaloneBar {
        StandaloneBar(
            id: id, properties: properties.withoutColors(of: .standaloneBar),
            items: items.map(\.withoutColors))
    }
}

extension Properties {
    fileprivate func withoutColors(of target: Property.Target) -> Properties {
        Properties(values.filter { name, value in !name.isOwnColor(value, of: target) })
    }
}

extension PropertyName {
    /// Returns a Boolean value indicating whether a value of it is a colour, and none of the
    /// system's.
    fileprivate func isOwnColor(_ value: String, of target: Property.Target) -> Bool {
        value.hasPrefix("#") && PropertySchema.property(self, of: target)?.type == .color
    }
}

extension BarLayout {
    /// The texts by their ids.
    fileprivate var textsByID: [String: InspectedText] {
        Dictionary(texts.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The backgrounds of all bars.
    fileprivate var backgrounds: [Background] {
        navigationBars.map(\.background) + tabBars.map(\.background)
    }
}

extension DeviceTraits {
    /// The settings that make it harder to fit or to tell apart, for the end of a sentence: empty at
    /// the usual ones.
    fileprivate var inWords: String {
        let settings = [
            textSize == .L ? nil : "text of size \(textSize.rawValue)",
            isBoldText ? "bold text" : nil,
            increasesContrast ? "increased contrast" : nil,
            reducesTransparency ? "reduced transparency" : nil,
        ].compactMap(\.self)
        return settings.isEmpty ? "" : " with " + settings.joined(separator: ", ")
    }
}

/// Returns a contrast for a sentence, to a tenth below.
private func tenths(_ ratio: Double) -> String {
    let tenths = Int((ratio * 10).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

extension InspectedText {
    /// A Boolean value indicating whether it is a title, a label or a button of a bar. Back buttons
    /// give way by themselves, and a badge has a guideline of its own.
    fileprivate var isOfBar: Bool {
        !id.hasPrefix("content.") && !id.hasPrefix("modal.content.") && !id.contains(".row.")
            && !id.hasSuffix(".badge.label") && !id.hasSuffix(".back.label")
    }
}
