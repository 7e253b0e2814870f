internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// A device's own traits: stored in its directory, never synced.
///
/// What is `nil` is left to the device profile, or to a device at rest.
struct StoredTraits: Codable, Hashable, Sendable {
    /// The version of the file's format.
    private(set) var version = 1
    /// The name of a device profile.
    var profile: String?
    /// The system and its version, as `iOS 18.0`.
    var platform: String?
    /// The way in which it is held.
    var orientation: Orientation?
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
    static func file(in directory: String) -> DeviceFile<StoredTraits> {
        DeviceFile("traits.json", in: directory, empty: StoredTraits())
    }

    /// Returns the traits of a device; traits that are invalid are reported as damage.
    static func read(in directory: String) throws(CommandError) -> StoredTraits {
        let file = file(in: directory)
        let traits = try file.read()
        if let reason = traits.nonsense {
            throw CommandError(
                message: "'\(file.path)' is damaged: \(reason): 'navctl traits reset' begins anew")
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
        if let locale, LanguageTag(locale) == nil { return "'\(locale)' is no language" }
        if let scrollOffset, !Self.scrollRange.contains(scrollOffset) {
            return "nothing is scrolled by \(scrollOffset)"
        }
        return nil
    }

    /// The distances by which content can be scrolled, in points: below 0 it is pulled down.
    static let scrollRange = -10_000.0...1_000_000.0
}

extension StoredTraits {
    /// For programs: every trait, with the defaults of those that are not set.
    var members: [String: JSON] {
        [
            "profile": JSON(profile), "platform": JSON(platform),
            "orientation": JSON(orientation?.rawValue), "appearance": JSON(appearance?.rawValue),
            "elevated": .bool(isElevated ?? false), "locale": JSON(locale),
            "scrollOffset": .number(scrollOffset ?? 0),
            "keyboard": .string(isKeyboardShown ?? false ? "shown" : "hidden"),
            "bars": .string(areBarsHidden ?? false ? "hidden" : "shown"),
            "immersive": .bool(isImmersive ?? false), "focused": JSON(focused),
            "pressed": JSON(pressed), "more": .string(isMoreShown ?? false ? "shown" : "hidden"),
        ]
    }

    /// For people: the traits in the order of the names.
    var lines: [StyledLine] {
        members.sorted { $0.key < $1.key }.map { name, value in
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
