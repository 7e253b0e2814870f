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
        guard wire.hasHead else {
            self = wire.gone ? .gone : .live
            return
        }
        self = .scene(
            try Head(wire: wire.head), try decodeAll(wire.commits, Commit.init(wire:)))
    }

    var wire: Navsync_V1_Feed {
        var wire = Navsync_V1_Feed()
        switch self {
        case .live: break
        case .gone: wire.gone = true
        case .scene(let head, let commits):
            wire.head = head.wire
            wire.commits = commits.map(\.wire)
        }
        return wire
    }
}
