import NavigationModel
import NavigationSceneFile
import Testing

struct SceneFolderTests {
    @Test("There are three apps in three languages, and one that has all of them in one file")
    func all() {
        #expect(
            SceneFolder.names == [
                "clock.ar.yaml", "clock.en.yaml", "clock.ko.yaml", "music.ar.yaml",
                "music.en.yaml", "music.ko.yaml", "notes.yaml", "phone.ar.yaml", "phone.en.yaml",
                "phone.ko.yaml",
            ])
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
