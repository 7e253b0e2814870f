import Foundation
import Testing

/// A shell's completion of names, by what the scene and the daemon have.
@Suite("Completion")
struct CompletionTests {
    /// The candidates that a shell gets for the last of some words.
    private func candidates(
        _ place: Installation, _ command: [String], _ argument: String, _ words: [String]
    ) async throws -> [String] {
        let line =
            ["navctl", "--device", place.device("desk")] + command + words
        let last = words.last ?? ""
        // The index of the word under the cursor, and the cursor's in it.
        let request =
            ["---completion"] + command
            + ["--", argument, String(line.count - 1), String(last.count)] + line
        let result = try await place.start("navctl", request).end()
        #expect(result.ending == .exit(0), "\(result)")
        return result.output.lines.filter { !$0.isEmpty }
    }

    @Test("Names of tabs, screens, scenes, devices and properties are those that there are")
    func names() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await place.change("tab", "declare", "index", "--title", "Index")
            try await place.change("tab", "declare", "sent", "--title", "Sent")
            try await place.change("--scene", "notes", "tab", "declare", "a", "--title", "A")
            try await place.change(as: "tablet", "push", "m://1")
            let select = ["tab", "select"]
            #expect(
                try await candidates(place, select, "positional@0", [""]) == [
                    "inbox", "index", "sent",
                ])
            #expect(
                try await candidates(place, select, "positional@0", ["in"]) == ["inbox", "index"])
            #expect(
                try await candidates(place, ["push"], "--tab", ["m://2", "--tab", "s"]) == ["sent"])
            #expect(
                try await candidates(place, ["show"], "--scene", ["--scene", "n"]) == ["notes"])
            #expect(
                try await candidates(place, select, "positional@0", ["--scene", "notes", ""]) == [
                    "a"
                ])
            let shown = try await place.ask("show")
            let screens = try #require(shown["scene"]?["tabs"]?[0]?["stack"]?.array)
            let ids = screens.reversed().compactMap { $0["id"]?.string }
            #expect(try await candidates(place, ["pop"], "--to", ["--to", ""]) == ids)
            #expect(
                try await candidates(place, ["device", "rename"], "positional@0", ["tab"]) == [
                    "tablet"
                ])
            let set = try await candidates(
                place, ["tab", "update"], "--set", ["inbox", "--set", "purp"])
            #expect(set == ["purpose="])

            // Without a daemon it is the mirrored scene, and nothing of what only the daemon knows.
            try await daemon.stop()
            #expect(
                try await candidates(place, select, "positional@0", ["in"]) == ["inbox", "index"])
            #expect(try await candidates(place, ["show"], "--scene", ["--scene", "n"]) == [])
        }
    }

    @Test("Completion creates no device")
    func noDevice() async throws {
        try await Installation.run { place in
            _ = try await place.daemon()
            #expect(
                try await candidates(place, ["tab", "select"], "positional@0", [""]) == [])
            #expect(!FileManager.default.fileExists(atPath: place.device("desk")))
        }
    }
}
