extension SceneState {
    /// Writes registers of one standalone bar and compares its projection before and after.
    mutating func edit(
        _ id: StandaloneBarID, _ registerWrites: [RegisterWrite], _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let wasShown = isShown(.bar(id))
        let former = registerWrites.compactMap { self.revision($0.record, $0.field) }.max()
        let before = values(of: registerWrites)
        let effects = join(registerWrites, at: revision)
        guard isShown(.bar(id)) else { return (effects, .hidden(by: hiding(.bar(id)))) }
        guard wasShown else { return (effects, .applied) }
        return (effects, outcome(of: registerWrites, before: before, former: former))
    }

    mutating func remove(
        _ id: StandaloneBarID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let record = RecordID.standaloneBar(id)
        let wasShown = isShown(.bar(id))
        let former = hiding(.bar(id))
        let removal = RegisterWrite(record: record, field: StandaloneBarField.removed, stamp: stamp)
        let effects = join([removal], at: revision)
        guard wasShown else { return (effects, .noop(by: former)) }
        guard isShown(.bar(id)) else { return (effects, .applied) }
        return (effects, .superseded(by: self.revision(record, StandaloneBarField.declared)))
    }
}
