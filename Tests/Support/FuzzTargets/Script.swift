/// An input that is several steps: of each a byte that says what it is, its length in two bytes, the
/// greater first, and its content. The last may be shorter than it says.
struct Script: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// One step.
    struct Step {
        let kind: UInt8
        let content: [UInt8]

        init(_ kind: UInt8, _ content: [UInt8] = []) {
            self.kind = kind
            self.content = content
        }
    }

    mutating func next() -> Step? {
        guard rest.count >= 3, let kind = rest.popFirst(), let high = rest.popFirst(),
            let low = rest.popFirst()
        else { return nil }
        let content = rest.prefix(Int(high) << 8 | Int(low))
        rest = rest.dropFirst(content.count)
        return Step(kind, Array(content))
    }

    /// Steps as bytes.
    static func bytes(_ steps: [Step]) -> [UInt8] {
        steps.flatMap { step in
            [step.kind, UInt8(step.content.count >> 8 & 255), UInt8(step.content.count & 255)]
                + step.content
        }
    }
}
