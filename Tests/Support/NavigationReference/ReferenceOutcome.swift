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
            of: operation, before: before, after: after,
            isSeen: before.scene != after.scene || before.selections != after.selections)
    }

    /// The same for those who know already whether the projection changed.
    package static func kinds(
        of operation: Operation, before: Registers, after: Registers, isSeen: Bool
    ) -> Set<Outcome.Kind> {
        if isSeen { return [.applied] }
        // By what they were placed as then: a restore places anew.
        let operation = naming(operation, before)
        if after.unknownToPeople != before.unknownToPeople { return [.applied, .hidden] }
        switch operation.payload {
        case is RemoveTabOperation, is DismissModalOperation, is RemoveBarOperation:
            return isSo(operation, after) ? [.noop] : [.superseded]
        case let it as SetSelectionOperation
        where it.selection != .shared && after.selections[it.device] == nil:
            // "A handoff of a device that shares is `superseded` and writes nothing", whatever the
            // tab; so is a late change of the device's own, but for a tab that is not shown.
            return isShown(operation, after) ? [.superseded] : [.superseded, .hidden]
        case let pop as PopOperation:
            return kinds(
                ofPopping: named(pop.screens, on: pop.stack, before), from: pop.stack, before,
                after)
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
        guard let restore = operation.payload as? RestoreOperation,
            case .spans = restore.screens
        else { return operation }
        let stack = restore.stack
        let screens = named(restore.screens, on: stack, registers).map { id in
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
        switch operation.payload {
        case let it as DeclareTabOperation: registers.isVisible(it.id)
        case let it as UpdateTabOperation: registers.isVisible(it.id)
        case let it as MoveTabOperation: registers.isVisible(it.id)
        case let it as RemoveTabOperation: registers.isVisible(it.id)
        case let it as SelectTabOperation: registers.isVisible(it.id)
        case let it as RefreshTabOperation: registers.isVisible(it.id)
        case let it as SetBadgeOperation: registers.isVisible(it.id)
        case let it as AddToBadgeOperation: registers.isVisible(it.id)
        case let it as PushOperation: registers.isShown(it.stack)
        case let it as PopOperation: registers.isShown(it.stack)
        case let it as RestoreOperation: registers.isShown(it.stack)
        case let it as SetItemsOperation: registers.isShown(it.stack)
        case let it as UpdateScreenOperation:
            registers.stack(of: it.id).map(registers.isShown) ?? false
        case let it as UpdateModalOperation: registers.isPresented(it.id)
        case let it as DismissModalOperation: registers.isPresented(it.id)
        case let it as AnswerModalOperation: registers.isPresented(it.id)
        case let it as DeclareBarOperation: registers.isShown(.bar(it.id))
        case let it as UpdateBarOperation: registers.isShown(.bar(it.id))
        case let it as RemoveBarOperation: registers.isShown(.bar(it.id))
        case let it as SetSelectionOperation:
            it.selection.tab.map(registers.isVisible) ?? true
        case is PresentModalOperation, is SetBarOperation: true
        default: preconditionFailure("\(operation.name): nobody takes it from a device")
        }
    }

    /// Returns a Boolean value indicating whether what was wished is so.
    private static func isSo(_ operation: Operation, _ registers: Registers) -> Bool {
        switch operation.payload {
        case let it as DeclareTabOperation:
            registers.isVisible(it.id)
                && registers[.tab(it.id), TabField.position]?.value == it.position.value
                && registers.show(it.attributes, of: .tab(it.id))
        case let it as UpdateTabOperation: registers.show(it.attributes, of: .tab(it.id))
        case let it as MoveTabOperation:
            registers[.tab(it.id), TabField.position]?.value == it.position.value
        case let it as RemoveTabOperation: !registers.isVisible(it.id)
        case let it as SelectTabOperation: registers.selectedTab == it.id
        case let it as RefreshTabOperation: registers.selectedTab == it.id
        case let it as SetSelectionOperation:
            (registers.selections[it.device] ?? .none) == it.selection.value
        case let it as SetBadgeOperation:
            registers[.tab(it.id), TabField.badge]?.value == it.badge.value
        case let it as AddToBadgeOperation: it.count == 0
        case let it as PushOperation:
            ReferenceStack(of: it.stack, registers).places.contains { $0.contains(it.id) }
        case is PopOperation, is AnswerModalOperation: false
        case let it as RestoreOperation:
            named(it.screens, on: it.stack, registers).allSatisfy { screen in
                ReferenceStack(of: it.stack, registers).places.contains { $0.contains(screen) }
            }
        case let it as SetItemsOperation:
            ReferenceStack(of: it.stack, registers).shown == it.items.map(\.id)
                && it.items.allSatisfy { registers.show($0.attributes, of: .screen($0.id)) }
        case let it as UpdateScreenOperation:
            registers.isShownAsItself(it.id) && registers.show(it.attributes, of: .screen(it.id))
        case let it as PresentModalOperation:
            registers.isPresented(it.id) && registers.show(it.attributes, of: .modal(it.id))
        case let it as UpdateModalOperation:
            registers.isPresented(it.id) && registers.show(it.attributes, of: .modal(it.id))
        case let it as DismissModalOperation: !registers.isPresented(it.id)
        case let it as SetBarOperation:
            (registers[.bar(it.key), BarField.value]?.value ?? .none) == .optionalText(it.value)
        case let it as DeclareBarOperation:
            registers.isShown(.bar(it.id))
                && registers.show(it.attributes, of: .standaloneBar(it.id))
        case let it as UpdateBarOperation:
            registers.isShown(.bar(it.id))
                && registers.show(it.attributes, of: .standaloneBar(it.id))
        case let it as RemoveBarOperation: !registers.isShown(.bar(it.id))
        default: preconditionFailure("\(operation.name): nobody takes it from a device")
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
