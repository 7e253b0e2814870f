internal import FoundationEssentials
internal import NavigationModel
internal import SwiftProtobuf

extension Feed: WireCodable {
    /// Reads a payload of the feed; throws what is wrong with it.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(decoding: bytes, as: "Feed")
    }

    /// The publication as one frame.
    public var encoded: [UInt8] { encodedBytes }

    init(wire: Navsync_V1_Feed) throws(WireError) {
        self.init(
            head: try Head(wire: wire.head), commits: try decodeAll(wire.commits, Commit.init(wire:)))
    }

    var wire: Navsync_V1_Feed {
        .with {
            $0.head = head.wire
            $0.commits = commits.map(\.wire)
        }
    }
}
