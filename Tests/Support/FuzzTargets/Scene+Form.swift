import NavigationModel
import NavigationReference
import NavigationWire

extension SceneState {
    /// Checks all that a state promises whatever was joined, and its projection.
    func checkForm() throws {
        try require(digest == recomputedDigest, "the digest is that of the registers")
        try scene.checkForm()
        let bytes = snapshot
        let again = try SceneState(snapshot: bytes)
        try require(again == self, "a snapshot holds the state")
        try require(again.snapshot == bytes, "equal states have equal snapshots")
        try require(
            again.scene == scene || !hasUniqueStamps, "what is seen depends on the registers alone")
    }

    /// A Boolean value indicating whether each write has a stamp of its own, as all have but those
    /// of a fault: the projection of two things with one stamp is not laid down.
    var hasUniqueStamps: Bool {
        var stamps: [Write: Set<Stamp>] = [:]
        return entries.allSatisfy { effect, _ in
            let write = Write(kind: effect.record.kind, field: effect.field.number)
            guard write.isOrder else { return true }
            let order = Placement(effect.value)?.originalStamp ?? effect.stamp
            return stamps[write, default: []].insert(order).inserted
        }
    }

    /// A kind of write, by record and field.
    private struct Write: Hashable {
        let kind: RecordID.Kind
        let field: UInt32

        var isOrder: Bool {
            switch (kind, field) {
            case (.screen, ScreenField.placement.number), (.modal, ModalField.presented.number),
                (.tab, TabField.selected.number):
                true
            default: false
            }
        }
    }

    /// Checks the projection against the design, read slowly.
    func checkReference() throws {
        guard hasUniqueStamps else { return }
        var reference = ReferenceScene()
        for (effect, revision) in entries { reference.join(effect, at: revision) }
        try require(reference.scene == scene, "what is seen is what the design says")
    }
}

extension Scene {
    /// Checks that the scene is well formed.
    func checkForm() throws(Broken) {
        try require(Set(tabs.map(\.id)).count == tabs.count, "a tab stands once in the bar")
        try require(Set(modals.map(\.id)).count == modals.count, "a modal is presented once")
        let bars = standaloneBars.map(\.id)
        try require(zip(bars, bars.dropFirst()).allSatisfy(<), "bars are in order")
        let enabled = tabs.filter(\.isEnabled).map(\.id)
        if let selectedTab {
            try require(enabled.contains(selectedTab), "what is selected can be selected")
        } else {
            try require(enabled.isEmpty, "if a tab can be selected, one is")
        }
        let stacks = tabs.map(\.stack) + modals.map(\.stack) + standaloneBars.map(\.items)
        let screens = stacks.joined().map(\.id)
        try require(Set(screens).count == screens.count, "a screen stands in one place")
    }
}
