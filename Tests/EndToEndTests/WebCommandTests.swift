import Foundation
import Testing

/// Devices in a real browser: `Tests/Programs/Browser` has the scenarios.
@Suite("navctl web", .inTurns)
struct WebCommandTests {
    private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Programs/Browser/scenarios.py").path

    /// A Boolean value indicating whether there is a browser with its driver. It is always `true`
    /// where that is required, as in the continuous check, so that a missing package is a failure.
    static let hasBrowser =
        ProcessInfo.processInfo.environment["NAVSYNC_REQUIRE_BROWSER"] != nil
        || ["/usr/bin/chromium", "/usr/bin/chromedriver"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }

    /// Runs a scenario at a daemon with a scene, and returns the facts that it reports last.
    private func run(_ scenario: String) async throws -> JSON {
        try await Installation.run { place in
            _ = try await place.daemon()
            try await place.change("apply", Scenes.path("phone.en.yaml"))
            let directory = place("web")
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false)
            let navctl = try Installation.binaries.get() + "/navctl"
            let process = try place.start(
                "/usr/bin/python3",
                ["-B", Self.scenarios, scenario, navctl, place.endpoint, directory])
            return try await process.facts()
        }
    }

    @Test(
        "Two pages of a browser, another browser and a watch see what each does",
        .enabled(if: hasBrowser))
    func pages() async throws {
        let facts = try await run("pages")
        // Two pages are one device.
        #expect(facts["browsers"]?.strings == ["Chrome on Linux", "tablet"])
    }

    @Test(
        "Gestures without a connection are kept, and handed over once",
        .enabled(if: hasBrowser))
    func offline() async throws {
        #expect(try await run("offline")["revisions"]?.integer == 4)
    }

    @Test("A batch that is sent again, after a crash of either kind, is performed once")
    func once() async throws {
        let routes = try await run("once")["routes"]?.strings
        #expect(routes == [1, 2, 3, 4, 5, 1].map { "phone://once/\($0)" })
    }

    @Test(
        "A browser that is revoked is told at once, is gone for others, and no device any more",
        .enabled(if: hasBrowser))
    func removal() async throws {
        #expect(try await run("removal")["browsers"]?.integer == 1)
    }

    @Test(
        "The marker of Material's bar widens at the newly selected tab, and nothing else moves",
        .enabled(if: hasBrowser))
    func motion() async throws {
        #expect(try await run("motion")["moved"]?.integer == 2)
    }

    @Test(
        "Browsers of a server that hides them follow the scene, and nobody sees them",
        .enabled(if: hasBrowser))
    func hidden() async throws {
        #expect(try await run("hidden")["present"]?.integer == 0)
    }

    @Test(
        "Requests of other origins, names, sizes and paces are turned away, and leave no trace",
        .enabled(if: hasBrowser))
    func hostile() async throws {
        #expect(try await run("hostile")["waited"]?.integer ?? 0 >= 9)
    }

    @Test(
        "The rules of accessibility hold, in light and dark, in languages of both directions",
        .enabled(if: hasBrowser))
    func accessibility() async throws {
        #expect(try await run("accessibility")["pages"]?.integer == 12)
    }

    @Test(
        "200 random gestures in two browsers, one of them offline for a while, end in equal states",
        .enabled(if: hasBrowser))
    func random() async throws {
        #expect(try await run("random")["revision"]?.integer ?? 0 > 50)
    }

    @Test("A browser whose file is damaged is reported, and keeps no device from being revoked")
    func damaged() async throws {
        try await Installation.run { place in
            _ = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.change(as: "phone", "push", "mail://1")
            let directory = place.device("desk") + "/web/browsers/b"
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data("{".utf8).write(to: URL(filePath: directory + "/session.json"))
            let devices = try await place.ask(as: "phone", "device", "list")["devices"]?.array
            let phone = devices?.first { $0["isThisDevice"]?.boolean == true }?["id"]?.string
            for words in [["list"], ["revoke", try #require(phone), "--yes"]] {
                let result = try await place.startNavctl(as: "desk", ["device"] + words).end()
                #expect(result.ending == .exit(0), "\(result)")
                #expect(result.errors.text.contains("/web/browsers/b/session.json"), "\(result)")
            }
            let list = try await place.ask("device", "list")
            #expect(list["devices"]?.array?.count == 1, "\(list)")
        }
    }

    @Test("An address that other machines reach is refused without a proxy, with the advice")
    func listening() async throws {
        try await Installation.run { place in
            for words in [["--listen", "0.0.0.0:7878"], ["--behind", "http://nav.example.net"]] {
                let result = try await place.start("navctl", ["web"] + words).end()
                #expect(result.ending == .exit(2))
                #expect("\(result)".contains("https") || "\(result)".contains("--behind https://"))
            }
            let invite = try await place.navctl("device", "invite", "--web", "--name", "phone")
            #expect(invite.ending == .exit(1))
            #expect("\(invite)".contains("start it with 'navctl web'"))
        }
    }
}
