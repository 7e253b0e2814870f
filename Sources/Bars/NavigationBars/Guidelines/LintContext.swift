internal import NavigationModel

/// A scene as the guidelines look at it: its bars and stacks by themselves, on one device.
struct LintContext: Sendable {
    /// The scene.
    let scene: Scene
    /// The device; `nil` for a phone that nothing is known of.
    let device: DeviceTraits?
    /// The languages that texts are expected in, each with the texts that lack a translation into
    /// it.
    let untranslated: [(language: LanguageTag, texts: [DisplayedText])]
    /// The texts that the device shows, with each tab selected.
    let shownTexts: [ShownText]
    /// The properties that the scene sets for all bars.
    let appearance: Properties
    /// The bars with titles: of the tabs, the modals, and the standalone ones.
    let bars: [InspectedBar]
    /// The bars of tabs: the scene's own first if it has tabs, then the standalone ones.
    let tabBars: [InspectedTabBar]

    /// Reads a scene; the missing translations are the same on every device.
    init(
        _ scene: Scene, on device: DeviceTraits?,
        untranslated: [(language: LanguageTag, texts: [DisplayedText])]
    ) {
        self.scene = scene
        self.device = device
        let appearance = scene.appearance
        self.appearance = appearance
        self.untranslated = untranslated
        shownTexts = ShownText.all(in: scene, on: device)
        bars =
            scene.tabs.map { InspectedBar(.tab($0.id), scene.navigationBar(of: $0)) }
            + scene.modals.map { InspectedBar(.modal($0.id), scene.navigationBar(of: $0)) }
            + scene.standaloneBars.filter { !$0.isBarOfTabs }.map {
                InspectedBar(.bar($0.id), scene.navigationBar(of: $0))
            }
        let own = scene.tabs.isEmpty ? [] : [InspectedTabBar(of: scene, on: device?.platform)]
        tabBars =
            own
            + scene.standaloneBars.filter(\.isBarOfTabs).map {
                InspectedTabBar($0, appearance: appearance)
            }
    }

    /// A Boolean value indicating whether the device shows tabs at the top or at the side: an iPad
    /// from version 18.
    var showsTabsElsewhere: Bool {
        device.map { $0.platform.system == .iPadOS && $0.platform.isAtLeast(18) } ?? false
    }

    /// A Boolean value indicating whether the device is an iPad.
    var isPad: Bool { device?.platform.system == .iPadOS }

    /// The navigation items of all bars that are not hidden, each with its bar.
    var items: [(bar: InspectedBar, depth: Int, item: NavigationItem)] {
        bars.filter { !$0.isHidden }.flatMap { bar in
            bar.items.enumerated().map { (bar, $0.offset, $0.element) }
        }
    }
}

/// Returns a text of an app's for a sentence: printable, not too long, in quotes.
func quoted(_ text: String) -> String { "'\(text.label(width: 40))'" }

/// Returns a length for a sentence, to a tenth of a point.
func points(_ length: Double) -> String {
    let tenths = (length * 10).rounded() / 10
    return "\(tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)) points"
}
