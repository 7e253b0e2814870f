internal import ArgumentParser
internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// The properties of a tab, screen, modal or bar beyond what every one has.
struct PropertyOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Say something of it, as often as wanted: 'navctl properties' lists the names.",
            valueName: "name=value"))
    var said: [String] = []

    @Option(
        name: .customLong("unset"),
        help: ArgumentHelp("Take back what was said under a name.", valueName: "name"))
    var takenBack: [String] = []

    /// A Boolean value indicating whether nothing is said.
    var isEmpty: Bool { said.isEmpty && takenBack.isEmpty }

    /// Returns the properties by their names, `nil` where one is taken back: all of it known, and
    /// of the right form.
    ///
    /// - Throws: ``Complaint`` with what may have been meant.
    func texts(of subject: Property.Subject) throws(Complaint) -> [PropertyName: String?] {
        var texts: [PropertyName: String?] = [:]
        for pair in said {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw Complaint(
                    message: "'\(pair.label())' says nothing: write --set NAME=VALUE",
                    status: .usage)
            }
            try add(String(parts[0]), String(parts[1]), of: subject, to: &texts)
        }
        for name in takenBack { try add(name, nil, of: subject, to: &texts) }
        return texts
    }

    /// The same where there is nothing to take back yet.
    func properties(of subject: Property.Subject) throws(Complaint) -> Properties {
        Properties(try texts(of: subject).compactMapValues { $0 })
    }

    private func add(
        _ text: String, _ value: String?, of subject: Property.Subject,
        to texts: inout [PropertyName: String?]
    ) throws(Complaint) {
        guard let name = PropertyName(rawValue: text) else {
            throw Complaint(
                message: "'\(text.label())' is no name: 1 to \(PropertyName.maximumLength) bytes")
        }
        try PropertyCheck.check(name, value, of: subject)
        texts.updateValue(value.flatMap { $0.isEmpty ? nil : $0 }, forKey: name)
    }
}

/// The properties, for a command line.
enum PropertyCheck {
    /// Throws, with what to do, if something can't be said of a subject.
    static func check(
        _ name: PropertyName, _ text: String?, of subject: Property.Subject
    ) throws(Complaint) {
        do { try Vocabulary.check(name, text, of: subject) } catch {
            throw Complaint(message: "\(error.description)")
        }
        let isManaged = subject != .standaloneBar
        if isManaged, name == Property.delegate.name(), let text, !text.isEmpty {
            throw Complaint(
                message: "a bar that a controller manages has the controller for its delegate: use "
                    + "'navctl hook', or a standalone bar")
        }
    }
}
