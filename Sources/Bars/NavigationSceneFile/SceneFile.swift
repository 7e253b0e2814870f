package import NavigationModel
internal import NavigationYAML

/// A whole scene as a YAML file that people write, read and keep under version control.
///
/// Reading is strict: whatever it does not understand is a mistake with a line, a column and a
/// suggestion, never a guess. Writing is canonical: a scene has exactly one file, so for a file in
/// canonical form `write(read(file))` is the file, byte for byte, and for every scene whose file is
/// within ``sizeLimit``, and that sets only what the vocabulary knows, `read(write(scene))` is the
/// scene.
package enum SceneFile {
    /// The version of the format, the only one so far.
    package static let version = 1
    /// The largest file that is read, in bytes.
    package static let sizeLimit = 1 << 20

    /// Reads a scene; pure, in time and space linear in the file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content: UTF-8, with or without a byte order mark.
    ///   - name: the name of the file in errors.
    /// - Throws: all mistakes of the content at once, or the first mistake of the syntax.
    package static func read(
        _ bytes: [UInt8], name: String
    ) throws(SceneFileError) -> SceneDescription {
        var reader = SceneFileReader()
        let scene: SceneDescription
        do throws(YAMLDiagnostic) {
            scene = reader.scene(try YAMLDocument.read(bytes, limit: sizeLimit))
        } catch {
            throw SceneFileError(name: name, problems: [error])
        }
        guard reader.problems.isEmpty else {
            throw SceneFileError(name: name, problems: reader.problems)
        }
        return scene
    }

    /// Reads a scene from text, with the same errors as from bytes.
    package static func read(
        _ text: String, name: String
    ) throws(SceneFileError) -> SceneDescription {
        try read(Array(text.utf8), name: name)
    }

    /// Returns the one canonical file of a scene.
    ///
    /// It can be read back if the scene keeps the model's limits and the vocabulary, and the file
    /// ``sizeLimit``.
    package static func write(_ scene: SceneDescription) -> String {
        var writer = SceneFileWriter()
        writer.write(scene)
        return writer.text
    }
}
