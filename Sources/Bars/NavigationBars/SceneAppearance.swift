public import NavigationModel

/// A scene's bars on a device: as a picture, as text, by position, spoken, and beside the design
/// guidelines.
///
/// Made of one layout, in time linear in the size of the scene; nothing is read, drawn or kept outside
/// of it.
public struct SceneAppearance: Sendable {
    /// A device on which scenes are displayed.
    public struct Device: Hashable, Sendable {
        /// The names of all devices: `iphone-16`, `pixel-9`.
        public static var names: [String] { DeviceProfile.all.map(\.name) }

        /// The device's traits.
        let traits: DeviceTraits

        /// Returns a device by its name; `nil` if there is none of that name, or `language` is no
        /// language tag.
        ///
        /// - Parameters:
        ///   - name: One of ``names``.
        ///   - language: A BCP 47 language tag: `ko`, `pt-BR`.
        public init?(
            _ name: String, isLandscape: Bool = false, isDark: Bool = false,
            language: String = "en"
        ) {
            guard let profile = DeviceProfile.named(name), let locale = LanguageTag(language)
            else { return nil }
            traits = profile.traits(
                orientation: isLandscape ? .landscape : .portrait,
                appearance: isDark ? .dark : .light, locale: locale)
        }
    }

    /// An element that a screen reader stops at, from the first to the last.
    public struct Element: Hashable, Sendable {
        /// The name of the element: the id of a tab, or `phone.back`.
        public let id: String
        /// The kind of element: `tab`, `backButton`, `heading`.
        public let role: String
        /// The frame on the screen in points, from the upper left corner; `nil` if it has none of
        /// its own.
        public let frame: Rect?
        /// The strings to speak, in order.
        public let strings: [String]
        /// A Boolean value indicating whether it can be activated.
        public let isFocusable: Bool
    }

    /// A difference between a scene and a design guideline.
    public struct Finding: Hashable, Sendable {
        /// The guideline's name, which stays the same from version to version.
        public let code: String
        /// The severity: `error`, `warning` or `info`.
        public let severity: String
        /// The item of the scene: `tab inbox`.
        public let item: String
        /// The difference, in one sentence.
        public let reason: String
    }

    /// The scene.
    public let scene: Scene
    /// The device.
    public let device: Device
    private let layout: BarLayout

    /// Lays out a scene on a device.
    public init(_ scene: Scene, on device: Device) {
        self.scene = scene
        self.device = device
        layout = BarLayout(scene, on: device.traits)
    }

    /// The picture, as an SVG document in points.
    public var svg: String { SVGDrawing(of: layout).text }

    /// Returns the drawing for a terminal: lines that are so many columns wide, 24 at least.
    public func text(columns: Int) -> String {
        let columns = max(TerminalDrawing.minimumColumns, columns)
        return TerminalDrawing(of: layout, columns: columns).drawing.text()
    }

    /// The elements in the order in which a screen reader reads them.
    public var elements: [Element] {
        let frames = Dictionary(
            layout.elements.map { ($0.id, $0.frame) }, uniquingKeysWith: { first, _ in first })
        return ReadingOrder(layout).elements.map { element in
            Element(
                id: element.id, role: element.role.rawValue, frame: frames[element.id],
                strings: element.strings, isFocusable: element.isFocusable)
        }
    }

    /// Returns the strings that a screen reader announces when the scene changes to another.
    public func announcements(changingTo next: Scene) -> [String] {
        Announcement.strings(from: scene, to: next, on: device.traits)
    }

    /// The differences from the design guidelines, the most severe first.
    public var findings: [Finding] {
        Linter.findings(in: scene, on: [device.traits]).map { finding in
            Finding(
                code: finding.code, severity: finding.severity.rawValue,
                item: finding.item.description, reason: finding.reason)
        }
    }
}
