internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the parts of a bar's look that belong together, and for its delegate and its
/// item.
extension Guideline {
    /// A shadow image without a background image.
    static let shadowWithoutBackground = Guideline(
        "shadow-without-background", .warning, rows: ["N-54"],
        "a shadow image needs a background image"
    ) { context in
        context.looks.compactMap { owner, properties in
            let all = properties.effective
            let hasBackground = all.names.contains { Property.backgroundImage.matches($0) }
            guard let shadow = all.explicitText(.shadowImage), !hasBackground else { return nil }
            let name = Property.shadowImage.pattern
            let setter = properties.own[Property.shadowImage.name()] == nil ? .scene : owner
            return Violation(
                setter,
                "the shadow image \(quoted(shadow)) is not shown without a background image",
                fix: [Fix(setter, name, nil)])
        }.unique
    }

    /// An image of the back button without its mask, or the mask without the image.
    static let backImageMaskPair = Guideline(
        "back-image-mask-pair", .error, rows: ["N-60"],
        "a back button image needs its mask, and the mask its image"
    ) { context in
        context.looks.compactMap { owner, properties in
            let pair = [Property.backIndicatorImage, .backIndicatorTransitionMaskImage]
            let explicit = pair.filter { properties.explicitText($0) != nil }
            guard let only = explicit.first, explicit.count == 1 else { return nil }
            let lacking = pair.filter { $0 != only }.map { "'\($0.pattern)'" }
            let setter = properties.own[only.name()] == nil ? .scene : owner
            return Violation(
                setter,
                "'\(only.pattern)' is set without \(lacking.joined()), so the standard back "
                    + "button is shown",
                fix: [Fix(setter, only.pattern, nil)])
        }.unique
    }

    /// A delegate of a bar that a controller manages.
    static let managedBarDelegate = Guideline(
        "managed-bar-delegate", .error, rows: ["N-17"],
        "a managed bar has no delegate but its controller"
    ) { context in
        let name = Property.delegate.name()
        return context.bars.filter(\.isManaged).compactMap { bar in
            guard let delegate = bar.properties.explicitText(.delegate) else { return nil }
            return Violation(
                bar.setter(of: name),
                "\(quoted(delegate)) is set as the delegate of a managed bar, whose delegate is "
                    + "its navigation controller",
                fix: [Fix(bar.setter(of: name), name.rawValue, nil)])
        }.unique
    }

    /// A standalone bar without a delegate.
    static let standaloneNoDelegate = Guideline(
        "standalone-no-delegate", .warning, rows: ["N-20"],
        "a standalone bar needs a delegate to handle touches"
    ) { context in
        context.bars.filter { !$0.isManaged && $0.properties.own.explicitText(.delegate) == nil }
            .map {
                Violation(
                    $0.owner, "\($0.name) has no delegate to handle its touches")
            }
    }

    /// A standalone bar without an item.
    static let noRootItem = Guideline(
        "no-root-item", .error, rows: ["N-19"], "a standalone bar has a root item for its title"
    ) { context in
        context.bars.filter { !$0.isManaged && $0.items.isEmpty }.map {
            Violation($0.owner, "\($0.name) has no item, and therefore no title")
        }
    }

    /// A screen that hides all bars for good.
    static let immersiveNoRestore = Guideline(
        "immersive-no-restore", .error, rows: ["H-12"],
        "a simple gesture restores temporarily hidden bars"
    ) { context in
        context.bars.flatMap(\.items).compactMap { item in
            guard item.properties.flag(.isImmersive),
                item.properties.text(.immersiveRestoreGesture) == "none"
            else { return nil }
            return Violation(
                item.sceneItem, "\(item.name) hides all bars, and no gesture restores them",
                fix: [Fix(item.sceneItem, Property.immersiveRestoreGesture.pattern, nil)])
        }
    }
}

extension LintContext {
    /// The effective properties of the look of each bar, first of those that set nothing of their
    /// own.
    fileprivate var looks: [(owner: SceneItem, properties: BarProperties)] {
        [(.scene, scene.barProperties(own: [:]))] + bars.map { ($0.owner, $0.properties) }
    }
}
