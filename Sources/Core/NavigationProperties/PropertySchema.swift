public import NavigationModel
internal import NavigationText

/// The properties that navsync gives a meaning, by the objects that they are set on.
///
/// Names that begin with `app.` are the app's own: navsync carries them and reads nothing into
/// them.
public enum PropertySchema {
    /// An error in a property that is about to be set.
    public enum PropertyError: Error, Hashable, Sendable {
        /// navsync knows no such name; perhaps one of `near` was meant.
        case unknownName(PropertyName, near: [String])
        /// The name is one of other targets' properties.
        case otherTarget(PropertyName, of: [Property.Target])
        /// The property's type does not accept the text.
        case wrongType(PropertyName, PropertyType)
        /// The text has more bytes than a property can have.
        case tooLong(PropertyName)
        /// Nobody may set it, for a reason.
        case refused(PropertyName, reason: String)
    }

    /// The prefix of an app's own names.
    public static let ownPrefix = "app."

    /// Returns all properties of a target.
    public static func properties(of target: Property.Target) -> [Property] {
        switch target {
        case .tab: tab + navigationBar
        case .screen: screen
        case .modal: modal + navigationBar
        case .standaloneBar: standaloneBar + navigationBar + tabBar
        case .appearance: navigationBar + tabBar + [.developmentLanguage]
        }
    }

    private static let tab: [Property] = [
        .title, .badge, .accessibilityIdentifier, .accessibilityValue, .accessibilityLabel,
        .largeContentTitle, .largeContentImage, .features, .selectedImage, .purpose, .role,
        .automaticallyActivatesSearch, .reselect, .group,
        .importance, .level,
    ]

    private static let screen: [Property] = [
        .title, .prompt, .itemTitle, .largeTitleDisplayMode, .titleIsRedundant, .firstLine,
        .backButtonTitle, .backButtonImage, .backButtonSegments, .hidesBackButton,
        .hidesBottomBarWhenPushed, .isImmersive, .immersiveRestoreGesture, .left, .right,
        .buttonKind, .buttonTitle, .buttonImage, .buttonStyle, .buttonWidth, .buttonIsEnabled,
        .buttonAccessibilityLabel, .buttonAccessibilityIdentifier, .buttonGlyphSize, .titleView,
        .segments, .selectedSegment, .kind, .panes, .paneTitle, .paneBar, .paneBorder, .pageCount,
        .page, .children, .childRoute, .rows, .rowTitle, .rowPushes, .rowAccessory, .content,
        .contentView, .area, .features, .screenLevel, .popoverSource, .accessibilityIdentifier,
        .itemImage,
        .badge, .accessibilityValue,
    ]

    private static let modal: [Property] = [
        .title, .accessibilityIdentifier, .step, .steps, .dismissActions, .cancelTitle,
        .preferredTitle, .preferredIsEnabled, .isDirty, .draft, .hasInput, .isSelfContained,
        .reason, .popoverSource,
    ]

    private static let standaloneBar: [Property] = [
        .barKind, .barScreen, .selectedItem, .accessibilityIdentifier,
    ]

    private static let navigationBar: [Property] =
        [
            .barStyle, .isTranslucent, .barTintColor, .tintColor, .prefersLargeTitles, .appBarSize,
            .titleFont, .titleFontSize, .titleFontWeight, .titleColor, .titleShadowColor,
            .titleShadowOffset,
            .titleVerticalPositionAdjustment, .backgroundImage, .shadowImage,
            .shadowImageCapInsets, .backIndicatorImage, .backIndicatorTransitionMaskImage,
            .preferredBehavioralStyle, .behavioralStyle, .currentNSToolbarSection, .delegate,
            .barAccessibilityIdentifier, .isHidden, .alpha, .position,
        ] + Property.appearanceParts

    private static let tabBar: [Property] = [
        .tabBarStyle, .titleVisibility, .alignment, .barHeight, .tabBarTintColor,
        .tabBarBarTintColor, .tabBarIsHidden, .placement, .sidebarIsExpanded, .themeColor,
        .themeFont, .designLanguage, .accessory, .drawer,
    ]
}

/// The validation of properties that are about to be set. Those that arrive from elsewhere are
/// carried unchecked.
extension PropertySchema {
    /// Returns the property that a name belongs to; `nil` if navsync gives the name no meaning.
    public static func property(
        _ name: PropertyName, of target: Property.Target
    ) -> Property? {
        if let property = fixed[target]?[name.base.rawValue] {
            return property.matches(name) ? property : nil
        }
        return open[target]?.first { $0.matches(name) }
    }

    /// The properties whose names are fixed, by name: most look-ups are for one of them.
    private static let fixed: [Property.Target: [String: Property]] = byTarget { properties in
        let fixed = properties.filter { !$0.hasFreeParts }
        return Dictionary(fixed.map { ($0.pattern, $0) }) { first, _ in first }
    }

    /// The properties in whose names an app chooses parts.
    private static let open: [Property.Target: [Property]] = byTarget { properties in
        properties.filter(\.hasFreeParts)
    }

