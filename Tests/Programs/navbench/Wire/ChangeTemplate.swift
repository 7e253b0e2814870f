import NavigationModel
import NavigationWire

/// A request that submits a change, encoded once by the protocol's own types; every further change is the
/// same bytes with other numbers and another text written into them.
struct ChangeTemplate {
    /// The encoded request.
    private(set) var bytes: [UInt8]
    private let author: Author
    private var places: Places

    /// The constant part of a device's changes.
    struct Author {
        /// The device.
        let device: DeviceID
        /// The scene that it changes.
        let scene: SceneID
        /// The scene's history.
        let epoch: Epoch
        /// The tab whose properties it sets.
        let tab: TabID
        /// The name of the first property; the others end with another digit.
        let property: String

        /// Encodes the request for one change with the protocol's types.
        func request(_ numbers: Numbers, _ text: [UInt8]) -> Request {
            let field = ItemField.property(
                PropertyName(unchecked: property + String(numbers.register)))
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: numbers.sequence),
                base: Change.Base(
                    revision: Revision(rawValue: numbers.base),
                    latest: Timestamp(rawValue: numbers.latest)),
                operations: [
                    .updateTab(
                        tab, attributes: [Attribute(field: field, value: Value(bytes: text))])
                ])
            return Request(
                id: numbers.sequence,
                call: .submit(
                    SubmitRequest(
                        scene: scene, epoch: epoch,
                        after: SequenceNumber(rawValue: numbers.sequence - 1),
                        change: change.encoded, age: 0)))
        }
    }

    /// The varying numbers of a change.
    struct Numbers: Hashable {
        /// The device's number for it, and the request's id: 2 at least.
        var sequence: UInt64
        /// The last revision that its device has seen: 1 at least.
        var base: UInt64
        /// The greatest time that its device has seen, in microseconds: not 0.
        var latest: Int64

        /// Properties that a device's changes set in turn: few, as a tab has 256 at most, and many
        /// devices share one.
        static let registers: UInt64 = 4
        /// The last digit of the property that it sets.
        var register: UInt64 { sequence % Self.registers }
    }

    private struct Places {
        let id, after, sequence, base, latest, text, property: Range<Int>

        init?(in bytes: [UInt8]) {
            // The numbers of fields on the way from Request: submit is 5, its change 4, the change's
            // operations 5, an update of a tab 2, its attributes 2.
            let paths: [[UInt64]] = [
                [1], [5, 3], [5, 4, 2], [5, 4, 3], [5, 4, 4], [5, 4, 5, 2, 2, 2],
                [5, 4, 5, 2, 2, 3],
            ]
            let found = paths.compactMap { FieldReader.find($0, in: bytes)?.place }
            guard found.count == paths.count else { return nil }
            (id, after, sequence, base) = (found[0], found[1], found[2], found[3])
            (latest, text, property) = (found[4], found[5], found[6])
        }

        func fit(_ numbers: Numbers) -> Bool {
            sequence.count == Varint.width(numbers.sequence)
                && after.count == Varint.width(numbers.sequence - 1)
                && base.count == Varint.width(numbers.base)
        }
    }

    /// Encodes a first change; `nil` if the protocol's types leave out one of its numbers.
    init?(_ author: Author, _ numbers: Numbers, text: [UInt8]) {
        self.author = author
        bytes = author.request(numbers, text).encoded
        guard let places = Places(in: bytes) else { return nil }
        self.places = places
    }

    /// Makes it the request for a change with these numbers, whose text is as many bytes of `source` from
    /// `offset` on.
    mutating func set(_ numbers: Numbers, text source: [UInt8], from offset: Int) {
        if !places.fit(numbers) {
            let text = Array(bytes[places.text])
            bytes = author.request(numbers, text).encoded
            guard let moved = Places(in: bytes) else { return }
            places = moved
        }
        Varint.patch(&bytes, at: places.id, with: numbers.sequence)
        Varint.patch(&bytes, at: places.after, with: numbers.sequence - 1)
        Varint.patch(&bytes, at: places.sequence, with: numbers.sequence)
        Varint.patch(&bytes, at: places.base, with: numbers.base)
        for (shift, index) in places.latest.enumerated() {
            bytes[index] = UInt8(truncatingIfNeeded: numbers.latest >> Int64(8 * shift))
        }
        bytes[places.property.upperBound - 1] =
            UInt8(ascii: "0") + UInt8(truncatingIfNeeded: numbers.register)
        for (index, target) in places.text.enumerated() { bytes[target] = source[offset + index] }
    }
}
