package import NavigationBars

/// The traits of a page: the part of the browser's window for the scene, and the person's
/// preferences.
package enum PageTraits {
    /// The widths and heights that are laid out, in points.
    private static let lengths = 160.0...4096.0
    /// The least width of the regular size class of a tablet: an iPad mini's (Human Interface
    /// Guidelines, Layout).
    private static let regularWidth = 744.0

    /// Reads them from a query; parts that are missing or out of bounds are the usual ones.
    package static func traits(_ query: [(name: String, value: String)]) -> DeviceTraits {
        let values = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }
        func length(_ name: String, _ usual: Double) -> Double {
            let number = values[name].flatMap(Double.init) ?? usual
            return number.isFinite
                ? min(max(number, lengths.lowerBound), lengths.upperBound) : usual
        }
        func flag(_ name: String) -> Bool { values[name] == "1" }
        let size = Size(width: length("width", 390), height: length("height", 700))
        let system: Platform.System =
            switch values["system"] {
            case "android": .android
            default: size.width < regularWidth ? .iOS : .iPadOS
            }
        var traits = DeviceTraits(
            platform: Platform(system, system == .android ? 15 : 18), size: size)
        traits.appearance = flag("dark") ? .dark : .light
        traits.locale = values["language"].flatMap(LanguageTag.init) ?? .english
        traits.increasesContrast = flag("contrast")
        traits.reducesMotion = flag("still")
        traits.isMoreShown = flag("more")
        return traits
    }
}
