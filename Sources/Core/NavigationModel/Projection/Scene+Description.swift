extension Scene {
    /// Creates the scene that a description makes of nothing: for previews, tests, and files.
    ///
    /// - Parameters:
    ///   - description: The tabs, modals and bars. Screens and modals get the same ids each time, so
    ///     that output can be compared.
    ///   - intent: An intent that is performed afterwards.
    /// - Throws: an error if the description contradicts itself, or the intent is impossible.
    public init(_ description: SceneDescription, then intent: Intent? = nil) throws(IntentError) {
        var numbers = SequentialGenerator(after: 0)
        var state = SceneState()
        let device = DeviceID.random(using: &numbers)
        for (index, intent) in ([.replaceScene(description)] + (intent.map { [$0] } ?? []))
            .enumerated()
        {
            let number = UInt64(index) + 1
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: number),
                base: Change.Base(revision: .zero, latest: state.latest),
                operations: try state.operations(for: intent, using: &numbers))
            _ = state.execute(
                change, at: state.latest.next, revision: Revision(rawValue: number))
        }
        self = state.scene
    }
}

/// Numbers that are not random: for ids that have to be the same each time.
package struct SequentialGenerator: RandomNumberGenerator {
    private var count: UInt64

    /// Creates a generator; the numbers after different counts differ.
    package init(after count: UInt64) { self.count = count }

    package mutating func next() -> UInt64 {
        count &+= 1
        // Spread over all bits, so that ids differ in their first letters: SplitMix64.
        var word = count &* 0x9e37_79b9_7f4a_7c15
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
