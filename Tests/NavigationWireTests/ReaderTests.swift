import NavigationModel
import NavigationProto
import SeededRandom
import Testing

@testable import NavigationWire

/// The equality of reading in place and by the generated messages, for any bytes.
@Suite("Reading in place")
struct ReaderTests {
    private static let cases: Range<UInt64> = 0..<3_000

    /// Damaged bytes of a message, some of them still readable.
    private func damaged(_ message: Message, _ seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes = message.encoded(seed: seed % 700)
        for _ in 0..<generator.below(4) where !bytes.isEmpty {
            let index = generator.below(bytes.count)
            switch generator.below(6) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
            case 3: bytes.removeLast(generator.below(bytes.count))
            // A message joined with another merges the two.
            case 4: bytes += message.encoded(seed: generator.next() % 700)
            default: bytes += Self.unknown[generator.below(Self.unknown.count)]
            }
        }
        return bytes
    }

    /// Fields that no message has: of each type, a group, and with tags of invalid forms.
    private static let unknown: [[UInt8]] = [
        [0xf8, 0x3f, 5], [0xfa, 0x3f, 1, 2], [0xfd, 0x3f, 1, 2, 3, 4],
        [0xf9, 0x3f, 1, 2, 3, 4, 5, 6, 7, 8], [0xfb, 0x3f, 0xfc, 0x3f],
        [0xfb, 0x3f, 8, 1, 0xfc, 0x3f], [0x88, 0x80, 0x80, 0x80, 0x80, 0x00, 1],
        [0xfb, 0x3f], [0xfc, 0x3f], [0x07], [0x00, 0], [0x88, 0x80, 0x80, 0x80, 0x00, 1],
        [0x10, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
        [0x10, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
        [0x15, 0, 0, 0, 0], [0x09, 0, 0, 0, 0, 0, 0, 0, 0], [0x2a, 0], [0x2a, 2, 0x0a, 0],
        [0x12, 0xff, 0xff, 0xff, 0xff, 0x0f],
    ]

    @Test("Changes are understood, and not, as the generated messages have them")
    func changes() throws {
        var understood = 0
        for seed in Self.cases {
            let bytes = damaged(.change, seed)
            let change = try? Change(encoded: bytes)
            guard let wire = try? Navsync_V1_Change(decoding: bytes, as: "Change") else {
                #expect(change == nil, "seed \(seed)")
                continue
            }
            guard let change else { continue }
            understood += change.isUnderstood ? 1 : 0
            try #require(change.isUnderstood == !wire.hasUnknownFields, "seed \(seed)")
            try #require(change.operations.count == wire.operations.count, "seed \(seed)")
            // All that is known, and in the plain form: nothing was lost or changed.
            let plain = try Navsync_V1_Change.plain(bytes, as: "Change")
            if change.isUnderstood {
                try #require(change.encoded == plain, "seed \(seed)")
            } else {
                try #require(change.sequence.rawValue == wire.sequence, "seed \(seed)")
                try #require(change.base.latest.rawValue == wire.baseLatest, "seed \(seed)")
                try #require(change.animated == wire.animated, "seed \(seed)")
            }
        }
        #expect(understood > 300)
    }

    @Test("A message that joins two is the merged one, and is read as such")
    func merged() throws {
        for (message, name) in [(Message.change, "Change"), (.commit, "Commit")] {
            for seed in 0..<700 as Range<UInt64> {
                let joined = message.encoded(seed: seed) + message.encoded(seed: seed + 7)
                let plain =
                    message == .change
                    ? try Navsync_V1_Change.plain(joined, as: name)
                    : try Navsync_V1_Commit.plain(joined, as: name)
                let expected = try? message.recoded(plain)
                let read = try? message.recoded(joined)
                try #require(read == expected, "\(name), seed \(seed)")
            }
        }
    }

    @Test(
        "All else is read as its plain form is, and refused where that is",
        arguments: [Message.request, .reply, .feed, .commit, .snapshot, .outcomes])
    func plainForm(_ message: Message) throws {
        for seed in Self.cases {
            let bytes = damaged(message, seed)
            let read = try? message.recoded(bytes)
            let plain: [UInt8]? =
                switch message {
                case .request: try? Navsync_V1_Request.plain(bytes, as: "")
                case .reply: try? Navsync_V1_Reply.plain(bytes, as: "")
                case .feed: try? Navsync_V1_Feed.plain(bytes, as: "")
                case .commit: try? Navsync_V1_Commit.plain(bytes, as: "")
                case .snapshot: try? Navsync_V1_Snapshot.plain(bytes, as: "")
                case .outcomes: try? Navsync_V1_Receipt.plain(bytes, as: "")
                case .change: nil
                }
            guard let plain else {
                try #require(read == nil, "seed \(seed)")
                continue
            }
            try #require(read == (try? message.recoded(plain)), "seed \(seed)")
        }
    }
}
