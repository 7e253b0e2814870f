import Foundation
import Testing

@Suite("navctl traits", .inTurns)
struct TraitsCommandTests {
    @Test("Traits are kept for the device alone, need no daemon, and can be reset")
    func kept() async throws {
        try await Installation.run { place in
            try await place.change("traits", "set", "appearance", "dark", "locale", "pt-br")
            try await place.change("traits", "scroll", "40.5")
            try await place.change("traits", "keyboard", "shown")
            let traits = try await place.ask("traits")
            #expect(traits["appearance"]?.string == "dark")
            #expect(traits["locale"]?.string == "pt-BR")
            #expect(traits["keyboard"]?.string == "shown")
            #expect(try await place.navctl("traits").output.text.contains("40.5"))
            #expect(try await place.ask(as: "phone", "traits")["appearance"] == JSON.null)
            try await place.change("traits", "set", "appearance", "none")
            #expect(try await place.ask("traits")["appearance"] == JSON.null)
            try await place.change("traits", "reset")
            #expect(try await place.ask("traits") == place.ask(as: "phone", "traits"))
        }
    }

    @Test(
        "Refuses senseless traits, and names sensible ones",
        arguments: [
            (["platform", "iOS", "1.0"], 2, "2.0"), (["platform", "Symbian", "9"], 2, "visionOS"),
            (["platform", "iOS", "1.2.3.4"], 2, "iOS 18.0"), (["scroll", "nan"], 2, "points"),
            (["keyboard", "half"], 2, "shown or hidden"),
            (["set", "size", "big"], 2, "507x1210"),
            (["set", "locale"], 2, "value"), (["set", "locale", "!"], 2, "language"),
            (["gesture", "pinch"], 2, "swipe"),
        ] as [([String], Int32, String)])
    func mistakes(words: [String], code: Int32, says: String) async throws {
        try await Installation.run { place in
            let result = try await place.startNavctl(as: "desk", ["traits"] + words).end()
            #expect(result.ending == .exit(code), "\(result)")
            #expect(result.errors.text.contains(says), "\(result)")
        }
    }

    @Test("Only what is in sight gets the focus or a finger")
    func sight() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            for verb in ["focus", "press"] {
                try await place.change("traits", verb, "tab.inbox")
                let result = try await place.navctl("traits", verb, "tab.nowhere")
                #expect(result.ending == .exit(1), "\(result)")
                #expect(result.errors.text.contains("tab.inbox"), "\(result)")
            }
            let traits = try await place.ask("traits")
            #expect(traits["focused"]?.string == "tab.inbox")
            #expect(traits["pressed"]?.string == "tab.inbox")
            try await place.change("traits", "press", "none")
            #expect(try await place.ask("traits")["pressed"] == JSON.null)
        }
    }

    @Test("A damaged file is named, and can be reset")
    func damaged() async throws {
        try await Installation.run { place in
            try await place.change("traits", "scroll", "1")
            let path = place.device("desk") + "/traits.json"
            for text in ["", "{\"version\":1,\"scrollOffset\":\"far\"}", "[1]"] {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                let result = try await place.navctl("traits")
                #expect(result.ending == .exit(1), "\(result)")
                #expect(result.errors.text.contains(path), "\(result)")
            }
            try await place.change("traits", "reset")
            try await place.change("traits")
        }
    }

    @Test("A gesture hides the bars and a tap shows them again, as the screen's properties allow")
    func gestures() async throws {
        try await Installation.run { place in
            for gesture in ["swipe", "resize"] {
                try await place.change("traits", "gesture", gesture)
                #expect(try await place.ask("traits")["bars"]?.string == "hidden")
                try await place.change("traits", "gesture", "tap")
                #expect(try await place.ask("traits")["bars"]?.string == "shown")
            }
            try await place.change("traits", "immersive", "on")
            #expect(
                try await place.ask("traits", "gesture", "swipe")["immersive"] == .boolean(true))
            #expect(try await place.ask("traits", "gesture", "tap")["immersive"] == .boolean(false))
        }
    }

    @Test(
        "A watcher of the device prints its traits as they change; one of another device does not")
    func watched() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let own = try await place.watch(as: "phone")
            let other = try await place.watch(as: "tablet")
            try await place.change(as: "phone", "traits", "set", "appearance", "dark")
            let line = try await own.wait(for: "the traits") { transcript in
                transcript.output.lines.first { $0.contains("\"event\":\"traits\"") }
            }
            #expect(try JSON(line)["traits"]?["appearance"]?.string == "dark")
            try await place.change("tab", "update", "inbox", "--title", "Post")
            try await other.untilRevision(2)
            #expect(!other.transcript.output.text.contains("traits"))
        }
    }
}
