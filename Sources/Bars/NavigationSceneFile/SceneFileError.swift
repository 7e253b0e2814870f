package import NavigationYAML

/// The mistakes in a scene file that can't be read, each with its position and its fix.
package struct SceneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    package let name: String
    /// The mistakes in the order of the file; at least one, and the first of them if they are many.
    package let problems: [YAMLDiagnostic]

    /// Sorts the mistakes by their place.
    init(name: String, problems: [YAMLDiagnostic]) {
        self.name = name
        self.problems = problems.sorted { $0.position < $1.position }
    }

    /// The number of mistakes that the description shows.
    static let shownProblems = 10
    /// The number of mistakes at which reading stops.
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
