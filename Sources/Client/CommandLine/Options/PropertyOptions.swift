package import ArgumentParser
internal import NavigationBars
package import NavigationModel
package import NavigationProperties
internal import NavigationText

/// The properties of a tab, screen, modal or bar beyond what every one has.
package struct PropertyOptions: WordsReadable {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a property (repeatable); see 'navctl properties'",
            valueName: "name=value"), completion: Completion.properties(isSet: true))
    package var set: [String] = []

    @Option(
        name: .customLong("unset"),
        help: ArgumentHelp("Unset a property (repeatable)", valueName: "name"),
        completion: Completion.properties(isSet: false))
    package var unset: [String] = []

    /// Creates the options for the parser.
    package init() {}

    package init(_ words: inout CommandWords) throws {
        self.set = try words.options("--set")
        unset = try words.options("--unset")
    }

    /// A Boolean value indicating whether no property is set or unset.
    package var isEmpty: Bool { self.set.isEmpty && unset.isEmpty }

    /// Returns the properties by their names, `nil` where one is unset: all names known, and all
    /// values valid.
    ///
    /// - Throws: ``CommandError`` with a suggestion.
    package func texts(of subject: Property.Target) throws(CommandError) -> [PropertyName: String?]
    {
        var texts: [PropertyName: String?] = [:]
        for pair in set {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw CommandError(
                    message: "'\(pair.label())' has no value", advice: "use --set NAME=VALUE",
                    status: .usage)
            }
            try add(String(parts[0]), String(parts[1]), of: subject, to: &texts)
        }
        for name in unset { try add(name, nil, of: subject, to: &texts) }
        return texts
    }

    /// Returns the properties for a new item, which has none to unset.
    package func properties(of subject: Property.Target) throws(CommandError) -> Properties {
        Properties(try texts(of: subject).compactMapValues { $0 })
    }

    private func add(
        _ text: String, _ value: String?, of subject: Property.Target,
        to texts: inout [PropertyName: String?]
    ) throws(CommandError) {
        guard let name = PropertyName(rawValue: text) else {
            throw CommandError(
                message:
                    "'\(text.label())' is not a name",
                advice: "use 1 to \(PropertyName.maximumLength) bytes")
        }
        try PropertyCheck.check(name, value, of: subject)
        texts.updateValue(value.flatMap { $0.isEmpty ? nil : $0 }, forKey: name)
    }
}

/// The validation of properties, for a command line.
package enum PropertyCheck {
    /// Throws, with the remedy, if a property can't be set on a target.
    package static func check(
        _ name: PropertyName, _ text: String?, of subject: Property.Target
    ) throws(CommandError) {
        do { try PropertySchema.check(name, text, of: subject) } catch {
            throw CommandError(message: "\(error.reason)", advice: advice(for: error))
        }
        let isManaged = subject != .standaloneBar
        if isManaged, name == Property.delegate.name(), let text, !text.isEmpty {
            throw CommandError(
                message: "the delegate of a managed bar is its controller",
                advice: "use 'navctl hook', or a standalone bar")
        }
    }

    private static func advice(for error: PropertySchema.PropertyError) -> TerminalText? {
        let advice: TerminalText? = error.advice.map { "\($0)" }
        guard case .unknownName(_, let near) = error, let advice else { return advice }
        return advice + (near.isEmpty ? "; " : " ") + "see 'navctl properties'"
    }
}
