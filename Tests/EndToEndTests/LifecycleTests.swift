import Foundation
import Testing

@Suite("The daemon from start to end", .inTurns)
struct LifecycleTests {
    @Test("SIGTERM and SIGINT stop it well, in the midst of work", arguments: [SIGTERM, SIGINT])
    func stops(signal: Int32) async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change(
                "tab", "declare", "inbox", "--title", "Inbox", "--root", "mail://")
            // A device that knows the tabs can work on without the daemon.
            for number in 0..<3 { _ = try await place.ask(as: "device-\(number)", "show") }
            // The first is to succeed; those that the end of the daemon meets need not wait for long.
            let pushes = try (1...12).map { number in
                try place.startNavctl(
                    as: "device-\(number % 3)",
                    (number == 1 ? [] : ["--timeout", "1s"])
                        + ["--output", "json", "push", "mail://\(number)"])
            }
            _ = try await pushes[0].end()
            daemon.signal(signal)
            let ending = try await daemon.end()
            #expect(ending.ending == .exit(0), "\(ending)")

            var acknowledged: Set<Int64> = []
            for push in pushes {
                let result = try await push.end()
                #expect([0, 3].contains(result.code), "\(result)")
                let receipt = try JSON(result.output.text)
                if result.ending == .exit(0) {
                    acknowledged.insert(try #require(receipt["revision"]?.integer))
                } else {
                    #expect(receipt["outcome"]?.string == "waiting")
                }
            }
            #expect(!acknowledged.isEmpty)

            try await place.daemon()
            // Whoever comes next hands over what its device has kept.
            for number in 0..<3 { _ = try await place.ask(as: "device-\(number)", "show") }
            let stack = OfflineTests.routes(try await place.ask("show"))
            #expect(stack.count == 13)
            #expect(Set(stack) == Set(["mail://"] + (1...12).map { "mail://\($0)" }))
            let log = try await place.ask("log", "--limit", "100")
            let found = Set((log["commits"]?.array ?? []).compactMap { $0["revision"]?.integer })
            #expect(found.isSuperset(of: acknowledged))
        }
    }

    @Test("Without any configuration it serves its user from the XDG directories")
    func noConfiguration() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let status = try await place.status()
            #expect(status["endpoint"]?.string == place.endpoint)
            #expect(FileManager.default.fileExists(atPath: place.database))
            let mode = try FileManager.default.attributesOfItem(atPath: place.data)
            #expect(mode[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test("Flags go over the environment, and the environment over the file")
    func precedence() async throws {
        try await Installation.run { place in
            let file = try place.file(
                "daemon.yaml",
                """
                data:
                  directory: \(place("from-file"))
                listen:
                  ipc: \(place("sockets-from-file"))
                """)
            try await place.daemon(
                "--config", file, "--ipc", place("sockets-from-flag"),
                variables: ["NAVSYNCD_LISTEN_IPC": place("sockets-from-environment")])
            #expect(FileManager.default.fileExists(atPath: place("from-file/navsync.sqlite")))
            let status = try await place.ask(
                "--endpoint", "ipc://\(place("sockets-from-flag"))/control.sock", "status")
            #expect(status["reachable"] == .boolean(true))
            #expect(!FileManager.default.fileExists(atPath: place("sockets-from-file")))
            #expect(!FileManager.default.fileExists(atPath: place("sockets-from-environment")))
        }
    }

    @Test("The sample configuration is taken, as it is and with its settings turned on")
    func sample() async throws {
        try await Installation.run { place in
            let asItIs = try await place.daemon("--config", Scenes.config)
            asItIs.signal(SIGTERM)
            #expect(try await asItIs.end().ending == .exit(0))
            let text = try String(contentsOfFile: Scenes.config, encoding: .utf8)
                .replacing("# ipc: /run/user/1000/navsync", with: "ipc: \(place("sockets"))")
                .replacing(
                    "# directory: /home/ann/.local/state/navsync",
                    with: "directory: \(place("data"))")
            let file = try place.file("daemon.yaml", text)
            try await place.daemon("--config", file)
            #expect(FileManager.default.fileExists(atPath: place("data/navsync.sqlite")))
            #expect(FileManager.default.fileExists(atPath: place("sockets/control.sock")))
        }
    }

    @Test("Over tcp an unpaired device is refused with the advice to pair; ipc is unaffected")
    func unpaired() async throws {
        try await Installation.run { place in
            let (daemon, port) = try await place.daemonWithTCP()
            let refused = try await place.startNavctl(
                as: "phone", ["--endpoint", "tcp://127.0.0.1:\(port)", "status"]
            ).end()
            #expect(refused.ending != .exit(0))
            #expect(refused.errors.text.contains("navctl device pair"), "\(refused)")
            try await place.change("apply", Scenes.path("clock.ar.yaml"))
            try await daemon.stop()
        }
    }
}
