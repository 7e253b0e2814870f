package import NavigationModel
package import NavigationProto

/// A message published on the feed for the devices of a user, and sealed.
package enum FeedMessage: Hashable, Sendable {
    /// The reply to a subscription: from here on no loss goes unnoticed.
    case live
    /// A scene's head, commits in revision order that lead to it or part of the way, and the devices
    /// whose presence has changed.
    case scene(Head, [Commit], present: [PresentDevice] = [])
}

extension FeedMessage: WireReadable {
    typealias Wire = Navsync_V1_Feed

    /// Decodes a sealed message; throws a description of the first fault.
    package init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(reading: bytes, as: "Feed")
    }

    /// The encoded message, to be sealed.
    package var encoded: [UInt8] {
        switch self {
        case .live: []
        case .scene(let head, let commits, let present):
            FeedMessage.encode(head, CommitPage(commits.map(EncodedCommit.init)), present: present)
        }
    }

    /// Encodes a head with commits that are encoded already, to be sealed.
    package static func encode(
        _ head: Head, _ page: CommitPage, present: [PresentDevice] = []
    ) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.message(1) { head.write(to: &$0) }
        writer.fields(page.fields)
        for device in present { writer.message(4) { device.write(to: &$0) } }
        return writer.bytes
    }

    init(from reader: inout ProtobufReader) throws(WireError) {
        var head: Head?
        var commits: [Commit] = []
        var present: [PresentDevice] = []
        while let field = reader.next() {
            switch field {
            case 1: try reader.value(&head)
            case 2: try reader.append(to: &commits)
            case 4: try reader.append(to: &present)
            default: reader.skip()
            }
        }
        self = head.map { .scene($0, commits, present: present) } ?? .live
    }
}

/// The key that seals a user's feed: 32 random bytes, new with each start of the daemon and each
/// revocation. Kept in memory only; its description reveals nothing of it.
package struct FeedKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The 32 bytes: secret.
    package let bytes: [UInt8]

    /// Bytes in a key.
    package static let length = 32

    /// Creates a key; `nil` unless there are ``length`` bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == FeedKey.length else { return nil }
        self.bytes = bytes
    }

    /// Returns a fresh key from `generator`, which must be the system's or as good.
    package static func random(using generator: inout some RandomNumberGenerator) -> FeedKey {
        FeedKey(unchecked: (0..<length).map { _ in .random(in: 0...255, using: &generator) })
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The type's name, without the secret.
    package var description: String { "FeedKey(withheld)" }

    /// A mirror without children: `dump` and debuggers show no secret either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
