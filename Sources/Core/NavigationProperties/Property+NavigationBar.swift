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
        "isTranslucent", .flag, default: "true", "whether content shines through")
    /// The background instead of the style's.
    public static let barTintColor = bar(
        "barTintColor", .color, "the background, instead of the style's")
    /// The colour of buttons and of the way back.
    public static let tintColor = bar(
        "tintColor", .color, default: "systemBlue", "the colour of buttons and of the way back")
    /// The flag for large titles at the top of the content.
    public static let prefersLargeTitles = bar(
        "prefersLargeTitles", .flag, default: "false", "whether titles are large at the top")
    /// The font of the title.
    public static let titleFont = bar("titleTextAttributes.font", .text, "the font's family")
    /// The size of the title's font.
    public static let titleFontSize = bar(
        "titleTextAttributes.fontSize", .number(4...200), "the font's size, in points")
    /// The weight of the title's font.
    public static let titleFontWeight = bar(
        "titleTextAttributes.fontWeight", .choice(["regular", "medium", "semibold", "bold"]),
        "the font's weight")
    /// The colour of the title.
    public static let titleColor = bar(
        "titleTextAttributes.foregroundColor", .color, "the title's colour")
    /// The colour of the title's shadow.
    public static let titleShadowColor = bar(
        "titleTextAttributes.shadowColor", .color, "the colour of the title's shadow")
    /// The offset of the title's shadow.
    public static let titleShadowOffset = bar(
        "titleTextAttributes.shadowOffset", .offset, default: "0,0", "where its shadow falls")
    /// The distance by which the title is moved down, in points, for each of ``barMetrics``.
    public static let titleVerticalPositionAdjustment = bar(
        "titleVerticalPositionAdjustment." + one(of: barMetrics), .number(-200...200), default: "0",
        "how far the title is moved down, in points, for the metrics")
    /// The background of a bar at one of ``barPositions`` with one of ``barMetrics``.
    public static let backgroundImage = bar(
        "backgroundImage.\(one(of: barPositions)).\(one(of: barMetrics))", .text,
        "the background, for the position and the metrics")
    /// The image below a bar with a background image of its own.
    public static let shadowImage = bar(
        "shadowImage", .text, "what lies below a bar with a background image")
    /// The insets of the shadow image that are not stretched.
    public static let shadowImageCapInsets = bar(
        "shadowImage.capInsets", .insets, default: "0,0,0,0", "what of it is not stretched")
    /// The symbol before the way back.
    public static let backIndicatorImage = bar(
        "backIndicatorImage", .text, "the symbol before the way back; needs its mask")
    /// The mask of the way back during transitions.
    public static let backIndicatorTransitionMaskImage = bar(
        "backIndicatorTransitionMaskImage", .text, "what masks the way back during transitions")
    /// The style that the app prefers.
    public static let preferredBehavioralStyle = bar(
        "preferredBehavioralStyle", .choice(["automatic", "mac", "pad"]), default: "automatic",
        "the style that is wished for")
    /// The style in effect.
    public static let behavioralStyle = bar(
        "behavioralStyle", .choice(["mac", "pad"]),
        refusal: "it follows from preferredBehavioralStyle and the platform: set that",
        "the style in effect")
    /// The section of a Mac's toolbar that holds the bar.
    public static let currentNSToolbarSection = bar(
        "currentNSToolbarSection", .choice(["none", "sidebar", "supplementary", "content"]),
        default: "none", "the section of a Mac's toolbar that holds it")
    /// The delegate that approves and observes pushes and pops.
    public static let delegate = bar("delegate", .text, "who is asked and told of its changes")
    /// The identifier of a bar for tests.
    public static let barAccessibilityIdentifier = bar(
        "accessibilityIdentifier", .text, "what tests know the bar by; never spoken")
    /// The flag that hides the bar.
    public static let isHidden = bar("isHidden", .flag, default: "false", "whether it is hidden")
    /// The opacity of the whole bar, from 0 to 1.
    public static let alpha = bar("alpha", .number(0...1), default: "1", "how opaque all of it is")
    /// The position of the bar; unless set, `topAttached` for a managed one, `top` for a standalone
    /// one.
    public static let position = bar(
        "barPosition", .choice(Property.barPositions), "where the bar is")

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
                "what the background starts from"),
            bar(appearance + ".backgroundColor", .color, "the background's colour"),
            bar(appearance + ".backgroundImage", .text, "the background's image"),
            bar(appearance + ".shadowColor", .color, "the line below; clear takes it away"),
            bar(appearance + ".shadowImage", .text, "the image below"),
            bar(appearance + ".titleTextAttributes.font", .text, "the family of the title"),
            bar(
                appearance + ".titleTextAttributes.fontSize", .number(4...200),
                "the size of the title, in points"),
            bar(
                appearance + ".titleTextAttributes.foregroundColor", .color,
                "the colour of the title"),
            bar(
                appearance + ".largeTitleTextAttributes.foregroundColor", .color,
                "the colour of the large title"),
            bar(
                appearance + ".titlePositionAdjustment", .offset,
                "how far the title is moved: across, down"),
        ]
    }
}
