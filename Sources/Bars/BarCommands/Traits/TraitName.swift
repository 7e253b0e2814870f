internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationText

/// A trait that people can set, by its name.
enum TraitName: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// A device profile: size, safe areas, platform.
    case profile
    /// The system and its version.
    case platform
    /// The way in which the device is held.
    case orientation
    /// The size of a resized window.
    case size
    /// Light or dark.
    case appearance
    /// One level above the base.
    case elevated
    /// The language.
    case locale
    /// The distance by which the content is scrolled, in points.
    case scroll
    /// The visibility of the keyboard.
    case keyboard
    /// The visibility of the bars.
    case bars
    /// The immersive mode: the screen without anything around it.
    case immersive
    /// The visibility of the list of the tabs that do not fit.
    case more
    /// The visibility of an iPad's sidebar.
    case sidebar
    /// The direction of the layout, where it is not that of the language.
    case direction
    /// The size of text.
    case textSize
    /// Bold text.
    case boldText
    /// Increased contrast.
    case contrast
    /// Reduced transparency.
    case transparency
    /// Reduced motion.
    case motion
    /// The element that has the focus.
    case focused
    /// The element under the finger.
    case pressed

    /// Sets a trait to the value of a text; empty text or `none` leaves it to the device.
    func set(_ text: String, in traits: inout StoredTraits) throws(CommandError) {
        let text = text == "none" || text.isEmpty ? nil : text
        switch self {
        case .profile:
            if let text, DeviceProfile.meant(by: text) == nil {
                throw wrong(DeviceProfile.choices)
            }
            traits.profile = text
        case .platform:
            do throws(Platform.ParseError) {
                traits.platform = try text.map { text throws(Platform.ParseError) in
                    try Platform(parsing: text).name
                }
            } catch {
                throw CommandError(
                    message: "\(error.reason)", advice: "\(error.advice)", status: .usage)
            }
        case .orientation: traits.orientation = try word(text, StoredTraits.Orientation.self)
        case .size:
            if let text, StoredTraits.size(text) == nil {
                throw wrong("a width and a height in points, as 507x1210")
            }
            traits.size = text
        case .appearance: traits.appearance = try word(text, StoredTraits.Appearance.self)
        case .elevated: traits.isElevated = try flag(text, yes: "on", no: "off")
        case .locale:
            let tag = text.map(LanguageTag.init)
            if case .some(nil) = tag { throw wrong("a language tag, as ko or pt-BR") }
            traits.locale = tag.flatMap { $0?.description }
        case .scroll:
            let points = text.map { Double($0) ?? .nan }
            if let points, !StoredTraits.scrollRange.contains(points) {
                throw wrong("a number of points, 0 at the top")
            }
            traits.scrollOffset = points
        case .keyboard: traits.isKeyboardShown = try flag(text, yes: "shown", no: "hidden")
        case .bars:
            // In words as the others: true is the usual value, shown.
            let isShown = try word(text, Visibility.self)
            traits.areBarsHidden = isShown == .hidden ? true : nil
        case .immersive: traits.isImmersive = try flag(text, yes: "on", no: "off")
        case .more:
            traits.isMoreEdited = text == "editing" ? true : nil
            let isShown = text == "editing" ? "shown" : text
            traits.isMoreShown = try flag(isShown, yes: "shown", no: "hidden, or editing")
        case .sidebar: traits.isSidebarShown = try word(text, Visibility.self).map { $0 == .shown }
        case .direction:
            traits.layoutDirection = try word(text, DeviceTraits.LayoutDirection.self)?.rawValue
        case .textSize:
            let size = try text.map { text throws(CommandError) in
                guard let size = TextSize(named: text) else {
                    throw wrong(TextSize.allCases.map(\.rawValue).joined(separator: ", "))
                }
                return size
            }
            traits.textSize = size == .L ? nil : size?.rawValue
        case .boldText: traits.isBoldText = try flag(text, yes: "on", no: "off")
        case .contrast: traits.increasesContrast = try flag(text, yes: "increased", no: "usual")
        case .transparency:
            traits.reducesTransparency = try flag(text, yes: "reduced", no: "usual")
        case .motion: traits.reducesMotion = try flag(text, yes: "reduced", no: "usual")
        case .focused: traits.focused = text
        case .pressed: traits.pressed = text
        }
    }

    private enum Visibility: String, CaseIterable {
        case shown
        case hidden
    }

    private func flag(_ text: String?, yes: String, no: String) throws(CommandError) -> Bool? {
        guard let text else { return nil }
        guard [yes, no, "true", "false"].contains(text) else { throw wrong("\(yes) or \(no)") }
        return text == yes || text == "true" ? true : nil
    }

    private func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ type: Word.Type
    ) throws(CommandError) -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            throw wrong(Word.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return word
    }

    private func wrong(_ what: String) -> CommandError {
        CommandError(
            message: "invalid value of '\(rawValue)'", advice: "use \(what)", status: .usage)
    }
}

extension TextSize {
    /// Reads a name in any case: `xl`, `AX3`.
    init?(named text: String) {
        guard
            let size = Self.allCases.first(where: {
                $0.rawValue.lowercased() == text.lowercased()
            })
        else { return nil }
        self = size
    }
}
