import Foundation
import Glibc
import NavigationModel
import NavigationWire
import Testing

@Suite("Users, scenes and sockets that are not there, or not for this user", .inTurns)
struct UnknownNameTests {
    private static let stranger: UInt32 = 65_530

    @Test("A slip of the fingers in --user makes no user, and the nearest is named")
    func user() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("user", "add", "annika", "--uid", "\(Self.stranger)")
            for words in [
                ["tab", "declare", "x", "--title", "X"], ["show"], ["status"], ["push", "m://1"],
                ["device", "list"],
            ] {
                let result = try await place.startNavctl(
                    as: "desk", ["--user", "anika"] + words
                ).end()
                #expect(result.ending == .exit(1), "\(words): \(result)")
                #expect(result.errors.text.contains("did you mean annika?"), "\(words): \(result)")
            }
            let users = try await place.ask("user", "list")["users"]?.array
            #expect(users?.compactMap { $0["name"]?.string } == ["annika"])
        }
    }

    @Test(
        "A scene exists once something is declared in it; else an error suggests the nearest")
    func scene() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("--scene", "clock", "tab", "declare", "a", "--title", "A")
            for words in [
                ["show"], ["status"], ["push", "m://1"], ["bar", "set", "app.k", "red"], ["log"],
                ["export"], ["lint"], ["render", "--format", "text"], ["undo"],
            ] {
                let result = try await place.startNavctl(
                    as: "desk", ["--scene", "clokc"] + words
                ).end()
                #expect(result.ending == .exit(1), "\(words): \(result)")
                #expect(
                    result.errors.text.contains("did you mean 'clock'?"), "\(words): \(result)")
            }
            let shelf = try await place.ask("--scene", "clokc", "shelf", "list")
            #expect(shelf["shelf"]?.array?.isEmpty == true, "\(shelf)")
            // main is always there, and so is what was declared.
            for scene in ["main", "clock"] {
                try await place.change("--scene", scene, "bar", "set", "app.k", "red")
            }
        }
    }

    @Test("Reports a missing socket as no daemon, however short the timeout")
    func noSocket() async throws {
        try await Installation.run { place in
            for words in [["show"], ["status"], ["device", "list"], ["tab", "select", "a"]] {
                let result = try await place.startNavctl(
                    as: "desk", ["--timeout", "1ms"] + words
                ).end()
                #expect(result.errors.text.contains("no listener at"), "\(words): \(result)")
                #expect(!result.errors.text.contains("timed out"), "\(words): \(result)")
            }
        }
    }

    @Test("Hello without a user is the login name of whom the daemon runs as, for every client")
    func hello() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let login = unsafe String(cString: getpwuid(geteuid()).pointee.pw_name)
            let welcome = try ControlConnection(place.endpoint).ask(
                .hello(Hello(user: nil, device: DeviceID(high: 1, low: 2), name: "probe")))
            guard case .welcome(let welcome) = welcome else {
                Issue.record("\(welcome)")
                return
            }
            #expect(welcome.user.rawValue == login)
            #expect(welcome.store != .none)
            #expect(try await place.status()["user"]?.string == login)
        }
    }

    @Test(
        "A user without permission for the socket gets an error that names the missing group",
        .enabled(if: Installation.hasOthers))
    func denied() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let group = unsafe String(cString: getgrgid(getegid()).pointee.gr_name)
            for path in [place.root, place("run")] { unsafe chmod(path, 0o711) }
            try place.makeDirectory(place("theirs"), of: Self.stranger)
            // Hidden by its directory; seen, and closed; closed to every group.
            for (directory, socket, advice) in [
                (0o750, 0o660, "group '\(group)'"), (0o755, 0o660, "group '\(group)'"),
                (0o755, 0o600, "run as its owner"),
            ] as [(mode_t, mode_t, String)] {
                unsafe chmod(place.sockets, directory)
                unsafe chmod(place.sockets + "/control.sock", socket)
                let result = try await place.start(
                    "navctl", as: Self.stranger,
                    [
                        "--device", place("theirs"), "--endpoint", place.endpoint, "--timeout",
                        "20s", "status",
                    ]
                ).end()
                #expect(result.ending == .exit(4), "\(result)")
                #expect(result.errors.text.contains(advice), "\(result)")
                #expect(!result.errors.text.contains("start navsyncd"), "\(result)")
            }
            // Nobody is kept from a socket that is not there, though few may make one.
            let missing = try await place.start(
                "navctl", as: Self.stranger,
                [
                    "--device", place("theirs"), "--endpoint", "ipc://\(place.root)/none.sock",
                    "--timeout", "20s", "status",
                ]
            ).end()
            #expect(missing.ending == .exit(3), "\(missing)")
            #expect(missing.errors.text.contains("no listener at"), "\(missing)")
        }
    }

    @Test("Output of show is of one moment, also right after a reconnection with waiting changes")
    func oneMoment() async throws {
        try await Installation.run { place in
            var daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            for round in 1...3 {
                try await daemon.stop()
                for push in ["a", "b"] {
                    let kept = try await place.navctl("push", "m://\(round)\(push)")
                    #expect(kept.ending == .exit(3), "\(kept)")
                }
                daemon = try await place.daemon()
                let words = round == 2 ? "status" : "show"
                let first = try await place.ask(words)
                let second = try await place.ask("show")
                #expect(second["pending"]?.integer == 0)
                guard words == "show" else {
                    #expect(first["equal"]?.boolean == true, "\(first)")
                    continue
                }
                for part in ["revision", "digest", "pending", "scene"] {
                    #expect(first[part] == second[part], "\(part), round \(round)")
                }
                let revision = try #require(first["revision"]?.integer)
                try await place.change("push", "m://\(round)c", "--if-revision", "\(revision)")
            }
        }
    }
}
