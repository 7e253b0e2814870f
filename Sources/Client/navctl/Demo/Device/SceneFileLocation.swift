internal import Glibc
internal import NavigationModel
internal import NavigationSceneFile
internal import NavigationText

/// The location of the demo's scene file.
enum SceneFileLocation {
    private static let name = "clock.en.yaml"

    /// Returns the given file; else the demo's own: of the checkout around the working directory,
    /// of the one that the program was built in, or of the installed package.
    static func find(given: String?) throws(CommandError) -> String {
        if let given { return given }
        var folders = ["Config/scenes"]
        var parent = ProgramFile.directory[...]
        while let slash = parent.lastIndex(of: "/") {
            parent = parent[..<slash]
            folders.append("\(parent)/Config/scenes")
        }
        folders.append("/usr/share/navsync/scenes")
        let candidates = folders.map { "\($0)/\(name)" }
        guard let found = candidates.first(where: { unsafe access($0, R_OK) == 0 }) else {
            throw CommandError(
                message:
                    "can't find the scene file \(name): run the demo in a checkout of navsync, or name "
                    + "a scene file with --scene-file")
        }
        return found
    }

    /// Reads and checks a scene file.
    static func read(_ path: String) throws -> SceneDescription {
        let bytes = try TextFile.read(path, atMost: SceneFile.sizeLimit + 1)
        return try SceneFile.read(bytes, name: path)
    }
}
