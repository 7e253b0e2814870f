internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the controls beside a title.
extension Guideline {
    /// More controls than one.
    static let tooManyControls = Guideline(
        "too-many-controls", .warning, rows: ["H-27"],
        "a bar has one control besides back button and title"
    ) { context in
        // A bar at the lower edge is a toolbar, which is there for its controls.
        context.items.filter { bar, _, item in
            item.controls.count > mostControls && bar.properties.text(.position) != "bottom"
        }.map { _, _, item in
            Violation(
                item.sceneItem,
                "the bar of \(item.name) has \(item.controls.count) controls, "
                    + "\(item.controls.map { quoted($0.id) }.joined(separator: ", ")): keep "
                    + "one")
        }
    }

    /// A segmented control with something beside it.
    static let segmentedNotAlone = Guideline(
        "segmented-not-alone", .warning, rows: ["H-28"],
        "a segmented control is alone in its bar: no title, no other controls"
    ) { context in
        context.items.compactMap { _, _, item in
            guard item.hasSegmentedControl else { return nil }
            let others = item.controls.filter { $0.kind != "segmentedControl" }.map(\.id)
            let title = item.title.map { ["the title \(quoted($0))"] } ?? []
            let company = title + others.map(quoted)
            guard !company.isEmpty else { return nil }
            return Violation(
                item.sceneItem,
                "the segmented control of \(item.name) is not alone: remove "
                    + company.joined(separator: ", "))
        }
    }

    /// A segmented control below the first screen.
    static let segmentedBelowRoot = Guideline(
        "segmented-below-root", .warning, rows: ["H-38"],
        "a segmented control in a bar is on the top level only"
    ) { context in
        context.items.filter { $0.depth > 0 && $0.item.hasSegmentedControl }.map {
            _, depth, item in
            Violation(
                item.sceneItem,
                "\(item.name) has a segmented control in its bar, \(depth) "
                    + "\(depth == 1 ? "level" : "levels") below the top")
        }
    }

    /// A drawing of the app's own in another size.
    static let glyphSize = Guideline(
        "glyph-size", .warning, rows: ["H-29"],
        "custom glyphs in a bar have one balanced size"
    ) { context in
        context.items.flatMap { _, _, item in
            item.controls.compactMap { button in
                guard let size = button.glyphSize, size != glyph else { return nil }
                let name = Property.buttonGlyphSize.name(button.side, button.name).rawValue
                return Violation(
                    item.sceneItem,
                    "the glyph of \(quoted(button.id)) of \(item.name) is \(points(size)) large: "
                        + "use \(points(glyph)) to match the others",
                    fix: [Fix(item.sceneItem, name, nil)])
            }
        }
    }

    /// Buttons of text without space between them.
    static let crowdedTextButtons = Guideline(
        "crowded-text-buttons", .warning, rows: ["H-35", "H-36"],
        "adjacent text buttons have a fixed space between them"
    ) { context in
        context.items.flatMap { _, _, item in
            [("left", item.left), ("right", item.right)].compactMap { side, buttons in
                crowd(buttons, on: side, of: item)
            }
        }
    }

    /// The most controls beside the back button and the title: the guidelines.
    static let mostControls = 1
    /// The size of a drawing of an app's own, in points. The guidelines show it in a picture only,
    /// so the value is our own.
    static let glyph = 24.0

    /// Returns the violation of the buttons on one side, if two of text are next to each other;
    /// spaces fix it.
    private static func crowd(
        _ buttons: [BarButton], on side: String, of item: NavigationItem
    ) -> Violation? {
        var names: [String] = []
        var spaces: [String] = []
        for (index, button) in buttons.enumerated() {
            if index > 0, button.isText, buttons[index - 1].isText {
                let taken = Set(buttons.map(\.name) + names)
                let space = (1...).lazy.map { "space\($0)" }.first { !taken.contains($0) }
                spaces.append(space ?? "space")
                names.append(space ?? "space")
            }
            names.append(button.name)
        }
        guard !spaces.isEmpty else { return nil }
        let texts = buttons.filter(\.isText).map { quoted($0.title ?? "") }
        return Violation(
            item.sceneItem,
            "the text buttons \(texts.joined(separator: ", ")) of \(item.name) have no space "
                + "between them",
            fix: spaces.map {
                Fix(item.sceneItem, Property.buttonKind.name(side, $0).rawValue, "fixedSpace")
            } + [Fix(item.sceneItem, side, names.joined(separator: ","))])
    }
}

extension BarButton {
    /// A Boolean value indicating whether it shows words.
    fileprivate var isText: Bool { kind == "button" && image == nil && title != nil }
}
