import Foundation
import Testing

@Suite("Devices for one command", .inTurns)
struct EphemeralDeviceTests {
    @Test("An ephemeral device takes no lasting place and leaves nothing behind")
    func leaves() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let temporary = place("temporary")
            try FileManager.default.createDirectory(
                atPath: temporary, withIntermediateDirectories: false)
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            for number in 1...3 {
                let pushed = try await place.ephemeral(
                    ["push", "mail://\(number)"], in: temporary)
                #expect(pushed.ending == .exit(0), "\(pushed)")
                #expect(pushed.output.text.contains("pushed mail://\(number)"), "\(pushed)")
            }
            let shown = try await place.ephemeral(["show"], in: temporary)
            #expect(shown.output.text.contains("mail://3"), "\(shown)")
            #expect(try place.names(in: temporary).isEmpty)
            let list = try await place.ask("device", "list")
            #expect(list["devices"]?.array?.count == 1, "\(list)")
        }
    }

    @Test("It keeps nothing: without a daemon the change fails, and is reported")
    func keepsNothing() async throws {
        try await Installation.run { place in
            let temporary = place("temporary")
            try FileManager.default.createDirectory(
                atPath: temporary, withIntermediateDirectories: false)
            let late = try await place.ephemeral(
                ["--timeout", "1s", "tab", "declare", "a", "--title", "A"], in: temporary)
            #expect(late.ending == .exit(1), "\(late)")
            #expect(late.errors.text.contains("has no outbox"), "\(late)")
            #expect(try place.names(in: temporary).isEmpty)
            for words in [
                ["--device", place("d"), "show"], ["device", "pair"],
                ["traits", "set", "orientation=landscape"],
                ["hook", "set", "didPush", "/bin/true"],
            ] {
                let refused = try await place.ephemeral(words, in: temporary)
                #expect(refused.ending == .exit(2), "\(words): \(refused)")
            }
            #expect(try place.names(in: temporary).isEmpty)
        }
    }
}

extension Installation {
    /// Runs navctl as a device of its own for one command.
    fileprivate func ephemeral(
        _ words: [String], in temporary: String
    ) async throws -> Finished {
        try await start(
            "navctl", ["--ephemeral"] + words, variables: ["TMPDIR": temporary]
        ).end()
    }
}
