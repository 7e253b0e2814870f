internal import ArgumentParser
package import CommandLine
internal import NavigationBars
internal import NavigationText

/// The device to display a scene on: this one, with its traits, except for the named ones.
package struct TraitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The device: \(DeviceProfile.choices)", valueName: "name"))
    var profile: String?

    @Option(
        help: ArgumentHelp("The orientation: portrait or landscape", valueName: "orientation"))
    var orientation: String?

    @Option(help: ArgumentHelp("The appearance: light or dark", valueName: "appearance"))
    var appearance: String?

    @Option(help: ArgumentHelp("The language tag (BCP 47)", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("The scroll offset of the content", valueName: "points"))
    var scroll: String?

    @Option(
        help: ArgumentHelp(
            "Any trait of 'navctl traits set' (repeatable)", valueName: "name=value"))
    var trait: [String] = []

    /// Creates the options for the parser.
    package init() {}

    package func validate() throws {
        var traits = StoredTraits()
        do { try apply(to: &traits) } catch { throw ValidationError(error.message.description) }
    }

    /// Returns the traits of the device to display on.
    func device(_ options: GlobalOptions) throws -> DeviceTraits {
        try stored(options).device
    }

    /// Returns the traits that are set, by options or for this device.
    package func stored(_ options: GlobalOptions) throws -> StoredTraits {
        var traits = options.traits
        // This device's platform does not apply to another profile.
        if profile != nil { traits.platform = nil }
        try apply(to: &traits)
        return traits
    }

    private func apply(to traits: inout StoredTraits) throws(CommandError) {
        for (name, text) in [
            (TraitName.profile, profile), (.orientation, orientation), (.appearance, appearance),
            (.locale, locale), (.scroll, scroll),
        ] {
            if let text { try name.set(text, in: &traits) }
        }
        for pair in trait {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = TraitName(rawValue: String(parts[0])) else {
                let names = TraitName.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandError(
                    message: "'\(pair)' is not a trait",
                    advice: "use NAME=VALUE with one of \(names)")
            }
            try name.set(String(parts[1]), in: &traits)
        }
    }
}

extension DeviceProfile {
    /// Returns the profile of a name, or the usual one of a family: `iphone`, `ipad`, `android`,
    /// `mac`, `tv`, `vision`.
    static func meant(by name: String) -> DeviceProfile? {
        named(name) ?? families.first { $0.key == name }.flatMap { named($0.value) }
    }

    private static let families: KeyValuePairs = [
        "iphone": "iphone-16", "ipad": "ipad-11", "android": "pixel-9", "mac": "mac",
        "tv": "apple-tv", "vision": "vision-pro",
    ]

    /// The valid names of profiles: the families, and every profile by itself.
    static let choices =
        families.map(\.key).joined(separator: ", ") + ", or one of "
        + all.map(\.name).filter { name in !families.contains { $0.key == name } }
        .joined(separator: ", ")

    /// Returns the usual profile of a system.
    static func usual(for system: Platform.System) -> DeviceProfile {
        let family =
            switch system {
            case .iOS: "iphone"
            case .iPadOS: "ipad"
            case .macCatalyst: "mac"
            case .tvOS: "tv"
            case .visionOS: "vision"
            case .android: "android"
            }
        return meant(by: family) ?? all[0]
    }
}
