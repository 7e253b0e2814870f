/// Whether something can be said: for those who say it. What arrives from elsewhere is carried
/// whatever it is.
extension Vocabulary {
    /// The property that a name belongs to; `nil` if navsync gives the name no meaning.
    public static func property(
        _ name: PropertyName, of subject: Property.Subject
    ) -> Property? {
        properties(of: subject).first { $0.matches(name) }
    }

    /// Checks what is to be said under a name; `nil` and empty text take away what was said.
    public static func check(
        _ name: PropertyName, _ text: String?, of subject: Property.Subject
    ) throws(Mistake) {
        if name.rawValue.hasPrefix(ownPrefix) { return }
        guard let property = property(name, of: subject), isLanguage(name.language) else {
            throw .unknownName(name, near: names(near: name, of: subject))
        }
        guard let text, !text.isEmpty else { return }
        if let reason = property.refusal { throw .refused(name, reason: reason) }
        guard property.form.accepts(text) else { throw .wrongForm(name, property.form) }
    }

    /// Known names that may have been meant, nearest first; the parts that an app chooses are those
    /// of the name.
    static func names(near name: PropertyName, of subject: Property.Subject) -> [String] {
        let pieces = name.base.rawValue.split(separator: ".", omittingEmptySubsequences: false)
        let candidates = properties(of: subject).flatMap { $0.names(like: pieces) }
        let suffix = name.language.map { "@" + $0 } ?? ""
        return Suggestion.nearest(to: name.base.rawValue, in: candidates, atMost: 3)
            .map { $0 + suffix }
    }

    /// Letters, digits and hyphens, two at least: what can be a language.
    private static func isLanguage(_ tag: String?) -> Bool {
        guard let tag else { return true }
        return tag.utf8.count >= 2
            && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}

extension Property {
    /// The names that the pattern stands for, with the parts that an app chooses taken from `pieces`.
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

extension Vocabulary.Mistake: CustomStringConvertible {
    /// What was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownName(let name, let near) where near.isEmpty:
            "nothing is known under '\(name)': 'navctl properties' lists all names, and an app's "
                + "own begin with '\(Vocabulary.ownPrefix)'"
        case .unknownName(let name, let near):
            "nothing is known under '\(name)': did you mean "
                + near.map { "'\($0)'" }.joined(separator: " or ")
                + "? 'navctl properties' lists all names"
        case .wrongForm(let name, let form): "'\(name)' is \(form.words)"
        case .refused(let name, let reason): "'\(name)' can't be set: \(reason)"
        }
    }
}
