public import NavigationModel
package import NavigationYAML

/// A whole scene as a YAML file that people write, read and keep under version control.
///
/// Reading is strict: whatever it does not understand is a mistake with a line, a column and a
/// suggestion, never a guess. Writing is canonical: a scene has exactly one file, so for a file in
/// canonical form `write(read(file))` is the file, byte for byte, and for every scene whose file is
/// within ``sizeLimit``, and that sets only what the vocabulary knows, `read(write(scene))` is the
/// scene.
public enum SceneFile {
    /// The version of the format, the only one so far.
    public static let version = 1
    /// The largest file that is read, in bytes.
    public static let sizeLimit = 1 << 20

    /// Reads a scene; pure, in time and space linear in the file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content: UTF-8, with or without a byte order mark.
    ///   - name: the name of the file in errors.
    /// - Throws: all mistakes of the content at once, or the first mistake of the syntax.
    public static func read(
        _ bytes: [UInt8], name: String
    ) throws(SceneFileError) -> SceneDescription {
        try readWithPositions(bytes, name: name).scene
    }

    /// Reads a scene, with the place of each of its parts in the file.
    package static func readWithPositions(
        _ bytes: [UInt8], name: String
    ) throws(SceneFileError) -> (scene: SceneDescription, positions: SceneFilePositions) {
        var reader = SceneFileReader()
        let root: YAMLNode
        do throws(YAMLDiagnostic) {
            root = try YAMLDocument.read(bytes, limit: sizeLimit)
        } catch {
            throw SceneFileError(name: name, problems: [error])
        }
        let scene = reader.scene(root)
        guard reader.problems.isEmpty else {
            throw SceneFileError(name: name, problems: reader.problems)
        }
        return (scene, SceneFilePositions(root))
    }

    /// Reads a scene from text, with the same errors as from bytes.
    public static func read(
        _ text: String, name: String
    ) throws(SceneFileError) -> SceneDescription {
        try read(Array(text.utf8), name: name)
    }

    /// Returns the one canonical file of a scene.
    ///
    /// It can be read back if the scene keeps the model's limits and the vocabulary, and the file
    /// ``sizeLimit``.
    public static func write(_ scene: SceneDescription) -> String {
        var writer = SceneFileWriter()
        writer.write(scene)
        return writer.text
    }
}

/// The mistakes in a scene file that can't be read, each with its position and its fix.
public struct SceneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    public let name: String
    /// The mistakes in the order of the file; at least one, and the first of them if they are many.
    package let problems: [YAMLDiagnostic]

    /// A mistake in a file.
    public struct Mistake: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The column, from 1, counted in Unicode scalars.
        public let column: Int
        /// The error and the fix; one line of printable text.
        public let message: String
    }

    /// The mistakes, for programs that show them at their place.
    public var mistakes: [Mistake] {
        problems.map {
            Mistake(line: $0.position.line, column: $0.position.column, message: $0.message)
        }
    }

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
    public var description: String {
        var lines = problems.prefix(Self.shownProblems).map {
            "\(name):\($0.position): \($0.message)"
        }
        let hidden = problems.count - lines.count
        let isAll = problems.count < Self.mostProblems
        if hidden > 0 { lines.append("\(name): and \(hidden) \(isAll ? "more" : "more at least")") }
        return lines.joined(separator: "\n")
    }

    /// The fixes of the mistakes that the description shows, with their lines if there are several;
    /// `nil` if no mistake names one.
    package var advice: String? {
        let fixes = problems.prefix(Self.shownProblems).compactMap { problem in
            problem.advice.map { (line: problem.position.line, fix: $0) }
        }
        if problems.count == 1 { return fixes.first?.fix }
        return fixes.isEmpty
            ? nil : fixes.map { "line \($0.line): \($0.fix)" }.joined(separator: "; ")
    }
}
