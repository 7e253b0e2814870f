import NavigationModel
import NavigationProto
import NavigationWire
import SeededRandom
import Testing

/// Hostile input is read or refused with a WireError; nothing traps.
@Suite struct HostileInputTests {
    private static let cases: Range<UInt64> = 0..<10_000

    /// Reads and, where that works, writes and reads again: the second time must not fail.
    private func survive(_ bytes: [UInt8], as message: Message, _ seed: UInt64) throws {
        guard let recoded = try? message.recoded(bytes) else { return }
        let again = try message.recoded(recoded)
        try #require(again == recoded, "seed \(seed)")
    }

    @Test("Random bytes", arguments: Message.allCases)
    func random(_ message: Message) throws {
        for seed in HostileInputTests.cases {
            var samples = Samples(seed: seed)
            try survive(samples.bytes(200), as: message, seed)
        }
    }

    @Test("Truncated messages", arguments: Message.allCases)
    func truncated(_ message: Message) throws {
        for seed in HostileInputTests.cases {
            var generator = SeededGenerator(seed: seed)
            let whole = message.encoded(seed: seed % 500)
            try survive(Array(whole.prefix(generator.below(whole.count))), as: message, seed)
        }
    }

    @Test("Messages with bytes changed, taken out and put in", arguments: Message.allCases)
    func mutated(_ message: Message) throws {
        for seed in HostileInputTests.cases {
            var generator = SeededGenerator(seed: seed)
            var bytes = message.encoded(seed: seed % 500)
            for _ in 0...generator.below(4) where !bytes.isEmpty {
                let index = generator.below(bytes.count)
                switch generator.below(3) {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
                }
            }
            try survive(bytes, as: message, seed)
        }
    }

    @Test("The id of a request that can't be read is still found, if it is there")
    func idOfUnreadable() {
        #expect(Request.id(ofUnreadable: [0x08, 0x2a]) == 42)
        #expect(Request.id(ofUnreadable: [0xff, 0xff]) == 0)
        #expect(throws: WireError.self) { try Request(encoded: [0x08, 0x2a]) }
    }

    @Test("Decoded messages with invalid values are refused", arguments: nonsense.keys.sorted())
    func refused(_ name: String) throws {
        let (message, bytes) = try #require(HostileInputTests.nonsense[name])
        #expect(throws: WireError.self) { try message.recoded(bytes) }
    }

    private static let device: [UInt8] = [0x0a, 16] + Array(repeating: 7, count: 16)
    private static let removal: [UInt8] = [0x2a, 5, 0x22, 3, 0x0a, 1, 0x61]

    /// A pop by spans of one device, each of `places` in a message of its own.
    private static func spans(_ places: [UInt8]...) -> [UInt8] {
        let pop: [UInt8] = places.reduce([0x0a, 1, 0x61]) { pop, numbers in
            let spans: [UInt8] = device + [0x12, UInt8(numbers.count)] + numbers
            return pop + [0x12, UInt8(spans.count)] + spans
        }
        let operation: [UInt8] = [0xca, 0x01, UInt8(pop.count)] + pop
        return [0x2a, UInt8(operation.count)] + operation
    }

    private static let nonsense: [String: (Message, [UInt8])] = [
        "a change of the daemon": (
            .change, [0x0a, 16] + Array(repeating: 0, count: 16) + [0x10, 1] + removal
        ),
        "a change without steps": (.change, device + [0x10, 1]),
        "a change without sequence": (.change, device + removal),
        "a change with a short device": (.change, [0x0a, 1, 7, 0x10, 1] + removal),
        "a tab without name": (.change, device + [0x10, 1, 0x2a, 2, 0x22, 0]),
        "a tab with a control character": (
            .change, device + [0x10, 1, 0x2a, 5, 0x22, 3, 0x0a, 1, 0x07]
        ),
        "spans with three numbers": (.change, device + [0x10, 1] + spans([1, 0, 1])),
        "a span that ends before it begins": (.change, device + [0x10, 1] + spans([1, 2, 0, 1])),
        "spans over each other": (
            .change, device + [0x10, 1] + spans([1, 0, 5, 0, 0, 0, 1, 0])
        ),
        "spans over each other, in two places": (
            .change, device + [0x10, 1] + spans([1, 0, 9, 0], [2, 0, 1, 0])
        ),
        "a request without call": (.request, [0x08, 1]),
        "a reply without result": (.reply, [0x08, 1]),
        "text that is no UTF-8": (.request, [0x32, 4, 0x0a, 2, 0xff, 0xfe]),
        "a feed with an empty head": (.feed, [0x0a, 0]),
        "a commit without stamp": (.commit, [0x08, 1]),
        "a feed socket that leads elsewhere": (
            .reply,
            [0x1a, 23, 0x2a, 3, 0x2e, 0x2e, 0x2f, 0x3a, 16] + Array(repeating: 1, count: 16)
        ),
    ]
}
