package import NavigationWire

/// A snapshot download, part by part, within the bounds that every daemon keeps.
package struct SnapshotDownload: Sendable {
    /// The daemon's id of the snapshot.
    package let id: UInt64
    /// The bytes received.
    package private(set) var bytes: [UInt8] = []
    private let length: Int
    private var parts = 0

    /// Creates an empty download; `nil` if the snapshot would be longer than
    /// `WireLimits.snapshot`.
    package init?(id: UInt64, length: Int) {
        guard 0...WireLimits.snapshot ~= length else { return nil }
        self.id = id
        self.length = length
    }

    /// A Boolean value indicating whether all parts have arrived.
    package var isComplete: Bool { bytes.count == length }

    /// Adds the next part; returns `false` for one that was not requested or is longer than
    /// allowed, and for one more than `WireLimits.snapshotParts`: a daemon that sends such is not
    /// to be sent another request.
    package mutating func take(_ content: [UInt8], at offset: Int) -> Bool {
        parts += 1
        guard offset == bytes.count, parts <= WireLimits.snapshotParts,
            1...WireLimits.chunk ~= content.count, content.count <= length - bytes.count
        else { return false }
        bytes += content
        return true
    }
}

extension Failure {
    /// The failure of a daemon whose snapshot violates the protocol.
    package static let unusableSnapshot = Failure(
        .malformed,
        "the daemon's snapshot can't be used: its length or its parts are none that a daemon may "
            + "send, or it can't be read: update the older of client and daemon")
}
