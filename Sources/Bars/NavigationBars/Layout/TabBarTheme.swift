internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The colours and fonts that an app gives a bottom navigation bar, as Material's theming does.
package struct TabBarTheme: Hashable, Sendable, Encodable {
    /// The colours by their names: `primary` for the selected item, `onPrimary` for its icon on a
    /// marker of the full primary colour, `surface` for the bar, `onSurface` and `unselected` for
    /// the other items.
    package var colors: [String: Color]
    /// The fonts by their names: `title` for labels.
    package var fonts: [String: Font]

    /// The names of colours that the bar reads.
    package static let colorNames = ["primary", "onPrimary", "surface", "onSurface", "unselected"]
    /// The names of fonts that the bar reads.
    package static let fontNames = ["title"]

    /// Reads the theme's properties; an invalid colour counts as unset.
    init(_ properties: BarProperties, on traits: DeviceTraits, font: Font) {
        colors = [:]
        fonts = [:]
        for name in Self.colorNames {
            colors[name] = properties.explicitText(.themeColor, Property.themeColor.name(name))
                .flatMap {
                    Color($0, on: traits)
                }
        }
        for name in Self.fontNames {
            fonts[name] = properties.explicitText(.themeFont, Property.themeFont.name(name)).map {
                Font($0, like: font)
            }
        }
    }
}

extension Font {
    /// Sizes that a theme can give a label, in points: beyond them it would not fit any bar.
    private static let themeSizes = 4.0...40.0

    /// Reads `Inter`, `Roboto Medium` or `Roboto Medium 14`: missing parts are as in `font`.
    fileprivate init(_ text: String, like font: Font) {
        var words = text.printable.split(separator: " ")
        var (size, weight) = (font.size, font.weight)
        if let last = words.last, let number = Double(last), Self.themeSizes.contains(number) {
            size = number
            words.removeLast()
        }
        if let last = words.last, let named = Weight(rawValue: last.lowercased()) {
            weight = named
            words.removeLast()
        }
        let family = words.joined(separator: " ")
        self.init(family: family.isEmpty ? font.family : family, weight: weight, size: size)
    }
}
