import Foundation
import NavigationModel
import Testing

@testable import navctl

@Suite("The log, followed and filtered", .inTurns)
struct LogCommandTests {
    private func filled(_ place: Installation) async throws {
        try await place.daemon()
        try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
        try await place.change("tab", "declare", "search", "--title", "Search")
        for number in 1...3 { try await place.change(as: "phone", "push", "mail://\(number)") }
        try await place.change(as: "tablet", "tab", "update", "search", "--title", "Find")
    }

    private func revisions(_ log: JSON) -> [Int64] {
        log["commits"]?.array?.compactMap { $0["revision"]?.integer } ?? []
    }

    @Test("Conditions leave what they name, the newest of it, oldest first")
    func conditions() async throws {
        try await Installation.run { place in
            try await filled(place)
            #expect(revisions(try await place.ask("log", "-n", "2")) == [5, 6])
            #expect(revisions(try await place.ask("log", "--author", "phone")) == [3, 4, 5])
            let last = try await place.ask("log", "--author", "phone", "-n", "1")
            #expect(revisions(last) == [5])
            #expect(revisions(try await place.ask("log", "--tab", "search")) == [2, 6])
            #expect(revisions(try await place.ask("log", "--since", "1h")) == [1, 2, 3, 4, 5, 6])
            let past = try await place.ask("log", "--since", "2100-01-01T00:00:00Z")
            #expect(revisions(past) == [])
            let after = try await place.ask(
                "log", "--after", "3", "--author", "phone", "--limit", "1")
            #expect(revisions(after) == [4])
            #expect(after["hasMore"] == .boolean(true))
            let none = try await place.navctl("log", "--author", "nobody")
            #expect(none.ending == .exit(0))
            #expect(none.errors.text.contains("no such commits"), "\(none)")
            for bad in ["yesterday", "2h30", "-1h", "2026-13-01T00:00:00Z"] {
                let refused = try await place.navctl("log", "--since=\(bad)")
                #expect(refused.ending == .exit(2), "\(bad): \(refused)")
            }
        }
    }

    @Test("--follow goes on with each commit that fulfils the conditions")
    func follow() async throws {
        try await Installation.run { place in
            try await filled(place)
            let log = try place.startNavctl(
                as: "desk", ["log", "--follow", "--author", "phone", "-n", "1"])
            try await log.wait(for: "the newest one") { transcript in
                transcript.output.lines.contains { $0.hasPrefix("#5 ") } ? true : nil
            }
            try await place.change(as: "tablet", "push", "mail://tablet")
            try await place.change(as: "phone", "push", "mail://phone")
            try await log.wait(for: "the next one") { transcript in
                transcript.output.lines.contains { $0.hasPrefix("#8 ") } ? true : nil
            }
            log.signal(SIGINT)
            let ended = try await log.end()
            #expect(ended.ending == .exit(0), "\(ended)")
            #expect(ended.output.lines.map { $0.prefix(2) } == ["#5", "#8"], "\(ended)")
        }
    }

    @Test("watch --since begins with the commits after a revision, each with its scene")
    func watchSince() async throws {
        try await Installation.run { place in
            try await filled(place)
            let watch = try place.startNavctl(
                as: "desk", ["--output", "json", "watch", "--since", "3"])
            try await watch.untilRevision(6)
            try await place.change(as: "phone", "pop")
            try await watch.untilRevision(7)
            watch.signal(SIGTERM)
            _ = try await watch.end()
            let watched = try Watched(watch)
            #expect(watched.revisions == [4, 5, 6, 7])
            let head = try await place.ask("show")
            #expect(watched.digest == head["digest"]?.string)
        }
    }