    private static func byTarget<Value>(
        _ value: ([Property]) -> Value
    ) -> [Property.Target: Value] {
        Dictionary(
            uniqueKeysWithValues: Property.Target.allCases.map { ($0, value(properties(of: $0))) })
    }

    /// Checks a text to set under a name; `nil` and empty text unset it.
    public static func check(
        _ name: PropertyName, _ text: String?, of target: Property.Target
    ) throws(PropertyError) {
        guard (text ?? "").utf8.count <= SceneLimits.textLength else { throw .tooLong(name) }
        // By bytes: a mark may follow that would make one character with the dot.
        if name.rawValue.utf8.starts(with: ownPrefix.utf8) { return }
        guard let property = property(name, of: target) else {
            throw unknown(name, of: target)
        }
        if let language = name.language, !isLanguage(language) {
            throw .refused(name, reason: "'\(language)' is not a language tag like ko or pt-BR")
        }
        guard let text, !text.isEmpty else { return }
        if let reason = property.refusal ?? reason(against: property, name, of: target) {
            throw .refused(name, reason: reason)
        }
        guard property.type.accepts(text) else { throw .wrongType(name, property.type) }
    }

    /// Returns the error for a name that the target does not have: a misspelling if a known name is
    /// near, else a name of other targets.
    private static func unknown(_ name: PropertyName, of target: Property.Target) -> PropertyError {
        let near = names(near: name, of: target)
        let others = Property.Target.allCases.filter { property(name, of: $0) != nil }
        return near.isEmpty && !others.isEmpty
            ? .otherTarget(name, of: others) : .unknownName(name, near: near)
    }

    /// Returns the reason why a property can be set for a language only; `nil` if it can be set
    /// without one.
    private static func reason(
        against property: Property, _ name: PropertyName, of target: Property.Target
    ) -> String? {
        guard name.language == nil else { return nil }
        return switch (target, property) {
        case (.tab, .title), (.screen, .title), (.modal, .title):
            "it needs a language, as in title@ko"
        case (.tab, .badge):
            "it needs a language, as in badge@ko"
        default: nil
        }
    }

    /// Returns known names that may have been meant, nearest first; the parts that an app chooses
    /// are those of the name. If none is near: those that end like it, for people who leave out the
    /// beginning.
    static func names(near name: PropertyName, of target: Property.Target) -> [String] {
        let pieces = name.base.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        let known = properties(of: target).filter { $0.refusal == nil }
        let candidates = known.flatMap { $0.names(like: pieces) }
        let word = name.base.rawValue
        let near = SpellChecker.nearest(to: word, in: candidates, atMost: 3)
        let meant =
            near.isEmpty ? candidates.filter { $0.hasSuffix("." + word) }.prefix(3) : near[...]
        guard let language = name.language else { return Array(meant) }
        return meant.map { base in
            PropertyName(rawValue: "\(base)@\(language)").flatMap { name in
                property(name, of: target).map { _ in name.rawValue }
            } ?? base
        }
    }

    /// Returns a Boolean value indicating whether a tag can be a language: letters, digits and
    /// hyphens, two at least.
    private static func isLanguage(_ tag: String) -> Bool {
        tag.utf8.count >= 2
            && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}

extension Property {
    /// A Boolean value indicating whether an app chooses parts of the name.
    fileprivate var hasFreeParts: Bool { pattern.contains { $0 == "*" || $0 == "|" } }

    /// Returns the names that the pattern stands for, with the parts that an app chooses taken from
    /// `pieces`.
    fileprivate func names(like pieces: [Substring]) -> [String] {
        var names: [[Substring]] = [[]]
        for (index, part) in pattern.split(separator: ".").enumerated() {
            let isThere = pieces.indices.contains(index) && !pieces[index].isEmpty
            let parts = part == "*" && isThere ? [pieces[index]] : part.split(separator: "|")
            names = names.flatMap { name in parts.map { name + [$0] } }
        }
        return names.map { $0.joined(separator: ".") }
    }
}

extension PropertySchema.PropertyError: CustomStringConvertible {
    /// The error and how to fix it.
    public var description: String { reason + (advice.map { ": " + $0 } ?? "") }

    /// The error without the remedy.
    package var reason: String {
        switch self {
        case .unknownName(let name, _): "unknown property '\(name)'"
        case .otherTarget(let name, let targets):
            "'\(name)' is a property of "
                + targets.map(\.words).joined(separator: " or ") + ", not of this item"
        case .tooLong(let name): "the value of '\(name)' is too long"
        case .wrongType(let name, _): "invalid value of '\(name)'"
        case .refused(let name, let reason): "'\(name)' can't be set: \(reason)"
        }
    }

    /// The remedy alone; `nil` if there is none.
    package var advice: String? {
        switch self {
        case .unknownName(_, let near) where near.isEmpty:
            "app-defined names begin with '\(PropertySchema.ownPrefix)'"
        case .unknownName(_, let near):
            "did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"
        case .tooLong: "use at most \(SceneLimits.textLength) bytes"
        case .wrongType(_, let type): "use \(type.words)"
        case .otherTarget, .refused: nil
        }
    }
}
