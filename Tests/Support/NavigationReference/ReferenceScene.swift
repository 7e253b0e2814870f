package import NavigationModel

/// A scene worked out from all its commits, every time anew, by the text of the design alone.
///
/// It is what the product's state is compared with, so it shares no rule with it: no index, nothing
/// kept from one answer to the next, only the plain values. Each rule stands under its sentence.
/// It is slow: an answer costs the whole history, and a stack the square of its screens.
package struct ReferenceScene: Sendable {
    /// Everything that was ever written, in the order of arrival.
    private var writes: [Write] = []

    private struct Write {
        let effect: RegisterWrite
        let revision: Revision
    }

    /// The scene that nothing has happened in.
    package init() {}

    /// Takes a commit to the history.
    package mutating func apply(_ commit: Commit) {
        for effect in commit.effects { join(effect, at: commit.revision) }
        // "A prune is a barrier: it applies at its revision, not in any order."
        writes.removeAll { commit.prunedRecords.contains($0.effect.record) }
    }

    /// Takes one write to the history.
    package mutating func join(_ effect: RegisterWrite, at revision: Revision) {
        writes.append(Write(effect: effect, revision: revision))
    }

    /// "A field is a register that keeps the value with the greatest stamp, an object is a record
    /// of registers, a container is a dictionary of records by identity."
    package var registers: Registers {
        var registers = Registers()
        for write in writes {
            let effect = write.effect
            let former = registers[effect.record, effect.field]
            if let former, former.stamp > effect.stamp { continue }
            // "Stamps are unique to a write, so ties come only from a fault; then the greater bytes
            // win, everywhere alike."
            if let former, former.stamp == effect.stamp,
                !former.value.bytes.lexicographicallyPrecedes(effect.value.bytes)
            {
                continue
            }
            registers[effect.record, effect.field] = Register(
                stamp: effect.stamp, value: effect.value, revision: write.revision)
        }
        return registers
    }

    /// "What people see is a projection: a pure function from raw state to a well-formed `Scene`."
    package var scene: Scene { registers.scene }
}
