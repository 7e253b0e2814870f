import Foundation
import Testing

@Suite("The commands about scenes", .inTurns)
struct SceneCommandTests {
    @Test("Scenes are listed, and one that is removed is empty wherever it is shown")
    func removes() async throws {
        try await Installation.run { place in
            try await place.daemon()
            for scene in ["main", "notes"] {
                try await place.change(
                    "--scene", scene, "tab", "declare", "inbox", "--title", "Inbox")
            }
            #expect(try await place.ask("scene", "list")["scenes"]?.array?.count == 2)
            let watch = try place.startNavctl(
                as: "tablet",
                ["--scene", "notes", "--output", "json", "watch", "--whole-scene"])
            try await watch.wait(for: "the scene") { transcript in
                transcript.output.lines.contains { $0.contains("Inbox") } ? true : nil
            }
            try await place.change("scene", "remove", "notes")
            try await watch.wait(for: "a scene that is empty") { transcript in
                transcript.output.lines.last?.contains("Inbox") == false ? true : nil
            }
            #expect(
                try await place.ask("scene", "list")["scenes"]?.array?.compactMap(\.string)
                    == ["main"])
            let late = try await place.navctl(
                as: "tablet", "--scene", "notes", "push", "notes://late")
            #expect(late.ending == .exit(1), "\(late)")
            try await place.change(
                "--scene", "notes", "tab", "declare", "new", "--title", "New")
            let shown = try await place.navctl(as: "tablet", "--scene", "notes", "show")
            #expect(shown.output.text.contains("New"), "\(shown)")
            #expect(!shown.output.text.contains("Inbox"), "\(shown)")
            let unknown = try await place.navctl("scene", "remove", "note")
            #expect(unknown.ending == .exit(1), "\(unknown)")
            #expect(unknown.errors.text.contains("did you mean notes?"), "\(unknown)")
        }
    }

    @Test("A copy shows what its original shows, and replaces no scene")
    func copies() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.change("push", "mail://1", "--title", "One")
            try await place.change("scene", "copy", "main", "draft")
            let (original, copy) = (
                try await place.ask("export"), try await place.ask("--scene", "draft", "export")
            )
            #expect(original["content"] == copy["content"])
            #expect(copy["revision"]?.integer == 1)
            // Each goes its own way from here.
            try await place.change("--scene", "draft", "pop")
            #expect(try await place.ask("export") == original)
            let refusals = [
                (["main", "draft"], 1, "the scene draft exists"),
                (["mian", "other"], 1, "did you mean 'main'?"),
                (["main", "main"], 2, "can't be copied to itself"),
            ]
            for (names, status, words) in refusals {
                let result = try await place.startNavctl(as: "desk", ["scene", "copy"] + names)
                    .end()
                #expect(result.ending == .exit(Int32(status)), "\(result)")
                #expect(result.errors.text.contains(words), "\(result)")
            }
            try await daemon.stop()
            let away = try await place.navctl("scene", "copy", "main", "third")
            #expect(away.ending == .exit(1), "\(away)")
            let outbox = try await place.ask("--scene", "third", "outbox", "list")
            #expect(outbox["waiting"]?.array == [])
        }
    }

    @Test("Changes that still waited for a removed scene go to the device's shelf")
    func late() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            for scene in ["main", "notes"] {
                try await place.change(
                    "--scene", scene, "tab", "declare", "inbox", "--title", "Inbox")
            }
            try await place.change(as: "tablet", "--scene", "notes", "show")
            try await daemon.stop()
            let waiting = try await place.navctl(
                as: "tablet", "--timeout", "1s", "--scene", "notes", "push", "notes://late")
            #expect(waiting.ending == .exit(3), "\(waiting)")
            try await place.daemon()
            try await place.change("scene", "remove", "notes")
            let shown = try await place.navctl(as: "tablet", "--scene", "notes", "show")
            #expect(!shown.output.text.contains("notes://late"), "\(shown)")
            let shelf = try await place.navctl(
                as: "tablet", "--scene", "notes", "shelf", "list")
            #expect(shelf.output.text.contains("notes://late"), "\(shelf)")
            #expect(
                try await place.ask("scene", "list")["scenes"]?.array?.compactMap(\.string)
                    == ["main"])
        }
    }
}