    @Test("watch --exec runs a command after each commit, and says how one failed")
    func watchExec() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let command = """
                read -r line; echo "$NAVSYNC_REVISION $line" >>'\(place("commits"))'; \
                echo noted; exit "$((NAVSYNC_REVISION - 1))"
                """
            let watch = try place.startNavctl(as: "desk", ["watch", "--exec", command])
            try await watch.wait(for: "a first line") { transcript in
                transcript.output.lines.isEmpty ? nil : true
            }
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            try await place.change("push", "mail://1")
            try await watch.wait(for: "the second failure") { transcript in
                let failure = "#2: the command exited with status 1"
                return transcript.errors.lines.contains { $0.contains(failure) } ? true : nil
            }
            watch.signal(SIGINT)
            let ended = try await watch.end()
            #expect(ended.errors.text.contains("#1: noted"), "\(ended)")
            let lines = try String(contentsOfFile: place("commits"), encoding: .utf8)
                .split(separator: "\n")
            #expect(lines.map { $0.prefix(2) } == ["1 ", "2 "])
            let event = try JSON(String(lines[1].dropFirst(2)))
            #expect(event["revision"]?.integer == 2 && event["author"]?.string == "desk")
        }
    }

    @Test("A scene file is compared with the scene, and applied dry, without a change")
    func dryRun() async throws {
        try await Installation.run { place in
            try await filled(place)
            let file = try place.file(
                "scene.yaml",
                try await place.navctl("export").output.text
                    .replacingOccurrences(of: "Find", with: "Seek"))
            for arguments in [["diff", file], ["apply", file, "--dry-run"]] {
                let result = try await place.startNavctl(as: "desk", arguments).end()
                #expect(result.ending == .exit(0))
                #expect(result.output.text == "search: title Find → Seek\n", "\(result)")
            }
            #expect(try await place.ask("show")["revision"]?.integer == 6)
            let object = try await place.ask("diff", file)
            #expect(object["from"]?.integer == 6)
            #expect(object["differences"]?.array?.count == 1)
            try await place.change("apply", file)
            let same = try await place.navctl("diff", file)
            #expect(same.output.text == "no differences\n", "\(same)")
            let since = try await place.navctl("diff", "6")
            #expect(since.output.text == "search: title Find → Seek\n", "\(since)")
            let mixed = try await place.navctl("diff", file, "6")
            #expect(mixed.ending == .exit(2), "\(mixed)")
        }
    }

    @Test("Short options and names of other tools mean the same")
    func shortForms() async throws {
        try await Installation.run { place in
            try await filled(place)
            let long = try await place.ask("show")
            #expect(try JSON(try await place.navctl("get", "-o", "json").output.text) == long)
            let scenes = try await place.navctl("scene", "ls")
            #expect(scenes.output.text == (try await place.navctl("scene", "list")).output.text)
            try await place.change("tab", "rm", "search")
            let tabs = try await place.ask("show")["scene"]?["tabs"]?.array?.count
            #expect(tabs == 1)
        }
    }

    @Test("Times are durations before now, or of RFC 3339 with a zone")
    func times() throws {
        let now = Timestamp(rawValue: 1_764_000_000_000_000)
        let moment = { (text: String) in PointInTime(text, now: now)?.time }
        #expect(moment("0s") == now)
        #expect(moment("90s") == Timestamp(rawValue: 1_763_999_910_000_000))
        #expect(moment("7d") == Timestamp(rawValue: 1_763_395_200_000_000))
        #expect(moment("2025-11-24T16:00:00Z") == now)
        #expect(moment("2025-11-24T17:30:00.25+01:30") == now.advanced(byMicroseconds: 250_000))
        #expect(moment("2025-11-24T16:00:00.000000Z") == now)
        let wrong = [
            "", "s", "h2", "1", "1w", "99999999999999999999s", "2025-11-24", "2025-11-24T16:00",
            "2025-11-24T16:00:00", "2025-11-24T16:00:00.Z", "2025-11-24T24:00:00Z", "T", "TZ",
            "2025-11-24T16:00:00+1", "٢s", "2025-11-24T16:00:00.٢Z",
        ]
        for text in wrong { #expect(moment(text) == nil, "\(text)") }
    }
}
