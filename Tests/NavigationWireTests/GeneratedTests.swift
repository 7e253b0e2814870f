import NavigationModel
import Testing

/// The generated file belongs to the .proto beside it.
@Suite struct GeneratedTests {
    @Test("It was made from navsync.proto as it is: if not, run .ci/generate-proto")
    func hash() {
        let proto = Sources.bytes(in: "Sources/NavigationWire/navsync.proto")
        let recorded = Sources.text(in: "Sources/NavigationWire/Generated/navsync.proto.sha256")
        #expect(!proto.isEmpty)
        #expect(Digest(hashing: proto).description + "\n" == recorded)
    }
}
