@testable import NavigationModel
import Testing

/// The promises of the merge over random runs of three devices.
@Suite struct PromiseTests {
    @Test("P1: commits in any order, twice, give byte-equal state and digest")
    func convergence() { Property.convergence.check() }

    @Test("P1: the daemon's projection and the outcome of each change are those of the design")
    func reference() { Property.reference.check() }

    @Test("P1: a mirror that gets the commits in any order shows it too, after each of them")
    func referenceInAnyOrder() { Property.referenceInAnyOrder.check() }

    @Test("P2: a pop takes what it names, once, and nothing under it")
    func namedPop() { Property.namedPop.check() }

    @Test("P3: all that was pushed is there, but what a pop had seen and what a floor replaced")
    func noLostPush() { Property.noLostPush.check() }

    @Test("P3: screens are shown as one only if their pushes have equal content, or one identity")
    func twins() { Property.twins.check() }

    @Test("P3: what was pushed stands on its nearest ancestor left")
    func nearestAncestor() { Property.nearestAncestor.check() }

    @Test("P4: a push stands on top of everything placed before it")
    func lastOnTop() { Property.lastOnTop.check() }

    @Test("P4: a pop never changes the order of the rest")
    func popKeepsOrder() { Property.popKeepsOrder.check() }

    @Test("P5: two devices' runs that have not seen each other stay in two pieces")
    func noInterleaving() { Property.noInterleaving.check() }

    @Test("P6: setItems replaces all before it; its items are the trunk, all later stand above")
    func setItems() { Property.setItems.check() }

    @Test("P7: the newest select of a tab that can be selected is the selection")
    func selection() { Property.selection.check() }

    @Test("P7: a device keeps the newest selection that it has set for itself alone")
    func ownSelections() { Property.ownSelections.check() }

    @Test("P8: the newest write of a register stays, whenever the others arrive")
    func lateChanges() { Property.lateChanges.check() }

    @Test("P9: the bar follows the newest declarations and removals; edits inside are hidden")
    func removal() { Property.removal.check() }

    @Test("P10: additions count once each, and a set replaces exactly what its device had seen")
    func badges() { Property.badges.check() }

    @Test("P11: a change is taken whole, in one commit, or nothing of it is seen")
    func whole() { Property.whole.check() }

    @Test("P12: fields of a newer version are in every mirror what the newest write made them")
    func unknownFields() { Property.unknownFields.check() }

    @Test("P8: bars have the newest write of each key")
    func bars() { Property.bars.check() }

    @Test("P8: each property has its newest value")
    func propertyValues() { Property.propertyValues.check() }

    @Test("P9: standalone bars follow the newest declarations and removals")
    func standaloneBars() { Property.standaloneBars.check() }

    @Test(
        "The first answer to a modal closes it for good; later ones are superseded by its revision")
    func answers() { Property.answers.check() }

    @Test("A prune and shorter position keys change nothing that people see")
    func unseenUpkeep() { Property.unseenUpkeep.check() }

    @Test("The runs meet every outcome, every reason that they can, twins, modals and prunes")
    func coverage() {
        let outcomes = Property.allRuns.flatMap { $0.records.flatMap(\.outcomes) }
        #expect(Set(outcomes.map(\.kind)) == Set(Outcome.Kind.known))
        let reasons: Set<Rejection> = [
            .unknownTab, .screenExists, .unsupported, .answered, .expired, .notPermitted,
        ]
        #expect(reasons.isSubset(of: outcomes.compactMap(\.reason)))
        #expect(Property.allRuns.contains { !$0.state.scene.modals.isEmpty })
        #expect(
            Property.allRuns.contains { fleet in
                fleet.state.scene.standaloneBars.contains { $0.items.count > 1 }
            })
        #expect(
            Property.allRuns.contains { fleet in
                fleet.commits.contains { !$0.prunedRecords.isEmpty }
            })
        let hasTwins = Property.allRuns.contains { fleet in
            Act.tabs.contains { tab in
                fleet.state.stack(of: .tab(tab)).contains { $0.twins.count > 1 }
            }
        }
        #expect(hasTwins)
    }
}
