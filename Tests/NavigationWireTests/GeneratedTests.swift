import NavigationModel
import Testing

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
