internal import NavigationModel
internal import NavigationProperties

/// The background of a bar.
package struct Background: Hashable, Sendable, Encodable {
    /// Solid, seen through, or not there.
    package enum Kind: String, Hashable, Sendable, Encodable {
        /// Blurred content shines through.
        case translucent
        /// One colour.
        case opaque
        /// Nothing.
        case none
        /// The app's own image.
        case image
    }

    /// The thickness of a translucent one.
    package enum Material: String, Hashable, Sendable, Encodable {
        /// Lets much shine through.
        case thin
        /// Lets less shine through.
        case regular
    }

    /// The kind of background.
    package var kind: Kind
    /// The material, of a translucent one of the platform's.
    package var material: Material?
    /// The colour, with its opacity.
    package var color: Color
    /// The app's image.
    package var image: String?
    /// The area that it covers: more than the bar where it runs on under the status bar or the home
    /// indicator.
    package var frame: Rect
    /// The radius of its corners, in points.
    package var cornerRadius: Double

    /// Joins the parts.
    package init(
        kind: Kind, material: Material? = nil, color: Color, image: String? = nil, frame: Rect,
        cornerRadius: Double = 0
    ) {
        self.kind = kind
        self.material = material
        self.color = color
        self.image = image
        self.frame = frame
        self.cornerRadius = cornerRadius
    }
}

/// The line between a bar and the content.
package struct Separator: Hashable, Sendable, Encodable {
    /// The frame; its height is its thickness.
    package var frame: Rect
    /// Its colour.
    package var color: Color

    /// Joins the parts.
    package init(frame: Rect, color: Color) {
        self.frame = frame
        self.color = color
    }
}

/// The background of a navigation bar, without its place.
struct BackgroundLook: Hashable {
    /// Solid, seen through, or not there.
    let kind: Background.Kind
    /// The material of a translucent one of the platform's.
    var material: Background.Material?
    /// The colour, with its opacity.
    let color: Color
    /// The app's image.
    var image: String?
    /// A Boolean value indicating whether the image is the one for a position and a height, which
    /// allows a shadow image.
    var isLegacyImage = false

    private init(_ kind: Background.Kind, _ color: Color) {
        self.kind = kind
        self.color = color
    }

    /// Resolves the background: from the appearance in effect, then from the older properties, then
    /// from the platform's own look, which depends on whether content lies under the bar.
    init(_ bar: NavigationBarLook.Context, _ appearance: NavigationBarAppearance) {
        // An appearance for content under the bar means nothing to a title that is a part of it.
        let isAppearanceMeant = !bar.isPartOfContent || appearance.isOfScrollEdge
        let custom =
            (isAppearanceMeant ? Self(appearance, on: bar.traits) : nil)
            ?? Self(image: bar) ?? Self(legacy: bar)
        self = custom ?? Self(platform: bar)
    }

    private init?(_ appearance: NavigationBarAppearance, on traits: DeviceTraits) {
        if let image = appearance.text("backgroundImage") {
            self.init(.image, SystemColor.clear.color(on: traits))
            self.image = image
            return
        }
        let color = appearance.text("backgroundColor").flatMap { Color($0, on: traits) }
        if let color, color.opacity > 0 {
            self.init(color.opacity < 1 ? .translucent : .opaque, color)
            return
        }
        switch appearance.text("background") {
        case "opaque": self.init(.opaque, SystemColor.systemBackground.color(on: traits))
        case "transparent": self.init(.none, SystemColor.clear.color(on: traits))
        case "default": self.init(.regular, on: traits)
        default: return nil
        }
    }

    private init(_ material: Background.Material, on traits: DeviceTraits) {
        self.init(.translucent, material.color(in: traits.appearance))
        self.material = material
    }

    /// The image that is set for just this position and these metrics.
    private init?(image bar: NavigationBarLook.Context) {
        let name = Property.backgroundImage.name(bar.position, bar.metrics.name)
        guard let image = bar.properties.explicitText(.backgroundImage, name) else { return nil }
        self.init(.image, SystemColor.clear.color(on: bar.traits))
        self.image = image
        isLegacyImage = true
    }

    /// The tint or the style, semitransparent while the bar is translucent.
    private init?(legacy bar: NavigationBarLook.Context) {
        let tint = bar.properties.explicitText(.barTintColor).flatMap { Color($0, on: bar.traits) }
        let isBlack = bar.properties.text(.barStyle) == "black"
        guard var color = tint ?? (isBlack ? Color(0x000000) : nil) else { return nil }
        guard Self.isSeenThrough(bar) else {
            color.opacity = 1
            self.init(.opaque, color)
            return
        }
        color.opacity *= NavigationBarMetrics.semitransparency
        self.init(color.opacity > 0 ? .translucent : .none, color)
    }

    /// Nothing behind a title that is a part of the content, else a material; a solid colour once
    /// content lies under the bar, or if the bar is not to be translucent.
    private init(platform bar: NavigationBarLook.Context) {
        if bar.metrics.style.hasGlassButtons || bar.traits.isTelevision {
            // Content runs on below glass; the screen is behind a television's titles.
            self.init(.none, SystemColor.clear.color(on: bar.traits))
        } else if bar.traits.isMaterial {
            // `AppBarTokens`: the colour of the screen, and another over scrolled content.
            let scheme = bar.traits.scheme
            self.init(.opaque, bar.traits.isScrolled ? scheme.surfaceContainer : scheme.surface)
        } else if bar.isPartOfContent, bar.properties.explicitText(.isTranslucent) != "false" {
            self.init(.none, SystemColor.clear.color(on: bar.traits))
        } else if Self.isSeenThrough(bar) {
            self.init(.regular, on: bar.traits)
        } else {
            self.init(.opaque, SystemColor.systemBackground.color(on: bar.traits))
        }
    }

    /// Returns a Boolean value indicating whether content shines through: as the property says;
    /// without it, until content is scrolled under the bar (the description of the tab bar says so
    /// of both).
    private static func isSeenThrough(_ bar: NavigationBarLook.Context) -> Bool {
        guard let text = bar.properties.explicitText(.isTranslucent) else {
            return !bar.traits.isScrolled
        }
        return text == "true"
    }

    /// Returns the background in a place.
    func background(in frame: Rect) -> Background {
        Background(kind: kind, material: material, color: color, image: image, frame: frame)
    }
}
