import Foundation
import Testing

@Suite("A database that is not what was written", .inTurns)
struct DamagedDatabaseTests {
    private static let harms: [(name: String, harm: @Sendable (inout Data) -> Void)] = [
        ("cut in half", { $0.removeLast($0.count / 2) }),
        ("cut to nothing", { $0.removeAll() }),
        ("its header flipped", { data in for i in 0..<32 { data[i] ^= 0xff } }),
        (
            "a page flipped",
            { data in for i in 4_096..<8_192 where data.indices.contains(i) { data[i] ^= 0x55 } }
        ),
        ("another program's file", { $0 = Data("these are my notes\n".utf8) }),
    ]

    @Test("The daemon refuses it with a remedy, and leaves the file as it is")
    func refused() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            for name in Scenes.names {
                try await place.change("--scene", name, "apply", Scenes.path(name))
            }
            try await daemon.stop()
            let file = URL(filePath: place.database)
            let good = try Data(contentsOf: file)
            for (name, harm) in Self.harms {
                var data = good
                harm(&data)
                try data.write(to: file)
                let refusal = try await place.daemonThatEnds()
                #expect(refusal.ending == .exit(1), "\(name): \(refusal)")
                #expect(refusal.errors.text.contains(place.database), "\(name): \(refusal)")
                #expect(refusal.errors.text.contains("restore a backup"), "\(name): \(refusal)")
                #expect(try Data(contentsOf: file) == data, "\(name): it is left as it is")
            }
            // Nothing else was harmed: with the good file all is there.
            try good.write(to: file)
            try await place.daemon()
            for name in Scenes.names {
                let export = try await place.navctl("--scene", name, "export")
                #expect(export.output.text == (try Scenes.text(name)))
            }
        }
    }
}
