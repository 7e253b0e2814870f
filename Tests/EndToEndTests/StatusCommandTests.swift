import Testing

/// The health at a glance.
@Suite("Status")
struct StatusCommandTests {
    @Test("One line says that all is well; figures come on request")
    func glance() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            let well = try await place.navctl("status")
            #expect(well.ending == .exit(0) && well.output.lines.count == 1, "\(well)")
            let line = try #require(well.output.lines.first)
            #expect(
                line.hasPrefix("● ") && line.contains("/main at revision 1, equal to"), "\(well)")
            #expect(try await place.status()["health"]?.string == "good")
            let all = try await place.navctl("status", "-v")
            #expect(all.output.lines.first == line)
            for name in ["endpoint", "mirror", "equal", "device", "role", "latency"] {
                #expect(all.output.lines.contains { $0.hasPrefix(name) }, "\(name)")
            }

            try await daemon.stop()
            _ = try await place.navctl("--timeout", "100ms", "push", "m://1")
            let away = try await place.navctl("--timeout", "100ms", "status")
            #expect(away.ending == .exit(3), "\(away)")
            #expect(away.output.lines.first?.hasPrefix("○ ") == true, "\(away)")
            #expect(away.output.lines.dropFirst().first == "  1 change pending", "\(away)")
        }
    }

    @Test("A state that waits for a person is named with the command for it, and is no failure")
    func attention() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            let modal = try #require(
                try await place.ask("modal", "present", "ask://", "--kind", "simple")["modal"]?
                    .string)
            _ = try await place.ask(as: "phone", "show")
            try await daemon.stop()
            _ = try await place.navctl(as: "phone", "modal", "answer", modal, "cancel")
            try await place.daemon()
            try await place.change("modal", "answer", modal, "preferred")
            _ = try await place.navctl(as: "phone", "show")

            let status = try await place.navctl(as: "phone", "status")
            #expect(status.ending == .exit(0) && status.output.lines.count == 2, "\(status)")
            #expect(
                status.output.lines.last
                    == "  1 change of this device was refused: "
                    + "'navctl shelf' lists, retries and discards them", "\(status)")
            let object = try await place.status(as: "phone")
            #expect(object["health"]?.string == "attention")
            #expect(object["findings"]?[0]?["severity"]?.string == "attention")
        }
    }
}
