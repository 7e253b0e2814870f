import NavigationModel
import NavigationSceneFile
import Testing

struct SceneFolderTests {
    @Test("There are three apps in three languages; the others are one file each")
    func all() {
        let apps = ["clock", "music", "phone"].flatMap { app in
            ["ar", "en", "ko"].map { "\(app).\($0).yaml" }
        }
        let others = Set(SceneFolder.names).subtracting(apps)
        #expect(others.count == SceneFolder.names.count - apps.count)
        #expect(others.isSuperset(of: ["mail.yaml", "notes.yaml"]))
        #expect(others.allSatisfy { $0.split(separator: ".").count == 2 })
    }

    @Test("Every scene file is canonical", arguments: SceneFolder.names)
    func canonical(name: String) throws {
        let bytes = try SceneFolder.bytes(of: name)
        let scene = try SceneFile.read(bytes, name: name)
        #expect(SceneFile.write(scene) == String(decoding: bytes, as: UTF8.self))
        #expect(Array(SceneFile.write(scene).utf8) == bytes)
    }

    @Test("An app is the same in all languages but for its words", arguments: ["clock", "phone"])
    func languages(app: String) throws {
        let shapes = try ["en", "ko", "ar"].map { language in
            let name = "\(app).\(language).yaml"
            return try SceneFile.read(SceneFolder.bytes(of: name), name: name)
                .tabs.map { [$0.id.rawValue] + $0.stack.map(\.route) }
        }
        #expect(shapes[0] == shapes[1])
        #expect(shapes[0] == shapes[2])
    }
}
