extension SceneState {
    func push(
        _ screen: ScreenDescription, onto stack: StackID?,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation {
        let stack = try stackOrSelected(stack)
        return .push(
            .random(using: &generator), onto: stack, on: forest(of: stack).top?.shown,
            attributes: screen.pushedAttributes)
    }

    func pop(from stack: StackID?) throws(IntentError) -> [Operation] {
        let stack = try stackOrSelected(stack)
        return pop([forest(of: stack).top].compactMap { $0 }, from: stack)
    }

    func pop(_ id: ScreenID) throws(IntentError) -> [Operation] {
        let (stack, index) = try find(id)
        return pop(self.stack(of: stack)[index...index], from: stack)
    }

    func popTo(_ id: ScreenID) throws(IntentError) -> [Operation] {
        let (stack, index) = try find(id)
        return pop(self.stack(of: stack)[(index + 1)...], from: stack)
    }

    func popToRoot(of stack: StackID?) throws(IntentError) -> [Operation] {
        let stack = try stackOrSelected(stack)
        return pop(self.stack(of: stack).dropFirst(), from: stack)
    }

    func update(
        _ id: ScreenID, _ title: String?, _ payload: [UInt8]?
    ) throws(IntentError) -> [Operation] {
        _ = try find(id)
        let attributes = [
            title.map { Attribute(field: ScreenField.title, value: .text($0)) },
            payload.map { Attribute(field: ScreenField.payload, value: Value(bytes: $0)) },
        ].compactMap { $0 }
        return attributes.isEmpty ? [] : [.updateScreen(id, attributes: attributes)]
    }

    /// Returns items for a stack: a screen that is there keeps its id, matched by its whole content
    /// or, failing that, by its route.
    func items(
        _ screens: [ScreenDescription], of stack: StackID,
        _ generator: inout some RandomNumberGenerator
    ) -> [Operation.Item] {
        let kept = kept(of: self.screens(of: stack), for: screens)
        return zip(screens, kept).map { wanted, id in
            guard let id else {
                return Operation.Item(
                    id: .random(using: &generator), attributes: wanted.attributes)
            }
            return Operation.Item(
                id: id,
                attributes: wanted.changeableAttributes
                    + attributes(setting: wanted.properties, of: .screen(id)))
        }
    }

    /// Returns the shown screen that each wanted one matches, if any. Matches of the whole content
    /// come first, so that of two drafts of one route none takes the other's place.
    private func kept(of shown: [Screen], for wanted: [ScreenDescription]) -> [ScreenID?] {
        var free = Set(shown.indices)
        var kept = [ScreenID?](repeating: nil, count: wanted.count)
        let whole = { (screen: ScreenDescription) in
            PushedContent.Fingerprint(of: screen.attributes).value
        }
        for key in [whole, { Value.text($0.route) }] {
            var left = Dictionary(grouping: free.sorted(by: >)) {
                key(ScreenDescription(shown[$0]))
            }
            for (index, screen) in wanted.enumerated() where !left.isEmpty && kept[index] == nil {
                guard let found = left[key(screen)]?.popLast() else { continue }
                kept[index] = shown[found].id
                free.remove(found)
            }
        }
        return kept
    }

    /// Returns a pop of every screen of the entries, twins included, as placed now; none for no
    /// screens.
    private func pop(
        _ places: some Swift.Sequence<StackEntry>, from stack: StackID
    ) -> [Operation] {
        let screens = places.flatMap(\.twins).compactMap { id in
            placement(of: id).map { ObservedScreen(id: id, placement: $0.stamp) }
        }
        return screens.isEmpty ? [] : [.pop(naming(screens, on: stack), from: stack)]
    }

    func stackOrSelected(_ stack: StackID?) throws(IntentError) -> StackID {
        switch stack {
        case .tab(let id): return .tab(try visible(id))
        case .modal(let id): return .modal(try presented(id))
        case .bar(let id): return .bar(try shown(id))
        case nil:
            guard let selectedTab else { throw .noSelectedTab }
            return .tab(selectedTab)
        }
    }

    func find(_ id: ScreenID) throws(IntentError) -> (stack: StackID, index: Int) {
        guard let stack = placement(of: id)?.placement.stack, isShown(stack),
            let index = self.stack(of: stack).firstIndex(where: { $0.twins.contains(id) })
        else { throw .unknownScreen(id) }
        return (stack, index)
    }
}

extension SceneState {
    func update(
        _ id: ModalID, _ title: String?, _ kind: ModalKind?, _ payload: [UInt8]?
    ) throws(IntentError) -> [Operation] {
        let attributes = [
            title.map { Attribute(field: ModalField.title, value: .text($0)) },
            kind.map { Attribute(field: ModalField.kind, value: .text($0.rawValue)) },
            payload.map { Attribute(field: ModalField.payload, value: Value(bytes: $0)) },
        ].compactMap { $0 }
        let modal = try presented(id)
        return attributes.isEmpty ? [] : [.updateModal(modal, attributes: attributes)]
    }

    /// Returns the operations that present a modal with its stack.
    func present(
        _ modal: ModalDescription, _ generator: inout some RandomNumberGenerator
    ) -> [Operation] {
        let id = ModalID.random(using: &generator)
        let present = Operation.presentModal(id, attributes: modal.attributes)
        guard !modal.stack.isEmpty else { return [present] }
        return [present, .setItems(.modal(id), items(modal.stack, of: .modal(id), &generator))]
    }

    func presented(_ id: ModalID) throws(IntentError) -> ModalID {
        guard isPresented(id) else { throw .unknownModal(id, known: presentedModals) }
        return id
    }
}
