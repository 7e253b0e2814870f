import FoundationEssentials
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

/// Each generated file belongs to the .proto beside it.
@Suite struct GeneratedTests {
    @Test(
        "It was made from the .proto as it is: if not, run .ci/generate-proto",
        arguments: [
            ("Sources/Core/NavigationProto", "navsync"), ("Tests/Support/NewerProtocol", "newer"),
        ])
    func hash(directory: String, name: String) {
        let proto = Sources.bytes(in: "\(directory)/\(name).proto")
        let recorded = Sources.text(in: "\(directory)/Generated/\(name).proto.sha256")
        #expect(!proto.isEmpty)
        #expect(Digest(hashing: proto).description + "\n" == recorded)
    }
}

/// Files of the repository, found from where this one is.
enum Sources {
    static func bytes(in path: String) -> [UInt8] {
        let root = String(#filePath.split(separator: "/Tests/NavigationWireTests/")[0])
        let data = FileManager.default.contents(atPath: root + "/" + path)
        return data.map { [UInt8]($0) } ?? []
    }

    static func text(in path: String) -> String { String(decoding: bytes(in: path), as: UTF8.self) }
}
