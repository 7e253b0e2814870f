@testable import NavigationModel
import Testing

/// A bug that is planted into the product from outside, and the property that has to find it.
struct PlantedBug: Sendable, CustomTestStringConvertible {
    /// The promise that it breaks, and how.
    let testDescription: String
    let property: Property
    let subject: Subject

    init(_ description: String, _ property: Property, _ subject: Subject) {
        testDescription = description
        self.property = property
        self.subject = subject
    }

    static let all: [PlantedBug] = [
        PlantedBug(
            "P7: an own selection is one of all", .selection,
            .rewriting { operation, _ in
                let own = (operation.payload as? SetSelectionOperation)?.selection.tab
                return own.map { .selectTab($0) } ?? operation
            }),
        PlantedBug(
            "P7: a handoff ends an own selection", .ownSelections,
            .adding { operation, stamp in
                guard let it = operation.payload as? SetSelectionOperation,
                    it.device != stamp.device
                else { return [] }
                return [
                    RegisterWrite(
                        record: .device(it.device), field: DeviceField.selection,
                        stamp: stamp.at(99), value: DeviceSelection.shared.value)
                ]
            }),
        PlantedBug(
            "P1: the last to arrive wins, not the newest", .convergence,
            .applying { state, effect, revision in
                let current = state[effect.record, effect.field]?.stamp ?? .zero
                let isLate = effect.field.isAttribute && effect.stamp < current
                let taken = isLate ? effect.at(current.at(current.index + 1)) : effect
                state.join([taken], at: revision)
            }),
        PlantedBug(
            "P2: a pop takes the top, whatever it names", .namedPop,
            .rewriting { operation, state in
                guard let tab = (operation.payload as? PopOperation)?.stack else {
                    return operation
                }
                return .pop(.named(state.seen(state.stack(of: tab).suffix(1))), from: tab)
            }),
        PlantedBug(
            "P3: a pop takes all above what it names, seen or not", .noLostPush,
            .rewriting { operation, state in
                guard let pop = operation.payload as? PopOperation,
                    case .named(let screens) = pop.screens
                else { return operation }
                let tab = pop.stack
                let named = Set(screens.map(\.id))
                let above = state.stack(of: tab).drop { named.isDisjoint(with: $0.twins) }
                return .pop(.named(state.seen(above)), from: tab)
            }),
        PlantedBug(
            "P3: what was put on a popped screen starts a branch of its own", .nearestAncestor,
            .showing(without: { state, effect in
                effect.record.kind == .screen && effect.field == ScreenField.placement
                    && effect.stamp <= state.stamp(effect.record, ScreenField.popped)
            })),
        PlantedBug(
            "P3: pushes of one route are twins, whatever their other attributes", .twins,
            .showing(without: { _, effect in
                effect.record.kind == .screen && effect.field == ScreenField.pushedContent
            })),
        PlantedBug(
            "P3: properties set after the push part twins and make them", .twins,
            .showing { state, effect in
                guard effect.record.kind == .screen, effect.field == ScreenField.pushedContent
                else { return effect }
                let now = state[effect.record].registers.filter { $0.field.isAttribute }.map {
                    Attribute(field: $0.field, value: $0.register.value)
                }
                return RegisterWrite(
                    record: effect.record, field: effect.field, stamp: effect.stamp,
                    value: PushedContent.Fingerprint(of: now).value)
            }),
        PlantedBug(
            "P4: a change takes effect when its device last looked", .lastOnTop,
            .timing { change, _, _ in change.base.latest.next }),
        PlantedBug(
            "P4: popped screens are left out before the order is made", .popKeepsOrder,
            .showing(without: { state, effect in
                effect.record.kind == .screen && effect.field == ScreenField.placement
                    && effect.stamp <= state.stamp(effect.record, ScreenField.popped)
            })),
        PlantedBug(
            "P5: a stack goes by time alone", .noInterleaving,
            .showing { _, effect in
                guard effect.field == ScreenField.placement,
                    let placement = Placement(effect.value),
                    case .pushed = placement.base
                else { return effect }
                let root = Placement(stack: placement.stack, base: .pushed(on: nil))
                return RegisterWrite(
                    record: effect.record, field: effect.field, stamp: effect.stamp,
                    value: root.value)
            }),
        PlantedBug(
            "P6: setItems replaces only what has arrived", .setItems,
            .timing { change, time, state in
                let floors = change.operations.compactMap { operation -> Timestamp? in
                    (operation.payload as? PushOperation).map { push in
                        state.floor(of: push.stack).time.next
                    }
                }
                return floors.reduce(time, max)
            }),
        PlantedBug(
            "P7: only the newest select of all counts", .selection,
            .showing(without: { state, effect in
                guard effect.field == TabField.selected, effect.record.kind == .tab else {
                    return false
                }
                return state.tabs.contains {
                    state.stamp(.tab($0), TabField.selected) > effect.stamp
                }
            })),
        PlantedBug(
            "P8: a change takes effect when it arrives", .lateChanges,
            .timing { _, time, state in max(time, state.latest.next) }),
        PlantedBug(
            "P9: an edit brings a removed tab back", .removal,
            .adding { operation, stamp in
                guard let update = operation.payload as? UpdateTabOperation else { return [] }
                return [
                    RegisterWrite(record: .tab(update.id), field: TabField.declared, stamp: stamp)
                ]
            }),
        PlantedBug(
            "P8: a value set in one language is set in all", .propertyValues,
            .rewriting { operation, _ in
                guard let update = operation.payload as? UpdateScreenOperation else {
                    return operation
                }
                let attributes = update.attributes.map { attribute in
                    let name = attribute.field.property?.base
                    return Attribute(
                        field: name.map { ItemField.property($0) } ?? attribute.field,
                        value: attribute.value)
                }
                return .updateScreen(update.id, attributes: attributes)
            }),
        PlantedBug(
            "P9: an edit brings a removed standalone bar back", .standaloneBars,
            .adding { operation, stamp in
                guard let bar = (operation.payload as? PushOperation)?.stack.bar else {
                    return []
                }
                return [
                    RegisterWrite(
                        record: .standaloneBar(bar), field: StandaloneBarField.declared,
                        stamp: stamp)
                ]
            }),
        PlantedBug(
            "P10: an addition sets what its daemon shows", .badges,
            .rewriting { operation, state in
                guard let addition = operation.payload as? AddToBadgeOperation else {
                    return operation
                }
                let shown = state.badge(of: addition.id).flatMap { Int64($0) } ?? 0
                return .setBadge(addition.id, .text("\(shown + addition.count)"), seen: [])
            }),
        PlantedBug(
            "P11: what is allowed of a change is taken", .whole,
            .halfTaken),
        PlantedBug(
            "P12: a mirror leaves out fields that it does not know", .unknownFields,
            .applying { state, effect, revision in
                if effect.field.number < 100 { state.join([effect], at: revision) }
            }),
        PlantedBug(
            "An answer only closes its modal", .answers,
            .rewriting { operation, _ in
                guard let answer = operation.payload as? AnswerModalOperation else {
                    return operation
                }
                return .dismissModal(answer.id)
            }),
        PlantedBug(
            "A prune lifts nothing that it keeps", .unseenUpkeep,
            .pruning { $0.field == ScreenField.lifted && $0.record.kind == .screen }),
    ]
}

extension SceneState {
    /// The screens of places as a pop names them.
    fileprivate func seen(_ places: some Swift.Sequence<StackEntry>) -> [ObservedScreen] {
        places.flatMap(\.twins).compactMap { id in
            placement(of: id).map { ObservedScreen(id: id, placement: $0.stamp) }
        }
    }
}
