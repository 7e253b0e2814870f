import NavigationModel
import NavigationWire
import SeededRandom
import Testing

@Suite("Sealing of the feed")
struct SealingTests {
    private static func isFeed(_ feed: FeedMessage, _ frame: [UInt8], of sealer: FeedSealer) -> Bool
    {
        (try? FeedFrame(opening: frame, topic: sealer.topic, key: sealer.key)) == .feed(feed)
    }

    private static func opens(_ frame: [UInt8], topic: Topic, key: FeedKey) -> Bool {
        (try? FeedFrame(opening: frame, topic: topic, key: key)) != nil
    }

    @Test("A sealed message opens, has a padded size and a counter of its own")
    func roundTrip() throws {
        var samples = Samples(seed: 1)
        var generator = SeededGenerator(seed: 2)
        var sealer = FeedSealer(using: &generator)
        var counters: Set<[UInt8]> = []
        for _ in 0..<500 {
            let feed = samples.feed()
            guard feed.encoded.count <= FeedSealer.capacity else {
                #expect(throws: SealError.tooLong) { try sealer.seal(feed) }
                continue
            }
            let frame = try sealer.seal(feed)
            #expect(Self.isFeed(feed, frame, of: sealer))
            #expect(frame.count % 256 == 25 && frame.count <= WireLimits.feed)
            #expect(frame.count < feed.encoded.count + 25 + 4 + 256)
            #expect(counters.insert(Array(frame[1..<9])).inserted)
        }
    }

    @Test("The longest that fits makes the longest frame, and one byte more is refused")
    func longest() throws {
        var generator = SeededGenerator(seed: 1)
        var sealer = FeedSealer(using: &generator)
        let stamp = Stamp(time: .zero, device: DeviceID(high: 1, low: 1), sequence: 1)
        let head = Head(
            scene: .main, epoch: Epoch(rawValue: 1), revision: 1, digest: Digest(hashing: []))
        var lengths: Set<Int> = []
        for count in FeedSealer.capacity - 256...FeedSealer.capacity {
            let effect = RegisterWrite(
                record: .tab("inbox"), field: TabField.title, stamp: stamp,
                value: Value(bytes: [UInt8](repeating: 7, count: count)))
            let commit = Commit(
                revision: 1, stamp: stamp, author: "phone", operations: [], outcomes: [],
                effects: [effect])
            let feed = FeedMessage.scene(head, [commit])
            lengths.insert(feed.encoded.count - FeedSealer.capacity)
            if feed.encoded.count <= FeedSealer.capacity {
                let frame = try sealer.seal(feed)
                #expect(frame.count == 16_153 || feed.encoded.count <= FeedSealer.capacity - 256)
                #expect(Self.isFeed(feed, frame, of: sealer))
            } else {
                #expect(throws: SealError.tooLong) { try sealer.seal(feed) }
            }
        }
        #expect(lengths.isSuperset(of: [-1, 0, 1]))
    }

    @Test("The example for clients in other languages is what is sealed and opened here")
    func example() throws {
        let page = Sources.text(in: "Sources/Core/NavigationWire/NavigationWire.docc/Clients.md")
        var values: [String: [UInt8]] = [:]
        var name = ""
        let block = try #require(page.split(separator: "```").first { $0.hasPrefix("\nkey ") })
        for line in block.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { name = String(words[0]) }
            let digits = Array(try #require(words.last))
            values[name, default: []] += try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0..<$0 + 2]), radix: 16))
            }
        }
        let key = try #require(FeedKey(bytes: values["key"] ?? []))
        let topic = try #require(Topic(bytes: values["topic"] ?? []))
        let feed = try FeedMessage(encoded: values["feed"] ?? [])
        let frame = try #require(values["frame"])
        #expect(try FeedFrame(opening: frame, topic: topic, key: key) == .feed(feed))
        var sealer = FeedSealer(topic: topic, key: key, counter: 7)
        #expect(try sealer.seal(feed) == frame)
    }

    @Test("A key whose counters are used up seals nothing more")
    func exhaustion() throws {
        var generator = SeededGenerator(seed: 1)
        var sealer = FeedSealer(
            topic: .random(using: &generator), key: .random(using: &generator),
            counter: .max - 1)
        let last = try [sealer.seal(.live), sealer.seal(.live)]
        #expect(last[0] != last[1])
        #expect(last.allSatisfy { Self.isFeed(.live, $0, of: sealer) })
        for _ in 0..<2 {
            #expect(throws: SealError.keyIsSpent) { try sealer.seal(.live) }
        }
    }

    @Test("Another key, another topic, and every flipped bit are detected")
    func forgeries() throws {
        var generator = SeededGenerator(seed: 1)
        var sealer = FeedSealer(using: &generator)
        let other = FeedSealer(using: &generator)
        let frame = try sealer.seal(.live)
        #expect(Self.isFeed(.live, frame, of: sealer))
        #expect(!Self.opens(frame, topic: sealer.topic, key: other.key))
        #expect(!Self.opens(frame, topic: other.topic, key: sealer.key))
        for index in frame.indices {
            for bit in 0..<8 {
                var forged = frame
                forged[index] ^= 1 << bit
                #expect(!Self.opens(forged, topic: sealer.topic, key: sealer.key))
            }
        }
    }

    @Test("Truncated, extended and random frames are refused")
    func hostile() throws {
        var generator = SeededGenerator(seed: 1)
        var sealer = FeedSealer(using: &generator)
        let frame = try sealer.seal(.live)
        for count in 0..<frame.count {
            let cut = Array(frame.prefix(count))
            #expect(!Self.opens(cut, topic: sealer.topic, key: sealer.key))
        }
        for more in [1, 255, 256, 16_384] {
            let longer = frame + [UInt8](repeating: 0, count: more)
            #expect(!Self.opens(longer, topic: sealer.topic, key: sealer.key))
        }
        for first in UInt8.min...UInt8.max {
            for length in [0, 8, 9, 24, 25, 26, 280, 281] {
                let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let isGone = first == 0 && length == 0
                let opens = Self.opens([first] + noise, topic: sealer.topic, key: sealer.key)
                #expect(opens == isGone)
            }
        }
    }

    @Test("With the right key, too, an incomplete or invalid plaintext is refused")
    func sealedNonsense() throws {
        var generator = SeededGenerator(seed: 1)
        let sealer = FeedSealer(using: &generator)
        func frame(_ plaintext: [UInt8]) throws -> [UInt8] {
            let counter = [UInt8](repeating: 0, count: 8)
            let sealed = AuthenticatedCipher.seal(
                plaintext, key: sealer.key.bytes, nonce: [0, 0, 0, 0] + counter,
                authenticating: sealer.topic.bytes)
            return [1] + counter + (try #require(sealed))
        }
        let zeros = [UInt8](repeating: 0, count: 252)
        #expect(Self.opens(try frame([0, 0, 0, 0] + zeros), topic: sealer.topic, key: sealer.key))
        for start: [UInt8] in [[0, 0, 0, 253], [255, 255, 255, 255], [0, 0, 0, 1]] {
            let bytes = try frame(start + zeros)
            #expect(!Self.opens(bytes, topic: sealer.topic, key: sealer.key), "\(start)")
        }
        let unpadded = try frame([0, 0, 0, 0])
        #expect(!Self.opens(unpadded, topic: sealer.topic, key: sealer.key))
    }
}

extension FeedSealer {
    fileprivate mutating func seal(_ feed: FeedMessage) throws(SealError) -> [UInt8] {
        try seal(feed.encoded)
    }
}
