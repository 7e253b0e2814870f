extension SceneState {
    mutating func present(
        _ id: ModalID, _ attributes: [Attribute], _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let presented = presentedModals
        let former = self.revision(.modal(id), ModalField.presented)
        let own = RegisterWrite(record: .modal(id), field: ModalField.presented, stamp: stamp)
        let registerWrites = writes(attributes, .modal(id), stamp)
        let before = values(of: registerWrites)
        let effects = join([own] + registerWrites, at: revision)
        guard isPresented(id) else { return (effects, .superseded(by: hiding(.modal(id)))) }
        // One that was presented already comes to the top.
        guard presentedModals == presented else { return (effects, .applied) }
        return (effects, outcome(of: registerWrites, before: before, former: former))
    }

    mutating func update(
        _ id: ModalID, _ attributes: [Attribute], _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let registerWrites = writes(attributes, .modal(id), stamp)
        let former = attributes.compactMap { self.revision(.modal(id), $0.field) }.max()
        let before = values(of: registerWrites)
        let effects = join(registerWrites, at: revision)
        guard isPresented(id) else { return (effects, .hidden(by: hiding(.modal(id)))) }
        return (effects, outcome(of: registerWrites, before: before, former: former))
    }

    mutating func dismiss(
        _ id: ModalID, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let wasPresented = isPresented(id)
        let former = hiding(.modal(id))
        let dismissal = RegisterWrite(record: .modal(id), field: ModalField.dismissed, stamp: stamp)
        let effects = join([dismissal], at: revision)
        guard wasPresented else { return (effects, .noop(by: former)) }
        guard isPresented(id) else { return (effects, .applied) }
        return (effects, .superseded(by: self.revision(.modal(id), ModalField.presented)))
    }

    /// Joins an answer, which is the first, since a second one is rejected before. A dismissed
    /// modal can't be answered any more.
    mutating func answer(
        _ id: ModalID, _ answer: ModalAnswer, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        guard isPresented(id) else { return ([], .hidden(by: hiding(.modal(id)))) }
        // The first by arrival closes it, however late the modal was presented.
        let closing = max(stamp, self.stamp(.modal(id), ModalField.presented))
        let effects = join(
            [
                RegisterWrite(
                    record: .modal(id), field: ModalField.answer, stamp: stamp,
                    value: .text(answer.rawValue)),
                RegisterWrite(record: .modal(id), field: ModalField.dismissed, stamp: closing),
            ], at: revision)
        return (effects, .applied)
    }

    mutating func setBar(
        _ key: BarKey, _ text: String?, _ stamp: Stamp, _ revision: Revision
    ) -> (effects: [RegisterWrite], outcome: Outcome) {
        let wish = RegisterWrite(
            record: .bar(key), field: BarField.value, stamp: stamp, value: .optionalText(text))
        let former = self.revision(.bar(key), BarField.value)
        let before = self[.bar(key), BarField.value]?.value ?? Value.none
        let effects = join([wish], at: revision)
        let outcome = outcome(of: [wish], before: [before], former: former)
        return (effects, outcome)
    }
}
