import Foundation
import RunningProcesses
import Testing

@Suite("Setting a daemon up", .bootedSystemd, .serialized)
struct SetupTests {
    private static let address = "\(Guest.address):7411"

    /// Runs `navctl setup` for its JSON; fails if it fails.
    private static func setup(
        _ guest: Guest, as user: String? = nil, _ words: [String]
    ) async throws -> JSON {
        let result = try await guest.run(words, as: user)
        guard result.ending == .exit(0) else { throw NeverCame("\(words): \(result)") }
        return try JSON(result.output.text)
    }

    private static func states(_ object: JSON) -> Set<String> {
        Set(object["steps"]?.array?.compactMap { $0["state"]?.string } ?? [])
    }

    @Test("A user's own daemon listens for other devices after one command, which may be repeated")
    func own() async throws {
        try await Guest.withUnits { guest in
            try await guest.joinNetwork()
            let uid = try await guest("id", "--user", "bob")
            try await guest("systemctl", "start", "user@\(uid).service")
            let words = [
                "env", "XDG_RUNTIME_DIR=/run/user/\(uid)", "navctl", "--timeout", "60s",
                "--output", "json", "setup", "--own", "--yes", "--listen",
            ]
            let first = try await Self.setup(
                guest, as: "bob", words + [Self.address, "--invite", "laptop"])
            #expect(Self.states(first) == ["done"], "\(first)")
            #expect(first["invitation"]?["addresses"]?.strings == [Self.address], "\(first)")
            #expect(try await guest.answers(at: Guest.address, port: 7411))
            let second = try await Self.setup(
                guest, as: "bob", words + [Self.address, "--invite", "laptop"])
            #expect(Self.states(second) == ["present"], "\(second)")
            #expect(second["invitation"] == .null, "one is open")
            _ = try await Self.setup(guest, as: "bob", words + ["*:7511"])
            #expect(try await guest.answers(at: Guest.address, port: 7511))
            #expect(try await !guest.answers(at: Guest.address, port: 7411))
        }
    }

    @Test("The system's daemon gets its address, its user and an announcement, by root alone")
    func system() async throws {
        try await Guest.withUnits { guest in
            try await guest.joinNetwork()
            try await guest("mkdir", "--parents", "/etc/avahi/services")
            let words = [
                "navctl", "--timeout", "60s", "--output", "json", "--user", "ann", "setup",
                "--system", "--mdns", "--invite", "tablet", "--yes", "--listen",
            ]
            let refused = try await guest.run(words + [Self.address], as: "bob")
            #expect(refused.ending == .exit(4), "\(refused)")
            let first = try await Self.setup(guest, words + [Self.address])
            #expect(try await guest.answers(at: Guest.address, port: 7411))
            let service = try await guest(
                as: "bob", "cat", "/etc/avahi/services/navsync.service")
            #expect(service.contains("<port>7411</port>"), "\(service)")

            try await guest.write("/tmp/url", "\(first["invitation"]?["url"]?.string ?? "")\n")
            try await guest(
                as: "bob", "bash", "-c", "navctl --device ~/tablet device pair --yes < /tmp/url")
            let second = try await Self.setup(guest, words + [Self.address])
            #expect(Self.states(second) == ["present"], "\(second)")
            #expect(second["invitation"] == .null, "it is paired")

            _ = try await Self.setup(guest, words + ["\(Guest.address):7511"])
            #expect(try await guest.answers(at: Guest.address, port: 7511))
            #expect(try await !guest.answers(at: Guest.address, port: 7411))
        }
    }
}
