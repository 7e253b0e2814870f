import NavigationSimulator
import Testing

/// A planted bug, and by which oracles it may be caught.
struct Planted: Sendable, CustomTestStringConvertible {
    let bug: PlantedBug
    let promise: String
    let oracles: Set<Violation.Oracle>
    /// The seed that catches it, tried first; if it no longer does, another is looked for, and named
    /// in a warning.
    let seed: UInt64
    /// The number of daemons that share the store.
    var nodes = 1

    var testDescription: String { promise }

    static let all = single + fleet

    /// The bugs of one daemon and its devices.
    private static let single: [Planted] = [
        Planted(.ignoresSubscriptions, "W1: a subscription that nobody answers", .live),
        Planted(
            .forgetsSubscribers, "W2: a subscription that ends with another's", seed: 107, .live,
            .fresh, .rest),
        Planted(.closesHoles, "W2: a hole in the feed that is closed over", .mirror),
        Planted(.silentHeads, "W2: heads that are never said again", seed: 53, .fresh, .rest),
        Planted(
            .forgetsSettlements, "W3: outcomes that a start forgets", seed: 2, .exactlyOnce,
            .gapless),
        Planted(
            .renumbersUnasked, "W3: a new number for what may be settled", seed: 3, .exactlyOnce),
        Planted(.repliesBeforeDisk, "W4: a reply before the disk", .durableFirst),
        Planted(.publishesBeforeDisk, "W4: a publication before the disk", .durableFirst),
        Planted(
            .hidesFailedWrites, "W4: a failed write that passes for done", seed: 2, .durableFirst),
        Planted(.neverSyncs, "W4: a disk that is never synced", .acknowledged),
        Planted(.readsOldScene, "W4: a start from an older revision", .replay, .gapless),
        Planted(.readsAnotherScene, "W5: a state that is not its log", seed: 2, .replay),
        Planted(.hidesDigests, "W5: heads without a digest of their own", seed: 66, .rest, .mirror),
        Planted(.repeatsNonces, "§7: a nonce that comes twice", .sealed),
        Planted(.padsNothing, "§7: a size that tells what is in it", .sealed),
        Planted(.dropsRegistry, "§7: a registry that is not written", .durableFirst, .acknowledged),
        Planted(.forgetsRevocations, "§7: a start that forgets who was revoked", seed: 39, .access),
        Planted(.forgetsRoles, "§7: a start that forgets who may only look", seed: 2, .access),
        Planted(
            .forgetsUses, "§7: a start that forgets which invitations were used", seed: 89, .access),
        Planted(.guessesAtGarbage, "W6: garbage that is taken for something", seed: 8, .input),
        Planted(.forgetsOutbox, "P13: an outbox that a start forgets", .kept),
        Planted(
            .deviceNeverSyncs, "P13: a change that is not on the device's disk", seed: 20, .kept,
            .exactlyOnce),
        Planted(
            .forgetsLastSequence, "P13: a start that forgets what its state has", seed: 69,
            .shownOnce,
            .mirror),
        Planted(.keepsToItself, "§5: a command that tells nobody what it has kept", .outcome),
        Planted(.countsForItself, "§5: a command that counts its changes for itself", .numbers),
        Planted(
            .sendsWithoutRight, "§5: a process that submits while another does", seed: 14,
            .oneSender),
        Planted(
            .forgetsStore, "§5: a start that forgets which store is the device's own", seed: 17,
            .home,
            .mirror, .rest),
        Planted(.forgetsWhatWaits, "P13: a device that needs more than it says", seed: 14, .needed),
        Planted(
            .claimsToHaveSeen, "§3: a change that is merged behind the horizon", seed: 19,
            .shelved),
        Planted(
            .dropsTheRefused, "§3: a change that a quota refuses, and nobody hears of", seed: 79,
            .kept),
        Planted(.forgetsLimits, "§3: quotas that a start forgets", seed: 103, .quota),
        Planted(
            .servesRot, "§5: a scene that is served though bits have flipped", seed: 8, .replay),
        Planted(.damagesAll, "§5: damage of one scene that stops the others", seed: 10, .damage),
        Planted(
            .startsBehind, "§5: a daemon that starts without what it had acknowledged", seed: 11,
            .acknowledged),
        Planted(.fallsInSilence, "§5: a mirror that falls back in silence", seed: 2, .silence),
        Planted(.forgetsLost, "§5: a start that forgets what a daemon lost", seed: 44, .remembered),
        Planted(
            .healsWithoutLog, "§5: a heal that forgets what was done since", seed: 2, .healing),
        Planted(.healsInEpoch, "§5: a heal that goes on in the epoch of before", seed: 2, .healing),
        Planted(.handsOverAnother, "§5: a heal with another user's state", seed: 10, .healing),
        Planted(
            .ticksInVain, "W6: a mirror that is refused, and looks again at once", seed: 7, .idle),
        Planted(.mixesUpOutcomes, "P13: another outcome than the daemon's", seed: 7, .outcome),
        Planted(.agesByWallClock, "P8: an age by the clock that people set", seed: 23, .time),
    ]

    /// The bugs of a fleet of three nodes.
    private static let fleet = [
        Planted(.answersPastLease, "§6: an answer past the lease", seed: 39, .current),
        Planted(.keepsTerm, "§6: a claim that keeps the term", seed: 21, .fenced),
        Planted(.writesUnfenced, "§6: a write without a look at the term", seed: 21, .fenced),
        Planted(
            .guessesOutcome, "§6: a write of unknown outcome that is taken for undone", seed: 15,
            .gapless),
        Planted(.handsOverEarly, "§6: a hand-over in the midst of a batch", seed: 18, .completed),
        Planted(.ignoresMoved, "§5: a device that stays where its user is not", seed: 5, .rest),
        Planted(
            .renumbersOnMove, "W3: a new number for what goes to another node", seed: 6,
            .exactlyOnce),
    ].map { planted in
        var planted = planted
        planted.nodes = 3
        return planted
    }

    private init(
        _ bug: PlantedBug, _ promise: String, seed: UInt64 = 1, _ oracles: Violation.Oracle...
    ) {
        self.bug = bug
        self.promise = promise
        self.seed = seed
        self.oracles = Set(oracles)
    }
}

@Suite("The tests of the simulator")
struct PlantedBugTests {
    /// Within so many seeds every planted bug has to be caught.
    private static let timeout = UInt64(1)...120

    @Test("A planted bug is caught, and by whom it should", arguments: Planted.all)
    func isCaught(planted: Planted) {
        for seed in [planted.seed] + Self.timeout {
            let run = Run(seed: seed, nodes: planted.nodes, bug: planted.bug)
            guard let violation = run.violation else { continue }
            #expect(planted.oracles.contains(violation.oracle), "seed \(seed): \(violation)")
            if seed != planted.seed {
                Issue.record(
                    "seed \(planted.seed) no longer catches it, but seed \(seed) does",
                    severity: .warning)
            }
            return
        }
        Issue.record("not caught within \(Self.timeout.count) seeds")
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
