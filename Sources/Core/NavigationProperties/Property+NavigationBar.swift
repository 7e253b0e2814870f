internal import NavigationModel

/// The look of navigation bars; set for all in the appearance, for one on its tab, modal or bar.
extension Property {
    private static func bar(
        _ name: String, _ type: PropertyType, default defaultValue: String? = nil,
        refusal: String? = nil,
        _ summary: String
    ) -> Property {
        Property("navigationBar." + name, type, default: defaultValue, refusal: refusal, summary)
    }

    /// Returns the part of a name that is one of some words.
    private static func one(of words: [String]) -> String { words.joined(separator: "|") }

    /// `UIBarStyle`.
    public static let barStyle = bar(
        "barStyle", .choice(["default", "black"]), default: "default",
        "default: white with dark text; black: black with light text")
    /// The flag of a bar that content shines through.
    public static let isTranslucent = bar(
        "isTranslucent", .flag, default: "true", "true makes the bar translucent")
    /// The background instead of the style's.
    public static let barTintColor = bar(
        "barTintColor", .color, "the background colour, overriding the style's")
    /// The colour of buttons and of the way back.
    public static let tintColor = bar(
        "tintColor", .color, default: "systemBlue", "the colour of buttons and the back button")
    /// The flag for large titles at the top of the content.
    public static let prefersLargeTitles = bar(
        "prefersLargeTitles", .flag, default: "false",
        "true shows large titles while scrolled to the top")
    /// The size of a top app bar on Android, as Material 3 has them.
    public static let appBarSize = bar(
        "appBarSize", .choice(["automatic", "small", "medium", "large"]), default: "automatic",
        "the top app bar on Android; automatic is large with large titles, else small")
    /// The font of the title.
    public static let titleFont = bar(
        "titleTextAttributes.font", .text, "the font family of the title")
    /// The size of the title's font.
    public static let titleFontSize = bar(
        "titleTextAttributes.fontSize", .number(4...200), "the font size of the title, in points")
    /// The weight of the title's font.
    public static let titleFontWeight = bar(
        "titleTextAttributes.fontWeight", .choice(["regular", "medium", "semibold", "bold"]),
        "the font weight of the title")
    /// The colour of the title.
    public static let titleColor = bar(
        "titleTextAttributes.foregroundColor", .color, "the colour of the title")
    /// The colour of the title's shadow.
    public static let titleShadowColor = bar(
        "titleTextAttributes.shadowColor", .color, "the colour of the title's shadow")
    /// The offset of the title's shadow.
    public static let titleShadowOffset = bar(
        "titleTextAttributes.shadowOffset", .offset, default: "0,0",
        "the offset of the title's shadow")
    /// The distance by which the title is moved down, in points, for each of ``barMetrics``.
    public static let titleVerticalPositionAdjustment = bar(
        "titleVerticalPositionAdjustment." + one(of: barMetrics), .number(-200...200), default: "0",
        "the downward offset of the title in points, per metrics")
    /// The background of a bar at one of ``barPositions`` with one of ``barMetrics``.
    public static let backgroundImage = bar(
        "backgroundImage.\(one(of: barPositions)).\(one(of: barMetrics))", .text,
        "the background image, per position and metrics")
    /// The image below a bar with a background image of its own.
    public static let shadowImage = bar(
        "shadowImage", .text, "the shadow image below a bar with a background image")
    /// The insets of the shadow image that are not stretched.
    public static let shadowImageCapInsets = bar(
        "shadowImage.capInsets", .insets, default: "0,0,0,0",
        "the cap insets of the shadow image, which don't stretch")
    /// The symbol before the way back.
    public static let backIndicatorImage = bar(
        "backIndicatorImage", .text, "the symbol of the back button; needs the mask image")
    /// The mask of the way back during transitions.
    public static let backIndicatorTransitionMaskImage = bar(
        "backIndicatorTransitionMaskImage", .text, "the mask of the back button during transitions")
    /// The style that the app prefers.
    public static let preferredBehavioralStyle = bar(
        "preferredBehavioralStyle", .choice(["automatic", "mac", "pad"]), default: "automatic",
        "the preferred behavioural style")
    /// The style in effect.
    public static let behavioralStyle = bar(
        "behavioralStyle", .choice(["mac", "pad"]),
        refusal: "it is derived: set preferredBehavioralStyle",
        "the effective behavioural style")
    /// The section of a Mac's toolbar that holds the bar.
    public static let currentNSToolbarSection = bar(
        "currentNSToolbarSection", .choice(["none", "sidebar", "supplementary", "content"]),
        default: "none", "the section of the Mac toolbar with the bar")
    /// The delegate that approves and observes pushes and pops.
    public static let delegate = bar("delegate", .text, "the delegate of the bar")
    /// The identifier of a bar for tests.
    public static let barAccessibilityIdentifier = bar(
        "accessibilityIdentifier", .text, "the identifier for tests; never spoken")
    /// The flag that hides the bar.
    public static let isHidden = bar("isHidden", .flag, default: "false", "true hides the bar")
    /// The opacity of the whole bar, from 0 to 1.
    public static let alpha = bar(
        "alpha", .number(0...1), default: "1", "the opacity of the whole bar")
    /// The position of the bar; unless set, `topAttached` for a managed one, `top` for a standalone
    /// one.
    public static let position = bar(
        "barPosition", .choice(Property.barPositions), "the position of the bar")

    /// `UIBarPosition`.
    public static let barPositions = ["bottom", "top", "topAttached"]
    /// `UIBarMetrics`.
    public static let barMetrics = ["default", "compact", "defaultPrompt", "compactPrompt"]
    /// The four appearances: one exists if any property is set under its name; the first always
    /// does.
    public static let appearances = [
        "standardAppearance", "compactAppearance", "scrollEdgeAppearance",
        "compactScrollEdgeAppearance",
    ]

    /// The properties under each of ``appearances``:
    /// `navigationBar.standardAppearance.shadowColor`.
    public static let appearanceParts: [Property] = appearances.flatMap { appearance in
        [
            bar(
                appearance + ".background", .choice(["default", "opaque", "transparent"]),
                "the base of the background"),
            bar(appearance + ".backgroundColor", .color, "the background colour"),
            bar(appearance + ".backgroundImage", .text, "the background image"),
            bar(
                appearance + ".shadowColor", .color,
                "the colour of the line below; clear removes it"),
            bar(appearance + ".shadowImage", .text, "the shadow image below"),
            bar(appearance + ".titleTextAttributes.font", .text, "the font family of the title"),
            bar(
                appearance + ".titleTextAttributes.fontSize", .number(4...200),
                "the font size of the title, in points"),
            bar(
                appearance + ".titleTextAttributes.foregroundColor", .color,
                "the colour of the title"),
            bar(
                appearance + ".largeTitleTextAttributes.foregroundColor", .color,
                "the colour of the large title"),
            bar(
                appearance + ".titlePositionAdjustment", .offset,
                "the offset of the title: across, down"),
        ]
    }
}
