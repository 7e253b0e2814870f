import Foundation
import Testing

@Suite("Places that are taken, too long or closed", .inTurns)
struct OccupiedEndpointTests {
    @Test("A second daemon on the same sockets refuses, and the first goes on")
    func sockets() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let second = try await place.daemonThatEnds("--data-directory", place("other"))
            #expect(second.ending == .exit(1), "\(second)")
            #expect(second.errors.text.contains(place.sockets), "\(second)")
            #expect(second.errors.text.contains("--ipc"), "says what to do: \(second)")
            _ = try await place.status()
        }
    }

    @Test("A second daemon on the same data refuses, and the first goes on")
    func data() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let second = try await place.daemonThatEnds("--ipc", place("other"))
            #expect(second.ending == .exit(1), "\(second)")
            #expect(second.errors.text.contains(place.database), "\(second)")
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
        }
    }

    @Test("A port that is taken is named")
    func port() async throws {
        try await Installation.run { place in
            let (_, port) = try await place.daemonWithTCP()
            let second = try await place.daemonThatEnds(
                "--ipc", "none", "--data-directory", place("other"), "--tcp", "127.0.0.1:\(port)")
            #expect(second.ending == .exit(1), "\(second)")
            #expect(second.errors.text.contains("127.0.0.1:\(port)"), "\(second)")
        }
    }

    @Test("A socket path that is too long is reported with its limit, before anything is created")
    func tooLong() async throws {
        try await Installation.run { place in
            let long = place(String(repeating: "x", count: 100))
            let daemon = try await place.daemonThatEnds("--ipc", long)
            #expect(daemon.ending == .exit(2), "\(daemon)")
            // What a socket's path may have, less the name of the longer socket.
            #expect(daemon.errors.text.contains("94 at most"), "\(daemon)")
            #expect(daemon.errors.text.contains("listen.ipc"), "\(daemon)")
            #expect(!FileManager.default.fileExists(atPath: long))
            // The longest that fits is served. The name of the longer socket is 'control.sock'.
            let room = 107 - place("").utf8.count - "/control.sock".utf8.count
            let longest = place(String(repeating: "y", count: room))
            try await place.daemon("--ipc", longest)
            let status = try await place.ask(
                "--endpoint", "ipc://\(longest)/control.sock", "status")
            #expect(status["reachable"] == .boolean(true))
        }
    }

    @Test("Leaves files that are no sockets in place")
    func file() async throws {
        try await Installation.run { place in
            let path = try place.file("file", "precious")
            let daemon = try await place.daemonThatEnds("--ipc", path)
            #expect([1, 2].contains(daemon.code), "\(daemon)")
            #expect(daemon.errors.text.contains(path), "\(daemon)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        }
    }

    @Test("A data directory that can't be written is named, and what to do")
    func closedDirectory() async throws {
        try await Installation.run { place in
            let closed = place("closed")
            try FileManager.default.createDirectory(
                atPath: closed, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o500])
            let daemon = try await Self.unprivileged(place, "--data-directory", closed)
            #expect([1, 2].contains(daemon.code), "\(daemon)")
            #expect(daemon.errors.text.contains(closed), "\(daemon)")
            #expect(daemon.errors.text.contains("permission"), "\(daemon)")
        }
    }

    @Test("Data that has become read-only is named, and what to do")
    func closedData() async throws {
        try await Installation.run { place in
            try await place.daemon().stop()
            unsafe chmod(place.database, 0o400)
            unsafe chmod(place.data, 0o500)
            let daemon = try await Self.unprivileged(place)
            #expect([1, 2].contains(daemon.code), "\(daemon)")
            #expect(daemon.errors.text.contains(place.data), "\(daemon)")
            #expect(daemon.errors.text.contains("permission"), "\(daemon)")
        }
    }

    /// Runs a daemon that heeds permissions even where root runs the tests.
    private static func unprivileged(
        _ place: Installation, _ arguments: String...
    ) async throws -> Finished {
        let daemon = try Installation.binaries.get() + "/navsyncd"
        guard geteuid() == 0 else { return try await place.start(daemon, arguments).end() }
        let capabilities = "-dac_override,-dac_read_search"
        return try await place.start(
            "/usr/bin/setpriv",
            ["--inh-caps", capabilities, "--bounding-set", capabilities, daemon] + arguments
        ).end()
    }
}
