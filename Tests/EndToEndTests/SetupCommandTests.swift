import Foundation
import NavigationWire
import Testing

@Suite("navctl setup", .inTurns)
struct SetupCommandTests {
    /// Returns the calls that change something, and forgets all.
    private static func changes(in place: Installation) throws -> [String] {
        let file = place("fakes/calls")
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        let calls = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        try FileManager.default.removeItem(atPath: file)
        return calls.map(String.init).filter { !$0.contains("show") }
    }

    private static func setup(
        _ words: String..., variables: [String: String], in place: Installation
    ) async throws -> Finished {
        try await place.startNavctl(as: "none", ["setup"] + words, variables: variables).end()
    }

    private static let address = "127.0.0.1:17311"
    private static func addressFile(in place: Installation) -> String {
        place("config/systemd/user/navsyncd.service.d/navctl-setup.conf")
    }

    @Test("Steps are printed by --dry-run, and none is taken")
    func dryRun() async throws {
        try await Installation.run { place in
            let variables = try await place.fakeServiceManager()
            let result = try await Self.setup(
                "--own", "--listen", Self.address, "--linger", "--mdns", "--invite", "laptop",
                "--dry-run", variables: variables, in: place)
            #expect(result.ending == .exit(0), "\(result)")
            let text = result.output.text
            for part in [
                Self.addressFile(in: place), "enable --now navsyncd.socket", "enable-linger",
                "restart navsyncd.service", "enable --now navsync-mdns.service",
                "invite the device laptop",
            ] {
                #expect(text.contains(part), "\(part): \(text)")
            }
            #expect(!text.contains("done"), "\(text)")
            #expect(try Self.changes(in: place) == [])
            #expect(!FileManager.default.fileExists(atPath: place("config")))
        }
    }

