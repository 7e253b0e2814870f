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
        case saidElsewhere(PropertyName, of: [Property.Target])
        /// The property's type does not accept the text.
        case wrongForm(PropertyName, PropertyType)
        /// The text has more bytes than a property can have.
        case tooLong(PropertyName)
        /// Nobody may set it, for a reason.
        case refused(PropertyName, reason: String)
    }

    /// The prefix of an app's own names.
    public static let ownPrefix = "app."

    /// Returns all properties of a target.
    public static func properties(of subject: Property.Target) -> [Property] {
        switch subject {
        case .tab: tab + navigationBar
        case .screen: screen
        case .modal: modal + navigationBar
        case .standaloneBar: standaloneBar + navigationBar + tabBar
        case .appearance: navigationBar + tabBar + [.developmentLanguage]
        }
    }

    private static let tab: [Property] = [
        .title, .badge, .accessibilityIdentifier, .accessibilityValue, .accessibilityLabel,
        .largeContentTitle, .largeContentImage, .features, .selectedImage, .purpose, .role, .group,
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
            .barStyle, .isTranslucent, .barTintColor, .tintColor, .prefersLargeTitles, .titleFont,
            .titleFontSize, .titleFontWeight, .titleColor, .titleShadowColor, .titleShadowOffset,
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
