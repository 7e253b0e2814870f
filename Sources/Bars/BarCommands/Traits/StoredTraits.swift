package import CommandLine
package import NavigationBars
internal import NavigationModel
internal import NavigationText

/// A device's own traits: stored in its directory, never synced.
///
/// A trait that is `nil` has the value of the device profile, or of a device at rest.
package struct StoredTraits: Codable, Hashable, Sendable {
    /// The version of the file's format.
    private(set) var version = 1
    /// The name of a device profile.
    var profile: String?
    /// The system and its version, as `iOS 18.0`.
    var platform: String?
    /// The way in which it is held.
    var orientation: Orientation?
    /// The size of a window that people have made larger or smaller, as `507x1210`.
    var size: String?
    /// Light or dark.
    var appearance: Appearance?
    /// A Boolean value indicating whether it is drawn one level above the base.
    var isElevated: Bool?
    /// The language, as BCP 47 names it.
    var locale: String?
    /// The distance by which the content is scrolled, in points.
    var scrollOffset: Double?
    /// A Boolean value indicating whether the keyboard is shown.
    var isKeyboardShown: Bool?
    /// A Boolean value indicating whether a gesture or a resize has hidden the bars.
    var areBarsHidden: Bool?
    /// A Boolean value indicating whether the screen is shown without anything around it.
    var isImmersive: Bool?
    /// The element that has the focus.
    var focused: String?
    /// The element under the finger.
    var pressed: String?
    /// A Boolean value indicating whether the list of the tabs that do not fit is shown.
    var isMoreShown: Bool?
    /// A Boolean value indicating whether that list is edited.
    var isMoreEdited: Bool?
    /// A Boolean value indicating whether the tabs of an iPad are a sidebar; `nil` leaves it to the
    /// scene.
    var isSidebarShown: Bool?
    /// The direction of the layout: `leftToRight` or `rightToLeft`.
    var layoutDirection: String?
    /// The size of text, `xS` to `AX5`.
    var textSize: String?
    /// A Boolean value indicating whether text is bold.
    var isBoldText: Bool?
    /// A Boolean value indicating whether contrast is increased.
    var increasesContrast: Bool?
    /// A Boolean value indicating whether transparency is reduced.
    var reducesTransparency: Bool?
    /// A Boolean value indicating whether motion is reduced.
    var reducesMotion: Bool?

    /// The ways to hold a device.
    enum Orientation: String, Codable, Sendable, CaseIterable {
        /// Higher than wide.
        case portrait
        /// Wider than high.
        case landscape
    }

    /// Light or dark.
    enum Appearance: String, Codable, Sendable, CaseIterable {
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    /// Returns the file of a device's traits.
    package static func file(in directory: String) -> DeviceFile<StoredTraits> {
        DeviceFile("traits.json", in: directory, empty: StoredTraits())
    }

    /// Returns the traits of a device; traits that are invalid are reported as damage.
    static func read(in directory: String) throws(CommandError) -> StoredTraits {
        let file = file(in: directory)
        let traits = try file.read()
        if let reason = traits.nonsense {
            throw CommandError(
                message: "'\(file.path)' is damaged: \(reason)", advice: "run 'navctl traits reset'"
            )
        }
        return traits
    }

    private var nonsense: String? {
        if let profile, DeviceProfile.meant(by: profile) == nil {
            return "no profile '\(profile)'"
        }
        if let platform {
            do { _ = try Platform(parsing: platform) } catch { return error.description }
        }
        if let size, Self.size(size) == nil { return "'\(size)' is not a size" }
        if let locale, LanguageTag(locale) == nil { return "'\(locale)' is not a language tag" }
        if let textSize, TextSize(named: textSize) == nil {
            return "'\(textSize)' is not a size of text"
        }
        if let layoutDirection, DeviceTraits.LayoutDirection(rawValue: layoutDirection) == nil {
            return "'\(layoutDirection)' is not a direction"
        }
        if let scrollOffset, !Self.scrollRange.contains(scrollOffset) {
            return "invalid scroll offset \(scrollOffset)"
        }
        return nil
    }

    /// Reads a size in points, width and height: `507x1210`.
    static func size(_ text: String) -> Size? {
        let lengths = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard lengths.count == 2, let width = lengths[0], let height = lengths[1],
            lengthRange.contains(width), lengthRange.contains(height)
        else { return nil }
        return Size(width: Double(width), height: Double(height))
    }

    /// The lengths that a window can have, in points.
    private static let lengthRange = 100...10_000

    /// The distances by which content can be scrolled, in points: below 0 it is pulled down.
    static let scrollRange = -10_000.0...1_000_000.0
}

/// A device's traits as JSON: every trait, with the defaults of those that are not set.
package struct TraitsJSON: Encodable {
    private let profile: String?
    private let platform: String?
    private let orientation: String?
    private let size: String?
    private let appearance: String?
    private let elevated: Bool
    private let locale: String?
    private let scrollOffset: Double
    private let keyboard: String
    private let bars: String
    private let immersive: Bool
    private let focused: String?
    private let pressed: String?
    private let more: String
    private let sidebar: String?
    private let direction: String?
    private let textSize: String
    private let boldText: Bool
    private let contrast: String
    private let transparency: String
    private let motion: String

    /// Takes a device's traits.
    package init(_ traits: StoredTraits) {
        profile = traits.profile
        platform = traits.platform
        orientation = traits.orientation?.rawValue
        size = traits.size
        appearance = traits.appearance?.rawValue
        elevated = traits.isElevated ?? false
        locale = traits.locale
        scrollOffset = traits.scrollOffset ?? 0
        keyboard = traits.isKeyboardShown ?? false ? "shown" : "hidden"
        bars = traits.areBarsHidden ?? false ? "hidden" : "shown"
        immersive = traits.isImmersive ?? false
        focused = traits.focused
        pressed = traits.pressed
        let isMoreShown = traits.isMoreShown ?? false
        more = isMoreShown ? traits.isMoreEdited ?? false ? "editing" : "shown" : "hidden"
        sidebar = traits.isSidebarShown.map { $0 ? "shown" : "hidden" }
        direction = traits.layoutDirection
        textSize = traits.textSize ?? TextSize.L.rawValue
        boldText = traits.isBoldText ?? false
        contrast = traits.increasesContrast ?? false ? "increased" : "usual"
        transparency = traits.reducesTransparency ?? false ? "reduced" : "usual"
        motion = traits.reducesMotion ?? false ? "reduced" : "usual"
    }
}

extension StoredTraits {
    /// The traits with their values, in the order of the names.
    package func members() throws -> [(name: String, value: JSON)] {
        guard case .object(let members) = try JSON(encoding: TraitsJSON(self)) else { return [] }
        return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// For people: the traits in the order of the names.
    package func lines() throws -> [StyledLine] {
        try members().map { name, value in
            var line = StyledLine("\(name)", .dim)
            line.pad(to: 14)
            switch value {
            case .null: line.append("–", .dim)
            case .string(let text): line.append(text.label())
            case .bool, .integer, .number, .array, .object: line.append("\(value.text)")
            }
            return line
        }
    }
}

extension StoredTraits {
    /// The device for a layout: the named profile, else the usual one of the platform, with all set
    /// traits.
    package var device: DeviceTraits {
        let platform = platform.flatMap { try? Platform(parsing: $0) }
        let profile =
            profile.flatMap(DeviceProfile.meant)
            ?? DeviceProfile.usual(for: platform?.system ?? .iOS)
        let size = size.flatMap(Self.size)
        let isLandscape = size.map(\.isLandscape) ?? (orientation == .landscape)
        var device = profile.traits(
            orientation: isLandscape ? .landscape : .portrait,
            appearance: appearance == .dark ? .dark : .light,
            locale: locale.flatMap(LanguageTag.init) ?? .english)
        if let platform { device.platform = platform }
        if let size { device.size = size }
        device.isElevated = isElevated ?? false
        device.scrollOffset = scrollOffset ?? 0
        device.isKeyboardShown = isKeyboardShown ?? false
        device.areBarsHidden = areBarsHidden ?? false
        device.isImmersive = isImmersive ?? false
        device.focused = focused
        device.pressed = pressed
        device.isMoreShown = isMoreShown ?? false
        device.isMoreEdited = isMoreEdited ?? false
        device.isSidebarShown = isSidebarShown
        device.layoutDirection = layoutDirection.flatMap(DeviceTraits.LayoutDirection.init)
        device.textSize = textSize.flatMap(TextSize.init(named:)) ?? .L
        device.isBoldText = isBoldText ?? false
        device.increasesContrast = increasesContrast ?? false
        device.reducesTransparency = reducesTransparency ?? false
        device.reducesMotion = reducesMotion ?? false
        return device
    }
}

extension GlobalOptions {
    /// The platform of a device that is created, by its traits.
    package var platform: Platform { traits.device.platform }

    /// The device's traits; if they can't be read, the default ones, after a message.
    var traits: StoredTraits {
        do { return try StoredTraits.read(in: deviceDirectory) } catch {
            Console.print(error.message)
            return StoredTraits()
        }
    }
}