    @Test("A daemon is set up once: a second run has nothing to do, another address is a change")
    func twice() async throws {
        try await Installation.run { place in
            let variables = try await place.fakeServiceManager()
            let (daemon, port) = try await place.daemonWithTCP()
            let words = ["--own", "--linger", "--yes", "--output", "json", "--listen"]
            func setup(_ more: String...) async throws -> JSON {
                let result = try await place.startNavctl(
                    as: "none", ["setup"] + words + more, variables: variables
                ).end()
                #expect(result.ending == .exit(0), "\(result)")
                return try JSON(result.output.text)
            }
            let first = try await setup("127.0.0.1:\(port)", "--invite", "laptop")
            let states = first["steps"]?.array?.map { $0["state"]?.string }
            #expect(states == Array(repeating: "done", count: 6))
            let url = try #require(first["invitation"]?["url"]?.string)
            #expect(try PairingURL(url).addresses == ["127.0.0.1:\(port)"])
            #expect(
                try Self.changes(in: place) == [
                    "systemctl --user --no-ask-password daemon-reload",
                    "systemctl --user --no-ask-password enable --now navsyncd.socket",
                    "systemctl --user --no-ask-password enable navsyncd.service",
                    "systemctl --user --no-ask-password restart navsyncd.service",
                    "loginctl --no-ask-password enable-linger",
                ])
            let file = Self.addressFile(in: place)
            let content = try String(contentsOfFile: file, encoding: .utf8)
            #expect(content.contains("\"NAVSYNCD_LISTEN_TCP=127.0.0.1:\(port)\"\n"), "\(content)")

            let second = try await setup("127.0.0.1:\(port)", "--invite", "laptop")
            #expect(second["steps"]?.array?.allSatisfy { $0["state"]?.string == "present" } == true)
            #expect(second["invitation"] == .null, "one invitation is open: \(second)")
            #expect(try Self.changes(in: place) == [])

            _ = try await setup("127.0.0.1:\(port + 2)")
            #expect(
                try Self.changes(in: place) == [
                    "systemctl --user --no-ask-password daemon-reload",
                    "systemctl --user --no-ask-password restart navsyncd.service",
                ])
            // Without an address, that of the last run stays.
            let third = try await place.startNavctl(
                as: "none", ["setup", "--own", "--yes"], variables: variables
            ).end()
            #expect(third.output.text.contains("nothing is left to do"), "\(third)")
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains(":\(port + 2)"))
            try await daemon.stop()
        }
    }

    @Test("After a failure the rest is done by another run")
    func failure() async throws {
        try await Installation.run { place in
            let broken = try await place.fakeServiceManager(broken: "loginctl")
            let daemon = try await place.daemon()
            let failed = try await Self.setup(
                "--own", "--linger", "--yes", variables: broken, in: place)
            #expect(failed.ending == .exit(1), "\(failed)")
            for part in ["loginctl", "exited with status 1: Access denied", "navctl setup"] {
                #expect(failed.errors.text.contains(part), "\(failed)")
            }
            _ = try Self.changes(in: place)
            let mended = try await place.fakeServiceManager()
            let result = try await Self.setup(
                "--own", "--linger", "--yes", variables: mended, in: place)
            #expect(result.ending == .exit(0), "\(result)")
            #expect(try Self.changes(in: place) == ["loginctl --no-ask-password enable-linger"])
            try await daemon.stop()
        }
    }

    @Test("A machine without systemd, its manager, or avahi is told what is missing")
    func missing() async throws {
        try await Installation.run { place in
            let none = try await Self.setup(
                "--own", "--yes", variables: ["PATH": place("home")], in: place)
            #expect(none.ending == .exit(1), "\(none)")
            #expect(none.errors.text.contains("no program 'systemctl' in PATH"), "\(none)")
            let silent = try await place.fakeServiceManager(broken: "systemctl")
            let silence = try await Self.setup("--own", "--yes", variables: silent, in: place)
            #expect(silence.ending == .exit(1), "\(silence)")
            #expect(silence.errors.text.contains("start navsyncd yourself"), "\(silence)")
            _ = try await place.fakeServiceManager()
            try FileManager.default.removeItem(atPath: place("fakes/avahi-publish"))
            try FileManager.default.createDirectory(
                atPath: place("bin"), withIntermediateDirectories: true)
            for tool in ["sh", "stat", "touch"] {
                try FileManager.default.createSymbolicLink(
                    atPath: place("bin/\(tool)"), withDestinationPath: "/usr/bin/\(tool)")
            }
            let quiet = try await Self.setup(
                "--own", "--mdns", "--listen", Self.address, "--yes",
                variables: ["PATH": "\(place("fakes")):\(place("bin"))"], in: place)
            #expect(quiet.ending == .exit(1), "\(quiet)")
            #expect(quiet.errors.text.contains("avahi-utils"), "\(quiet)")
            #expect(try Self.changes(in: place) == [])
        }
    }

    @Test(
        "Options that don't fit are wrong usage, and nobody is asked without a terminal",
        arguments: [
            (["--listen", "desk:7311"], 2), (["--listen", "*:65535"], 2),
            (["--system", "--linger"], 2), (["--mdns", "--yes"], 2), (["--own"], 1),
        ])
    func usage(words: [String], status: Int) async throws {
        try await Installation.run { place in
            let result = try await place.startNavctl(
                as: "none", ["setup"] + words, variables: try await place.fakeServiceManager()
            ).end()
            #expect(result.ending == .exit(Int32(status)), "\(result)")
            #expect(try Self.changes(in: place) == [])
        }
    }

    @Test("On a terminal, what no option names is asked; no to the steps changes nothing")
    func questions() async throws {
        try await Installation.run { place in
            let variables = try await place.fakeServiceManager()
            let terminal = try PseudoTerminal()
            defer { terminal.hangUp() }
            let setup = try place.startNavctl(
                as: "none", ["setup"], variables: variables, terminal: terminal.path)
            for (question, answer) in [
                ("a daemon of your own, or the system's", "mine"),
                ("write own or system", "own"), ("the address for other devices", "desk"),
                ("write none or an address", "127.0.0.1:17311"),
                ("logged out too", "y"), ("by mDNS", "n"), ("first device", "laptop"),
                ("take these steps", "n"),
            ] {
                try await terminal.see(question)
                terminal.type(answer + "\n")
            }
            let result = try await setup.end()
            #expect(result.ending == .exit(1), "\(result)")
            try await terminal.see("nothing was changed")
            #expect(terminal.text.contains("planned invite the device laptop"))
            #expect(try Self.changes(in: place) == [])
        }
    }
}
