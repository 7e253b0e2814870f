package import NavigationModel

/// The expected outcome of an operation, by the text of the design.
package enum ReferenceOutcome {
    /// The kinds that the text allows for an operation that was taken, as the only one of its
    /// change; more than one where the text leaves it open.
    ///
    /// "`applied` if the projection changed; else `noop` if what was wished is so; else `hidden` if
    /// its tab or modal is not shown; else `superseded`." "`hidden` comes before `noop`, but for a
    /// pop of what is gone already and the removal of a tab that is not there."
    package static func kinds(
        of operation: Operation, before: Registers, after: Registers
    ) -> Set<Outcome.Kind> {
        kinds(
            of: operation, before: before, after: after, isSeen: before.scene != after.scene)
    }

    /// The same for those who know already whether the projection changed.
    package static func kinds(
        of operation: Operation, before: Registers, after: Registers, isSeen: Bool
    ) -> Set<Outcome.Kind> {
        if isSeen { return [.applied] }
        // By what they were placed as then: a restore places anew.
        let operation = naming(operation, before)
        if after.unknownToPeople != before.unknownToPeople { return [.applied, .hidden] }
        switch operation {
        case .removeTab, .dismissModal, .removeBar:
            return isSo(operation, after) ? [.noop] : [.superseded]
        case .pop(let screens, let stack):
            return kinds(ofPopping: named(screens, on: stack, before), from: stack, before, after)
        default:
            if !isShown(operation, after) { return [.hidden] }
            return isSo(operation, after) ? [.noop] : [.superseded]
        }
    }

    /// "The first screen of a stack is not popped (`noop`)."
    private static func kinds(
        ofPopping named: Set<ScreenID>, from stack: StackID, _ before: Registers,
        _ after: Registers
    ) -> Set<Outcome.Kind> {
        let places = ReferenceStack(of: stack, before).places.dropFirst()
        let isThere = places.contains { !named.isDisjoint(with: $0) }
        if !isThere { return [.noop] }
        if !after.isShown(stack) { return [.hidden] }
        // A twin that is not shown is gone, and people see the same as before.
        let isLeft = ReferenceStack(of: stack, after).places.dropFirst().contains {
            !named.isDisjoint(with: $0)
        }
        return isLeft ? [.superseded] : [.superseded, .noop]
    }

    private static func naming(_ operation: Operation, _ registers: Registers) -> Operation {
        guard case .restore(.spans(let spans), let stack) = operation else { return operation }
        let screens = named(.spans(spans), on: stack, registers).map { id in
            ObservedScreen(id: id, placement: registers.stamp(.screen(id), ScreenField.placement))
        }
        return .restore(.named(screens), to: stack)
    }

    /// The screens that are named, or whose placements on the stack are in the spans.
    private static func named(
        _ screens: ObservedScreens, on stack: StackID, _ registers: Registers
    ) -> Set<ScreenID> {
        switch screens {
        case .named(let screens): return Set(screens.map(\.id))
        case .spans(let spans):
            let all = registers.names(of: .screen).compactMap { ScreenID(rawValue: $0) }
            return Set(
                all.filter { id in
                    let stamp = registers.stamp(.screen(id), ScreenField.placement)
                    return registers.stack(of: id) == stack && spans.contains { $0.contains(stamp) }
                })
        }
    }

    /// Returns a Boolean value indicating whether what the operation is about is shown.
    private static func isShown(_ operation: Operation, _ registers: Registers) -> Bool {
        switch operation {
        case .declareTab(let tab, _, _), .updateTab(let tab, _), .moveTab(let tab, _),
            .removeTab(let tab), .selectTab(let tab), .refreshTab(let tab),
            .setBadge(let tab, _, _), .addToBadge(let tab, _):
            registers.isVisible(tab)
        case .push(_, let stack, _, _), .pop(_, let stack), .restore(_, let stack),
            .setItems(let stack, _):
            registers.isShown(stack)
        case .updateScreen(let screen, _):
            registers.stack(of: screen).map(registers.isShown) ?? false
        case .updateModal(let modal, _), .dismissModal(let modal), .answerModal(let modal, _):
            registers.isPresented(modal)
        case .declareBar(let bar, _), .updateBar(let bar, _), .removeBar(let bar):
            registers.isShown(.bar(bar))
        case .presentModal, .setBar, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            true
        }
    }

    /// Returns a Boolean value indicating whether what was wished is so.
    private static func isSo(_ operation: Operation, _ registers: Registers) -> Bool {
        switch operation {
        case .declareTab(let tab, let position, let attributes):
            registers.isVisible(tab)
                && registers[.tab(tab), TabField.position]?.value == position.value
                && registers.show(attributes, of: .tab(tab))
        case .updateTab(let tab, let attributes): registers.show(attributes, of: .tab(tab))
        case .moveTab(let tab, let position):
            registers[.tab(tab), TabField.position]?.value == position.value
        case .removeTab(let tab): !registers.isVisible(tab)
        case .selectTab(let tab), .refreshTab(let tab): registers.selectedTab == tab
        case .setBadge(let tab, let badge, _):
            registers[.tab(tab), TabField.badge]?.value == badge.value
        case .addToBadge(_, let count): count == 0
        case .push(let screen, let stack, _, _):
            ReferenceStack(of: stack, registers).places.contains { $0.contains(screen) }
        case .pop: false
        case .restore(let screens, let stack):
            named(screens, on: stack, registers).allSatisfy { screen in
                ReferenceStack(of: stack, registers).places.contains { $0.contains(screen) }
            }
        case .setItems(let stack, let items):
            ReferenceStack(of: stack, registers).shown == items.map(\.id)
                && items.allSatisfy { registers.show($0.attributes, of: .screen($0.id)) }
        case .updateScreen(let screen, let attributes):
            registers.isShownAsItself(screen) && registers.show(attributes, of: .screen(screen))
        case .presentModal(let modal, let attributes), .updateModal(let modal, let attributes):
            registers.isPresented(modal) && registers.show(attributes, of: .modal(modal))
        case .dismissModal(let modal): !registers.isPresented(modal)
        case .setBar(let key, let text):
            (registers[.bar(key), BarField.value]?.value ?? .none) == .optionalText(text)
        case .declareBar(let bar, let attributes), .updateBar(let bar, let attributes):
            registers.isShown(.bar(bar)) && registers.show(attributes, of: .standaloneBar(bar))
        case .removeBar(let bar): !registers.isShown(.bar(bar))
        case .answerModal, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown: false
        }
    }
}

extension Registers {
    /// Attributes that only a newer version shows.
    fileprivate var unknownToPeople: [RecordID: [Field: Value]] {
        let unknown = all.mapValues { fields in
            fields.filter { $0.key.number > 19 && $0.key.property == nil }.mapValues(\.value)
        }
        return unknown.filter { !$0.value.isEmpty }
    }

    fileprivate func show(_ attributes: [Attribute], of record: RecordID) -> Bool {
        attributes.allSatisfy { attribute in
            let value = self[record, attribute.field]?.value
            // A property that was never said is one that is empty.
            return (attribute.field.property == nil ? value : value ?? Value.none)
                == attribute.value
        }
    }

    fileprivate func stack(of screen: ScreenID) -> StackID? {
        self[.screen(screen), ScreenField.placement].flatMap { Placement($0.value)?.stack }
    }

    fileprivate func isShownAsItself(_ screen: ScreenID) -> Bool {
        stack(of: screen).map { ReferenceStack(of: $0, self).shown.contains(screen) } ?? false
    }
}
