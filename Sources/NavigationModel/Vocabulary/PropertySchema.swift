/// The names that navsync gives a meaning, by what they can be said about.
///
/// Names that begin with `app.` are the app's own: navsync carries them and reads nothing into them.
public enum PropertySchema {
    /// Why something can't be said.
    public enum PropertyError: Error, Hashable, Sendable {
        /// navsync knows no such name; perhaps one of `near` was meant.
        case unknownName(PropertyName, near: [String])
        /// What is known by this name is said of other subjects.
        case saidElsewhere(PropertyName, of: [Property.Target])
        /// The text is not what the property can be.
        case wrongForm(PropertyName, PropertyType)
        /// The text has more bytes than a property can have.
        case tooLong(PropertyName)
        /// Nobody may say it, for a reason.
        case refused(PropertyName, reason: String)
    }

    /// What begins the names of an app's own.
    public static let ownPrefix = "app."

    /// All that can be said about a subject.
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
