internal import FoundationEssentials
internal import NavigationModel
public import NavigationProto

extension FeedMessage: WireCodable {
    /// Decodes a sealed message; throws a description of the first fault.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(decoding: bytes, as: "Feed")
    }

    /// The encoded message, to be sealed.
    public var encoded: [UInt8] { encodedBytes }

    /// Bytes that a commit in it takes beyond its own encoding: the tag of the field, and a length
    /// below 2¹⁴.
    package static let commitOverhead = 3

    init(wire: Navsync_V1_Feed) throws(WireError) {
        guard wire.hasHead else {
            self = .live
            return
        }
        self = .scene(
            try Head(wire: wire.head), try decodeAll(wire.commits, Commit.init(wire:)))
    }

    var wire: Navsync_V1_Feed {
        var wire = Navsync_V1_Feed()
        switch self {
        case .live: break
        case .scene(let head, let commits):
            wire.head = head.wire
            wire.commits = commits.map(\.wire)
        }
        return wire
    }
}
