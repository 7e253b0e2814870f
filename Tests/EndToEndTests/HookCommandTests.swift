import Foundation
import Testing

@Suite("navctl hook", .inTurns)
struct HookCommandTests {
    /// A program that writes down what it reads, says something, and ends with a status.
    private static func hook(
        _ name: String, status: Int, in place: Installation, then: String = ""
    ) throws -> (path: String, log: String) {
        let log = place("\(name).log")
        let path = try place.file(
            name,
            """
            #!/bin/sh
            cat >> '\(log)'
            echo "$1 says no" >&2
            \(then)
            exit \(status)

            """)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: path)
        return (path, log)
    }

    private static func events(_ log: String) throws -> [JSON] {
        guard FileManager.default.fileExists(atPath: log) else { return [] }
        return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map {
            try JSON(String($0))
        }
    }

    @Test("Hooks are set, listed and removed; an unknown kind is refused with those that there are")
    func setAndRemove() async throws {
        try await Installation.run { place in
            let (path, _) = try Self.hook("check", status: 0, in: place)
            try await place.change("hook", "set", "shouldPush", path, "--strict", "a b")
            let list = try await place.ask("hook", "list")
            #expect(
                list["hooks"]?["shouldPush"]?.array?.compactMap(\.string)
                    == [path, "--strict", "a b"])
            let unknown = try await place.navctl("hook", "set", "shouldJump", path)
            #expect(unknown.ending == .exit(2), "\(unknown)")
            for kind in [
                "shouldPush", "didPush", "shouldPop", "didPop", "shouldSelect", "didSelect",
            ] {
                #expect(unknown.errors.text.contains(kind), "\(unknown)")
            }
            let missing = try await place.navctl("hook", "set", "didPop", "/nowhere/hook")
            #expect(missing.ending == .exit(1), "\(missing)")
            #expect(missing.errors.text.contains("/nowhere/hook"), "\(missing)")
            let other = try await place.ask(as: "tablet", "hook", "list")
            #expect(other["hooks"]?.keys == [], "each device has its own")
            try await place.change("hook", "remove", "shouldPush")
            #expect(try await place.navctl("hook", "remove", "shouldPush").ending == .exit(1))
        }
    }

    @Test("A should hook refuses before the change leaves: exit 1, its words, and nothing is kept")
    func refuses() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            try await place.change("tab", "declare", "search", "--title", "Search")
            try await place.change("push", "mail://0")
            let before = try await place.ask("show")
            let commands: [(String, [String])] = [
                ("shouldPush", ["push", "mail://1"]), ("shouldPop", ["pop"]),
                ("shouldSelect", ["tab", "select", "search"]),
            ]
            for (kind, words) in commands {
                let (path, log) = try Self.hook(kind, status: 3, in: place)
                try await place.change("hook", "set", kind, path, "Nobody")
                let refused = try await place.startNavctl(as: "desk", words).end()
                #expect(refused.ending == .exit(1), "\(refused)")
                #expect(
                    refused.errors.text.contains("hook \(kind): Nobody says no"), "\(refused)")
                let event = try #require(try Self.events(log).first)
                #expect(event["event"]?.string == kind)
                #expect(event["author"]?.string == "desk")
                #expect(event["revision"] == JSON.null)
                #expect(try await place.ask("show")["scene"] == before["scene"])
                #expect(try await place.ask("outbox", "list")["waiting"]?.array == [])
                try await place.change("hook", "remove", kind)
                try await place.change("hook", "list")
            }
            // Nobody else is bound by it.
            let (path, _) = try Self.hook("no", status: 1, in: place)
            try await place.change("hook", "set", "shouldPush", path)
            try await place.change(as: "tablet", "push", "mail://2")
        }
    }

    @Test("A hook that can't be started, is killed or takes too long refuses, and is named")
    func broken() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            let bodies = [
                ("gone", ""), ("killed", "kill -9 $$"), ("slow", "sleep 60"),
            ]
            for (name, body) in bodies {
                let (path, _) = try Self.hook(name, status: 0, in: place, then: body)
                try await place.change("hook", "set", "shouldPush", path)
                if name == "gone" { try FileManager.default.removeItem(atPath: path) }
                let result = try await place.navctl("push", "m://1")
                #expect(result.ending == .exit(1), "\(result)")
                #expect(result.errors.text.contains("hook shouldPush"), "\(result)")
                #expect(
                    result.errors.text.contains("navctl hook remove shouldPush"), "\(result)")
            }
            let damaged = place.device("desk") + "/hooks.json"
            try "{".write(toFile: damaged, atomically: true, encoding: .utf8)
            let result = try await place.navctl("push", "m://1")
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains(damaged), "\(result)")
            #expect(try await place.ask("log")["revision"]?.integer == 1)
        }
    }

    @Test("A watcher runs the did hooks for everyone's commits, in order, with the revision")
    func did() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await place.change("tab", "declare", "search", "--title", "Search")
            let (path, log) = try Self.hook("did", status: 0, in: place)
            for kind in ["didPush", "didPop", "didSelect"] {
                try await place.change(as: "phone", "hook", "set", kind, path)
            }
            let watch = try await place.watch(as: "phone")
            try await place.change(as: "tablet", "push", "m://1")
            try await place.change("pop")
            try await place.change("tab", "select", "search")
            try await watch.wait(for: "three hooks") { _ in
                ((try? Self.events(log))?.count ?? 0) == 3 ? true : nil
            }
            let events = try Self.events(log)
            #expect(
                events.compactMap { $0["event"]?.string } == ["didPush", "didPop", "didSelect"])
            #expect(events.compactMap { $0["author"]?.string } == ["tablet", "desk", "desk"])
            #expect(events.compactMap { $0["revision"]?.integer } == [3, 4, 5])
            #expect(events[0]["screens"]?.array?[0]["route"]?.string == "m://1")
            #expect(events[0]["tab"]?.string == "inbox")
            #expect(events[2]["tab"]?.string == "search")
            #expect(
                watch.transcript.output.lines.allSatisfy { !$0.contains("says no") },
                "what a hook says does not get among the results")
        }
    }
}
