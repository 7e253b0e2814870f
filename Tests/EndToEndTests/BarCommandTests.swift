import Foundation
import Testing

@Suite("navctl render, layout, announce and lint", .inTurns)
struct BarCommandTests {
    private static let file =
        "version: 1\n" + MailScene.twoTabs + """
              - id: people
                title: People
                icon: person
                stack:
                  - route: people://
                    title: People

            """

    private static let looks: [[String]] = [
        ["render", "--format", "json"], ["render", "--format", "svg"], ["render"],
        ["layout", "elements"], ["announce"], ["lint"],
    ]

    @Test("A file and the live scene that it makes look, sound and are checked the same")
    func fileAndLive() async throws {
        try await Installation.run { place in
            let path = try place.file("mail.yaml", Self.file)
            try await place.daemon()
            try await place.change("apply", path)
            for words in Self.looks {
                let option = words[0] == "lint" ? [path] : ["--file", path]
                let profile = ["--profile", "iphone"]
                let live = try await place.startNavctl(as: "desk", words + profile).end()
                let still = try await place.startNavctl(
                    as: "desk", words + option + profile
                ).end()
                #expect(live.ending == .exit(0), "\(live)")
                #expect(!live.output.text.isEmpty || words == ["lint"], "\(words)")
                let revision = #""revision":1"#
                #expect(
                    live.output.text.replacingOccurrences(
                        of: revision, with: #""revision":null"#) == still.output.text, "\(words)")
            }
        }
    }

    @Test(
        "Drawing a file needs no daemon; without one the saved scene is shown and marked as stale")
    func withoutDaemon() async throws {
        try await Installation.run { place in
            let path = try place.file("mail.yaml", Self.file)
            let svg = place("mail.svg")
            try await place.change("render", "--file", path, "--output-file", svg)
            #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("<svg"))
            let layout = place("mail.json")
            try await place.change("render", "--file", path, "--output-file", layout)
            #expect(
                try JSON(String(contentsOfFile: layout, encoding: .utf8))["tabBar"] != nil)
            for words in Self.looks {
                let result = try await place.startNavctl(
                    as: "desk", ["--timeout", "100ms"] + words
                ).end()
                #expect(result.ending == .exit(3), "\(result)")
                #expect(result.errors.text.contains("navsyncd"), "\(result)")
            }
        }
    }

    @Test("A picture in pixels has two for each point; without librsvg it is refused, and why")
    func pixels() async throws {
        try await Installation.run { place in
            let path = try place.file("mail.yaml", Self.file)
            let png = place("mail.png")
            try await place.change(
                "render", "--file", path, "--profile", "iphone-16", "--output-file", png)
            let bytes = try Data(contentsOf: URL(filePath: png))
            #expect(bytes.starts(with: [0x89] + Array("PNG".utf8)))
            // The header's width and height, with the highest byte first.
            let size = bytes.dropFirst(16).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            #expect(size == 786 << 32 | 1_704)
            let other = place("other.png")
            let refused = try await place.navctl(
                "render", "--file", path, "--output-file", other,
                variables: ["PATH": place("nothing")])
            #expect(refused.ending == .exit(1))
            #expect(refused.errors.text.contains("install librsvg2-bin"), "\(refused)")
            #expect(!FileManager.default.fileExists(atPath: other))
            let printed = try await place.navctl("render", "--file", path, "--format", "png")
            #expect(printed.ending == .exit(2))
        }
    }

