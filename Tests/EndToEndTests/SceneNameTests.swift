import Foundation
import Testing

@Suite("Scenes that are renamed, removed and restored", .inTurns)
struct SceneNameTests {
    @Test("A renamed scene goes on under its new name: log, undo, and mirrors on other devices")
    func renames() async throws {
        try await Installation.run { place in
            let daemon = try await Self.daemon(in: place)
            let watch = try place.startNavctl(
                as: "watcher", ["--scene", "notes", "--output", "json", "watch", "--whole-scene"])
            try await watch.wait(for: "the scene") { transcript in
                transcript.output.lines.contains { $0.contains("Inbox") } ? true : nil
            }
            // The tablet mirrors it, and has a change that waits.
            try await place.change(as: "tablet", "--scene", "notes", "show")
            try await daemon.stop()
            let waiting = try await place.navctl(
                as: "tablet", "--timeout", "1s", "--scene", "notes", "push", "notes://late")
            #expect(waiting.ending == .exit(3), "\(waiting)")
            try await place.daemon()
            try await place.change("--scene", "notes", "push", "notes://two")
            let before = try await place.ask("--scene", "notes", "show")
            try await place.change("scene", "rename", "notes", "letters")
            try await watch.wait(for: "nothing under the old name") { transcript in
                transcript.output.lines.last?.contains("Inbox") == false ? true : nil
            }
            for device in ["desk", "tablet"] {
                let shown = try await place.ask(as: device, "--scene", "letters", "show")
                #expect(shown["digest"] == before["digest"], "\(shown)")
                #expect(shown["revision"] == before["revision"], "\(shown)")
            }
            let log = try await place.navctl("--scene", "letters", "log")
            #expect(log.output.text.contains("notes://two"), "\(log)")
            // The changes that waited for the old name are on the shelf.
            _ = try await place.navctl(as: "tablet", "--scene", "notes", "show")
            let shelf = try await place.navctl(as: "tablet", "--scene", "notes", "shelf", "list")
            #expect(shelf.output.text.contains("notes://late"), "\(shelf)")
            // The device that renamed it undoes its last step.
            try await place.change("--scene", "letters", "undo")
            let undone = try await place.navctl(as: "tablet", "--scene", "letters", "show")
            #expect(!undone.output.text.contains("notes://two"), "\(undone)")
            let refused = try await place.navctl("scene", "rename", "letters", "main")
            #expect(refused.ending == .exit(1), "\(refused)")
            #expect(refused.errors.text.contains("navctl scene remove main"), "\(refused)")
        }
    }

    @Test("The device that renames a scene submits under the new name those changes that waited")
    func renamesWithPendingChange() async throws {
        try await Installation.run { place in
            let daemon = try await Self.daemon(in: place)
            try await daemon.stop()
            let waiting = try await place.navctl(
                "--timeout", "1s", "--scene", "notes", "push", "notes://late")
            #expect(waiting.ending == .exit(3), "\(waiting)")
            try await place.daemon()
            try await place.change("scene", "rename", "notes", "letters")
            let shown = try await place.navctl("--scene", "letters", "show")
            #expect(shown.output.text.contains("notes://late"), "\(shown)")
            let other = try await place.navctl(as: "tablet", "--scene", "letters", "show")
            #expect(other.output.text.contains("notes://late"), "\(other)")
        }
    }

    @Test("A removed scene comes back with its log, also where its removal has been seen")
    func restores() async throws {
        try await Installation.run { place in
            try await Self.daemon(in: place)
            try await place.change(as: "tablet", "--scene", "notes", "push", "notes://one")
            let before = try await place.ask("--scene", "notes", "show")
            try await place.change("scene", "remove", "notes")
            let gone = try await place.navctl(
                as: "tablet", "--scene", "notes", "push", "notes://no")
            #expect(gone.ending == .exit(1), "\(gone)")
            let list = try await place.ask("scene", "list")
            #expect(list["scenes"]?.array?.compactMap(\.string) == ["main"])
            #expect(list["trash"]?.array?.compactMap { $0["name"]?.string } == ["notes"])
            let trash = try await place.navctl("scene", "list", "--trash")
            #expect(trash.output.text.contains("notes  removed"), "\(trash)")
            try await place.change("scene", "restore", "notes")
            for device in ["desk", "tablet", "fresh"] {
                let shown = try await place.ask(as: device, "--scene", "notes", "show")
                #expect(shown["digest"] == before["digest"], "\(shown)")
                #expect(shown["epoch"] == before["epoch"], "\(shown)")
            }
            let log = try await place.navctl("--scene", "notes", "log")
            #expect(log.output.text.contains("notes://one"), "\(log)")
            // Both devices go on, each under its own numbers.
            try await place.change(as: "tablet", "--scene", "notes", "push", "notes://three")
            try await place.change("--scene", "notes", "push", "notes://four")
            let shown = try await place.navctl(as: "tablet", "--scene", "notes", "show")
            #expect(shown.output.text.contains("notes://four"), "\(shown)")
            #expect(try await place.status(as: "tablet")["remembered"]?.integer == 0)
            // Another scene of its name takes the place for good.
            try await place.change("scene", "remove", "notes")
            try await place.change("scene", "copy", "main", "notes")
            let late = try await place.navctl("scene", "restore", "notes")
            #expect(late.ending == .exit(1), "\(late)")
        }
    }

    /// Starts a daemon whose user has the scenes main and notes.
    @discardableResult
    private static func daemon(in place: Installation) async throws -> RunningProcess {
        let daemon = try await place.daemon()
        for scene in ["main", "notes"] {
            try await place.change("--scene", scene, "tab", "declare", "inbox", "--title", "Inbox")
        }
        return daemon
    }
}
