extension SceneState {
    /// Returns the operations that retry `operations` in the state as its device sees it now; none
    /// if the state is as intended already.
    ///
    /// New screens and modals get fresh ids, since a refused change may have left tombstones under
    /// its own; a push goes on the present top, a pop takes those of its screens that are still
    /// there.
    ///
    /// - Parameter generator: the source of fresh ids.
    public func operations(
        repeating operations: [Operation], using generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> [Operation] {
        var ids = RetriedIDs()
        // Step by step: each is seen in the state that those before it lead to.
        var state = self
        var repeated: [Operation] = []
        var stamp = Stamp(time: latest.next, device: .daemon, sequence: .zero)
        for operation in operations {
            let step = try operation.body.retry(in: state, &ids, &generator)
            guard let step else { continue }
            state.anticipate(step, stamp: stamp)
            stamp = stamp.at(stamp.index + step.stampCount)
            repeated.append(step)
        }
        return repeated
    }

    /// Returns the stack, if it is shown.
    func shown(_ stack: StackID) throws(IntentError) -> StackID {
        switch stack {
        case .tab(let id): .tab(try visible(id))
        case .modal(let id): .modal(try presented(id))
        case .bar(let id): .bar(try shown(id))
        }
    }

    /// Returns the screens with their present placements.
    func seen(_ screens: [ObservedScreen], _ ids: RetriedIDs) -> [ObservedScreen] {
        screens.compactMap { screen in
            let id = ids.screens[screen.id] ?? screen.id
            return placement(of: id).map { ObservedScreen(id: id, placement: $0.stamp) }
        }
    }
}

/// The present ids of the screens and modals that a retry has created so far.
struct RetriedIDs {
    /// The screens, by their former ids.
    var screens: [ScreenID: ScreenID] = [:]
    /// The modals, by their former ids.
    var modals: [ModalID: ModalID] = [:]

    /// Returns the present stack of what had this one.
    func stack(_ stack: StackID) -> StackID {
        stack.modal.map { .modal(modals[$0] ?? $0) } ?? stack
    }
}
