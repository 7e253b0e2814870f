/// The validation of properties that are about to be set. Those that arrive from elsewhere are
/// carried unchecked.
extension PropertySchema {
    /// Returns the property that a name belongs to; `nil` if navsync gives the name no meaning.
    public static func property(
        _ name: PropertyName, of subject: Property.Target
    ) -> Property? {
        if let property = fixed[subject]?[name.base.rawValue] {
            return property.matches(name) ? property : nil
        }
        return open[subject]?.first { $0.matches(name) }
    }

    /// The properties whose names are fixed, by name: most look-ups are for one of them.
    private static let fixed: [Property.Target: [String: Property]] = bySubject { properties in
        let fixed = properties.filter { !$0.hasFreeParts }
        return Dictionary(fixed.map { ($0.pattern, $0) }) { first, _ in first }
    }

    /// The properties in whose names an app chooses parts.
    private static let open: [Property.Target: [Property]] = bySubject { properties in
        properties.filter(\.hasFreeParts)
    }

    private static func bySubject<Value>(
        _ value: ([Property]) -> Value
    ) -> [Property.Target: Value] {
        Dictionary(
            uniqueKeysWithValues: Property.Target.allCases.map { ($0, value(properties(of: $0))) })
    }

    /// Checks a text to set under a name; `nil` and empty text unset it.
    public static func check(
        _ name: PropertyName, _ text: String?, of subject: Property.Target
    ) throws(PropertyError) {
        guard (text ?? "").utf8.count <= SceneLimits.textLength else { throw .tooLong(name) }
        // By bytes: a mark may follow that would make one character with the dot.
        if name.rawValue.utf8.starts(with: ownPrefix.utf8) { return }
        guard let property = property(name, of: subject) else {
            throw unknown(name, of: subject)
        }
        if let language = name.language, !isLanguage(language) {
            throw .refused(name, reason: "'\(language)' is no language: write one as ko or pt-BR")
        }
        guard let text, !text.isEmpty else { return }
        if let reason = property.refusal ?? reason(against: property, name, of: subject) {
            throw .refused(name, reason: reason)
        }
        guard property.type.accepts(text) else { throw .wrongForm(name, property.type) }
    }

    /// Returns the error for a name that the target does not have: a misspelling if a known name is
    /// near, else a name of other targets.
    private static func unknown(_ name: PropertyName, of subject: Property.Target) -> PropertyError
    {
        let near = names(near: name, of: subject)
        let others = Property.Target.allCases.filter { property(name, of: $0) != nil }
        return near.isEmpty && !others.isEmpty
            ? .saidElsewhere(name, of: others) : .unknownName(name, near: near)
    }

    /// Returns the reason why a property can be set for a language only; `nil` if it can be set
    /// without one.
    private static func reason(
        against property: Property, _ name: PropertyName, of subject: Property.Target
    ) -> String? {
        guard name.language == nil else { return nil }
        return switch (subject, property) {
        case (.tab, .title), (.screen, .title), (.modal, .title):
            "the title itself is no property: name a language, as in title@ko"
        case (.tab, .badge):
            "the badge itself is no property: name a language, as in badge@ko"
        default: nil
        }
    }

    /// Returns known names that may have been meant, nearest first; the parts that an app chooses
    /// are those of the name. If none is near: those that end like it, for people who leave out the
    /// beginning.
    static func names(near name: PropertyName, of subject: Property.Target) -> [String] {
        let pieces = name.base.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        let known = properties(of: subject).filter { $0.refusal == nil }
        let candidates = known.flatMap { $0.names(like: pieces) }
        let word = name.base.rawValue
        let near = SpellChecker.nearest(to: word, in: candidates, atMost: 3)
        let meant =
            near.isEmpty ? candidates.filter { $0.hasSuffix("." + word) }.prefix(3) : near[...]
        guard let language = name.language else { return Array(meant) }
        return meant.map { base in
            PropertyName(rawValue: "\(base)@\(language)").flatMap { name in
                property(name, of: subject).map { _ in name.rawValue }
            } ?? base
        }
    }

    /// Returns a Boolean value indicating whether a tag can be a language: letters, digits and
    /// hyphens, two at least.
    private static func isLanguage(_ tag: String) -> Bool {
        tag.utf8.count >= 2
            && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}

extension Property {
    /// A Boolean value indicating whether an app chooses parts of the name.
    fileprivate var hasFreeParts: Bool { pattern.contains { $0 == "*" || $0 == "|" } }

    /// Returns the names that the pattern stands for, with the parts that an app chooses taken from
    /// `pieces`.
    fileprivate func names(like pieces: [Substring]) -> [String] {
        var names: [[Substring]] = [[]]
        for (index, part) in pattern.split(separator: ".").enumerated() {
            let isThere = pieces.indices.contains(index) && !pieces[index].isEmpty
            let parts = part == "*" && isThere ? [pieces[index]] : part.split(separator: "|")
            names = names.flatMap { name in parts.map { name + [$0] } }
        }
        return names.map { $0.joined(separator: ".") }
    }
}

extension PropertySchema.PropertyError: CustomStringConvertible {
    /// The error and how to fix it.
    public var description: String {
        switch self {
        case .unknownName(let name, let near) where near.isEmpty:
            "nothing is known under '\(name)': 'navctl properties' lists all names, and an app's "
                + "own begin with '\(PropertySchema.ownPrefix)'"
        case .unknownName(let name, let near):
            "nothing is known under '\(name)': did you mean "
                + near.map { "'\($0)'" }.joined(separator: " or ")
                + "? 'navctl properties' lists all names"
        case .saidElsewhere(let name, let subjects):
            "'\(name)' is said of "
                + subjects.map(\.words).joined(separator: " or ") + ", not of this"
        case .tooLong(let name):
            "'\(name)' is too long: there may be \(SceneLimits.textLength) bytes at most"
        case .wrongForm(let name, let form): "'\(name)' is \(form.words)"
        case .refused(let name, let reason): "'\(name)' can't be set: \(reason)"
        }
    }
}
