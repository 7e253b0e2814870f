import NavigationModel
import NavigationWire
import Testing

/// The bytes of the protocol as they were when they were first written down. A client in another
/// language can check itself against the same file.
@Suite struct GoldenTests {
    private static let golden: [String: String] = {
        let lines = Sources.text(in: "Tests/NavigationWireTests/Golden/messages.txt")
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    private static let messages: [String: (Message, [UInt8])] = GoldenMessages.all

    @Test("The encoding is what it was", arguments: messages.keys.sorted())
    func bytes(_ name: String) throws {
        let (message, bytes) = try #require(GoldenTests.messages[name])
        let hexadecimal = bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        #expect(GoldenTests.golden[name] == hexadecimal, "\(name) \(hexadecimal)")
        #expect(try message.recoded(bytes) == bytes)
    }

    @Test("Nothing in the file is without its message")
    func complete() {
        #expect(Set(GoldenTests.golden.keys) == Set(GoldenTests.messages.keys))
    }
}