    @Test("Announces a change by its revision, and an element by itself")
    func announce() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("apply", try place.file("mail.yaml", Self.file))
            try await place.change("pop")
            let change = try await place.ask("announce", "--of", "2")
            #expect(change["strings"]?.array?.compactMap(\.string) == ["Mailboxes"])
            let first = try await place.ask("announce", "--of", "1")
            #expect(first["strings"]?.array?.isEmpty == false)
            let tab = try await place.ask("announce", "--element", "tab.search")
            #expect(tab["strings"]?[0]?.string == "Search, tab, 2 of 3")
            let past = try await place.ask("announce", "--at", "1")
            #expect(past["strings"]?.array?.contains(.string("General back button")) == false)
            #expect(past["strings"]?.array?.contains(.string("General heading")) == true)
            for wrong in [["--element", "tab.nobody"], ["--of", "99"]] {
                let result = try await place.startNavctl(as: "desk", ["announce"] + wrong).end()
                #expect(result.ending == .exit(1), "\(result)")
            }
            #expect(try await place.navctl("announce", "--of", "0").ending == .exit(2))
        }
    }

    @Test("Lint ends with 1 for an error, mends what is safe in one change, and takes it back")
    func fix() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("apply", try place.file("mail.yaml", Self.file))
            try await place.change(
                "tab", "badge", "inbox", "set", "12345")
            let before = try await place.ask("show")
            let found = try await place.ask("lint")
            let codes = found["findings"]?.array?.compactMap { $0["code"]?.string } ?? []
            #expect(codes.contains("badge-too-long"), "\(codes)")
            let fixed = try await place.ask("lint", "--fix")
            #expect(
                fixed["fixed"]?.array?.compactMap { $0["code"]?.string }.contains("badge-too-long")
                    == true)
            let after = try await place.ask("show")
            #expect(after["scene"]?["tabs"]?[0]?["badge"]?.string == "99+")
            #expect(after["revision"]?.integer == before["revision"]?.integer.map { $0 + 1 })
            try await place.change("undo")
            #expect(try await place.ask("show")["scene"] == before["scene"])
            // A bar that is too low for fingers is a mistake that lint fails for.
            try await place.change("bar", "set", "tabBar.style", "bottomNavigation")
            try await place.change("bar", "set", "tabBar.height", "40")
            let failed = try await place.navctl("lint")
            #expect(failed.output.text.contains("touch-target"), "\(failed)")
        }
    }

    @Test("Lint mends a file, which stays a scene file")
    func fixFile() async throws {
        try await Installation.run { place in
            let path = try place.file(
                "mail.yaml",
                Self.file.replacingOccurrences(
                    of: "    icon: tray\n", with: "    icon: tray\n    badge: \"12345\"\n"))
            try await place.change("lint", path, "--fix")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("badge: \"99+\""), "\(text)")
            let again = try await place.ask("lint", path)
            #expect(
                again["findings"]?.array?.contains { $0["code"]?.string == "badge-too-long" }
                    == false)
            #expect(try await place.navctl("lint", "-", "--fix").ending == .exit(2))
        }
    }

    @Test("Does not report unfixable findings as fixed, though a fix changes their words")
    func unmended() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("apply", try place.file("mail.yaml", Self.file))
            try await place.change("set-items", "mail://")
            try await place.change("bar", "declare", "filters", "--kind", "bottomNavigation")
            let result = try await place.ask("lint", "--fix")
            func codes(_ name: String) -> [String] {
                result[name]?.array?.compactMap { $0["code"]?.string } ?? []
            }
            #expect(codes("fixed").contains("missing-title"))
            #expect(codes("findings").contains("two-bottom-bars"))
            #expect(!codes("fixed").contains("two-bottom-bars"))
        }
    }

    @Test("Text is as wide as the device's screen, on a terminal as far as that has room")
    func width() async throws {
        try await Installation.run { place in
            let path = try place.file("mail.yaml", Self.file)
            let words = ["render", "--file", path, "--profile", "ipad"]
            let piped = try await place.startNavctl(as: "desk", words).end()
            let width = piped.output.lines.first?.count ?? 0
            #expect(width > 80)
            // The terminal of script(1) has no size until somebody gives it one.
            let program = try Installation.binaries.get() + "/navctl"
            let command = ([program] + words).joined(separator: " ")
            let shown = try await place.start(
                "/usr/bin/script", ["-qec", "stty cols 60; exec \(command)", "/dev/null"]
            ).end()
            let lines = shown.output.lines.filter { $0.contains("╭") || $0.contains("╰") }
            let edges = lines.map { $0.filter { "╭─╮╰╯".contains($0) }.count }
            #expect(edges == [60, 60], "\(shown)")
        }
    }

    @Test("Points are converted between elements, there and back")
    func convert() async throws {
        try await Installation.run { place in
            let path = try place.file("mail.yaml", Self.file)
            let common = ["--file", path, "--profile", "iphone"]
            let there = try await place.startNavctl(
                as: "desk",
                ["layout", "convert", "10", "5", "--from", "tab.search", "--to", "screen"] + common
            ).end()
            let numbers = there.output.text.split { $0 == " " || $0 == "\n" }.map(String.init)
            #expect(numbers.count == 2, "\(there)")
            let back = try await place.startNavctl(
                as: "desk",
                ["layout", "convert"] + numbers + ["--from", "screen", "--to", "tab.search"]
                    + common
            ).end()
            #expect(back.output.text == "10 5\n", "\(back)")
            #expect(there.output.text != back.output.text)
            let wrong = try await place.startNavctl(
                as: "desk", ["layout", "convert", "1", "1", "--to", "nowhere"] + common
            ).end()
            #expect(wrong.ending == .exit(1), "\(wrong)")
            let fit = try await place.ask("layout", "fit", "--profile", "pixel-9")
            #expect(fit["width"]?.integer == 412)
        }
    }
}
