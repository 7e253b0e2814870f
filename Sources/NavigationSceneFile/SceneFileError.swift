/// Why a scene file can't be read: what is wrong, where, and what to do.
package struct SceneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One mistake.
    package struct Problem: Error, Hashable, Sendable {
        /// Where it is.
        package let position: TextPosition
        /// What is wrong, and what to do; one line of printable text.
        package let message: String

        /// Names a mistake.
        init(_ position: TextPosition, _ message: String) {
            self.position = position
            self.message = message
        }
    }

    /// The name of the file.
    package let name: String
    /// The mistakes in the order of the file; at least one, and the first of them if they are many.
    package let problems: [Problem]

    /// Sorts the mistakes by their place.
    init(name: String, problems: [Problem]) {
        self.name = name
        self.problems = problems.sorted { $0.position < $1.position }
    }

    /// How many mistakes the description shows.
    static let shownProblems = 10
    /// How many mistakes are looked for.
    static let mostProblems = 100

    /// A line for each mistake, as compilers print them: `clock.yaml:7:5: unknown key 'tittle':
    /// did you mean 'title'?`
    package var description: String {
        var lines = problems.prefix(Self.shownProblems).map {
            "\(name):\($0.position): \($0.message)"
        }
        let hidden = problems.count - lines.count
        let isAll = problems.count < Self.mostProblems
        if hidden > 0 { lines.append("\(name): and \(hidden) \(isAll ? "more" : "more at least")") }
        return lines.joined(separator: "\n")
    }
}

/// A piece of the file in quotes for a message: one line, printable and short.
func excerpt(_ text: String) -> String {
    let longest = 40
    let scalars = text.unicodeScalars
    let shown = printable(String(scalars.prefix(longest)))
    return scalars.count > longest ? "'\(shown)…'" : "'\(shown)'"
}

/// The text with escapes for what can't be seen, or would turn the direction of the rest.
func printable(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { shown, scalar in
        shown +=
            ScalarText.needsEscape(scalar)
            ? ScalarText.escape(scalar) : String(Character(scalar))
    }
}
