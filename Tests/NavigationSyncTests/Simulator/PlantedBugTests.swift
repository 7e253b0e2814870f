import NavigationSimulator
import Testing

/// A planted bug, and by which oracles it may be caught.
struct Planted: Sendable, CustomTestStringConvertible {
    let bug: PlantedBug
    let promise: String
    let oracles: Set<Violation.Oracle>

    var testDescription: String { promise }

    static let all: [Planted] = [
        Planted(.ignoresSubscriptions, "W1: a subscription that nobody answers", .live),
        Planted(.closesHoles, "W2: a hole in the feed that is closed over", .mirror),
        Planted(.silentHeads, "W2: heads that are never said again", .fresh, .rest),
        Planted(.forgetsSettlements, "W3: outcomes that a start forgets", .exactlyOnce, .gapless),
        Planted(.renumbersUnasked, "W3: a new number for what may be settled", .exactlyOnce),
        Planted(.repliesBeforeDisk, "W4: a reply before the disk", .durableFirst),
        Planted(.publishesBeforeDisk, "W4: a publication before the disk", .durableFirst),
        Planted(.hidesFailedWrites, "W4: a failed write that passes for done", .durableFirst),
        Planted(.neverSyncs, "W4: a disk that is never synced", .acknowledged),
        Planted(.readsOldScene, "W4: a start from an older revision", .replay, .gapless),
        Planted(.readsAnotherScene, "W5: a state that is not its log", .replay),
        Planted(.hidesDigests, "W5: heads without a digest of their own", .rest, .mirror),
        Planted(.repeatsNonces, "§7: a nonce that comes twice", .sealed),
        Planted(.padsNothing, "§7: a size that tells what is in it", .sealed),
        Planted(.dropsRegistry, "§7: a registry that is not written", .durableFirst, .acknowledged),
        Planted(.forgetsRevocations, "§7: a start that forgets who was revoked", .access),
        Planted(.forgetsRoles, "§7: a start that forgets who may only look", .access),
        Planted(.forgetsUses, "§7: a start that forgets which invitations were used", .access),
        Planted(.guessesAtGarbage, "W6: garbage that is taken for something", .input),
        Planted(.forgetsOutbox, "P13: an outbox that a start forgets", .kept),
        Planted(
            .deviceNeverSyncs, "P13: a change that is not on the device's disk", .kept,
            .exactlyOnce),
        Planted(
            .forgetsLastSequence, "P13: a start that forgets what its state has", .shownOnce,
            .mirror),
        Planted(.keepsToItself, "§5: a command that tells nobody what it has kept", .outcome),
        Planted(.countsForItself, "§5: a command that counts its changes for itself", .numbers),
        Planted(.sendsWithoutRight, "§5: a process that submits while another does", .oneSender),
        Planted(
            .forgetsStore, "§5: a start that forgets which store is the device's own", .home,
            .mirror),
        Planted(.forgetsWhatWaits, "P13: a device that needs more than it says", .needed),
        Planted(.mixesUpOutcomes, "P13: another outcome than the daemon's", .outcome),
        Planted(.agesByWallClock, "P8: an age by the clock that people set", .time),
    ]

    private init(_ bug: PlantedBug, _ promise: String, _ oracles: Violation.Oracle...) {
        self.bug = bug
        self.promise = promise
        self.oracles = Set(oracles)
    }
}

@Suite("The tests of the simulator")
struct PlantedBugTests {
    /// Within so many seeds every planted bug has to be caught.
    private static let patience = UInt64(1)...120

    /// The seeds that have caught those that need more than a few, tried first.
    private static let known: [UInt64] = [2, 5, 14, 20, 25, 30, 63]

    @Test("A planted bug is caught, and by whom it should", arguments: Planted.all)
    func isCaught(planted: Planted) {
        for seed in [1] + Self.known + Self.patience {
            guard let violation = Run(seed: seed, bug: planted.bug).violation else { continue }
            #expect(planted.oracles.contains(violation.oracle), "seed \(seed): \(violation)")
            return
        }
        Issue.record("not caught within \(Self.patience.count) seeds")
    }

    @Test("Every bug that can be planted is, and every oracle has caught one")
    func isComplete() {
        #expect(Set(Planted.all.map(\.bug)) == Set(PlantedBug.allCases))
        // What the log itself must show is tried on doctored evidence.
        let doctored: Set<Violation.Oracle> = [.popOnce, .pushKept]
        let caught = Planted.all.reduce(into: doctored) { $0.formUnion($1.oracles) }
        #expect(caught == Set(Violation.Oracle.allCases))
    }
}
