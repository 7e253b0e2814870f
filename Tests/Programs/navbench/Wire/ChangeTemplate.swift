import NavigationModel
import NavigationWire

/// A request that submits a change, encoded once by the protocol's own types; every further change is the
/// same bytes with other numbers and another text written into them.
struct ChangeTemplate {
    /// The encoded request.
    private(set) var bytes: [UInt8]
    /// The constant part.
    let author: Author
    private var places: Places

    /// The constant part of a device's changes.
    struct Author {
        /// The device.
        let device: DeviceID
        /// The scene that it changes.
        let scene: SceneID
        /// The scene's history.
        let epoch: Epoch
        /// The tab that it changes.
        let tab: TabID
        /// The act of its changes.
        let act: Act

        /// Encodes the request for one change with the protocol's types.
        func request(_ numbers: Numbers, _ text: [UInt8]) -> Request {
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: numbers.sequence),
                base: Change.Base(
                    revision: Revision(rawValue: numbers.base),
                    latest: Timestamp(rawValue: numbers.latest)),
                operations: [operation(numbers, text)])
            return Request(
                id: numbers.sequence,
                call: .submit(
                    SubmitRequest(
                        scene: scene, epoch: epoch,
                        after: SequenceNumber(rawValue: numbers.sequence - 1),
                        change: change.encoded, age: 0)))
        }

        private func operation(
            _ numbers: Numbers, _ text: [UInt8]
        ) -> NavigationModel.Operation {
            let screen = ScreenID(
                unchecked: String(decoding: Numbers.screen(act.screen(numbers)), as: UTF8.self))
            switch act {
            case .setProperty(let name):
                let field = ItemField.property(
                    PropertyName(unchecked: name + String(numbers.register)))
                return .updateTab(
                    tab, attributes: [Attribute(field: field, value: Value(bytes: text))])
            case .push:
                return .push(
                    screen, onto: .tab(tab), on: Self.root,
                    attributes: [
                        Attribute(field: ScreenField.title, value: Value(bytes: text)),
                        Attribute(field: ScreenField.route, value: .text("bench://screen")),
                    ])
            case .pop:
                // Of its own it knows the number; the time is the daemon's to tell.
                let stamp = Stamp(
                    time: .zero, device: device,
                    sequence: SequenceNumber(rawValue: numbers.sequence - 1))
                return .pop([ObservedScreen(id: screen, placement: stamp)], from: .tab(tab))
            }
        }

        /// The first screen of the tab, on which the others are pushed.
        static let root = ScreenID(unchecked: "root")
    }

    /// The act of a change.
    enum Act: Hashable {
        /// Sets a property to a text; the names of all begin with this one, and end with a digit.
        case setProperty(String)
        /// Pushes a screen whose title is a text.
        case push
        /// Pops the screen that the change before has pushed.
        case pop

        /// Returns the number in the name of the screen.
        func screen(_ numbers: Numbers) -> UInt64 {
            self == .pop ? numbers.sequence - 1 : numbers.sequence
        }

        /// The numbers of fields on the way from an operation to the text, the last one to the end
        /// of the property's name, the screen, and the number of the change that has pushed it.
        fileprivate var paths:
            (text: [UInt64], property: [UInt64], screen: [UInt64], pushed: [UInt64])
        {
            switch self {
            case .setProperty: ([2, 2, 2], [2, 2, 3], [], [])
            case .push: ([9, 4, 2], [], [9, 1], [])
            case .pop: ([], [], [10, 2, 1], [10, 2, 2, 3])
            }
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

        private static let digits = Array("0123456789abcdef".utf8)

        /// Returns the name of the screen with a number: always as long.
        static func screen(_ number: UInt64) -> [UInt8] {
            (0..<16).map { digits[Int(number >> UInt64(60 - 4 * $0) & 15)] }
        }
    }

    private struct Places {
        let id, after, sequence, base, latest: Range<Int>
        /// Empty where the act has none.
        let text, property, screen, pushed: Range<Int>

        init?(in bytes: [UInt8], act: Act) {
            // The numbers of fields on the way from Request: submit is 5, its change 4, the change's
            // operations 5.
            let paths: [[UInt64]] = [[1], [5, 3], [5, 4, 2], [5, 4, 3], [5, 4, 4]]
            let own = [act.paths.text, act.paths.property, act.paths.screen, act.paths.pushed]
            let found =
                paths.compactMap { FieldReader.find($0, in: bytes)?.place }
                + own.compactMap { path in
                    path.isEmpty ? 0..<0 : FieldReader.find([5, 4, 5] + path, in: bytes)?.place
                }
            guard found.count == paths.count + own.count else { return nil }
            (id, after, sequence, base, latest) = (found[0], found[1], found[2], found[3], found[4])
            (text, property, screen, pushed) = (found[5], found[6], found[7], found[8])
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
        guard let places = Places(in: bytes, act: author.act) else { return nil }
        self.places = places
    }

    /// Makes it the request for a change with these numbers, whose text is as many bytes of `source` from
    /// `offset` on.
    mutating func set(_ numbers: Numbers, text source: [UInt8], from offset: Int) {
        if !places.fit(numbers) {
            let text = Array(bytes[places.text])
            bytes = author.request(numbers, text).encoded
            guard let moved = Places(in: bytes, act: author.act) else { return }
            places = moved
        }
        Varint.patch(&bytes, at: places.id, with: numbers.sequence)
        Varint.patch(&bytes, at: places.after, with: numbers.sequence - 1)
        Varint.patch(&bytes, at: places.sequence, with: numbers.sequence)
        Varint.patch(&bytes, at: places.base, with: numbers.base)
        for (shift, index) in places.latest.enumerated() {
            bytes[index] = UInt8(truncatingIfNeeded: numbers.latest >> Int64(8 * shift))
        }
        for (target, index) in places.text.enumerated() { bytes[index] = source[offset + target] }
        if let digit = places.property.last {
            bytes[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: numbers.register)
        }
        let screen = Numbers.screen(author.act.screen(numbers))
        for (index, letter) in zip(places.screen, screen) { bytes[index] = letter }
        if !places.pushed.isEmpty {
            Varint.patch(&bytes, at: places.pushed, with: numbers.sequence - 1)
        }
    }
}
