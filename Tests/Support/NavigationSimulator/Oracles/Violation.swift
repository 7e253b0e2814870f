/// A promise that a run has broken.
package struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The promises that are watched over.
    package enum Oracle: String, Hashable, Sendable, CaseIterable {
        /// Nothing is replied or published before it is durable.
        case durableFirst = "durable first"
        /// An acknowledged change stays, whatever the disk and the power do.
        case acknowledged = "acknowledged is durable"
        /// Revisions are 1, 2, 3….
        case gapless = "revisions without a gap"
        /// Snapshot, log and memory are the same.
        case replay = "replay is the state"
        /// A change has effect once, as its device made it.
        case exactlyOnce = "exactly once"
        /// Every change has one outcome, the one that the daemon keeps.
        case outcome = "one outcome for each change"
        /// A change that a person was told is kept is kept.
        case kept = "the device keeps what it took"
        /// A pop takes a screen away once.
        case popOnce = "a pop pops once"
        /// No push vanishes without a reason.
        case pushKept = "no push vanishes"
        /// A device does not show a change of its own twice.
        case shownOnce = "an own change is shown once"
        /// A mirror at a revision has the state of that revision.
        case mirror = "a mirror is at its revision"
        /// Every subscriber hears something on the topic at once.
        case live = "a subscription is answered"
        /// A publication can be opened by the user's devices alone, and its size says little.
        case sealed = "the feed is sealed"
        /// A mirror whose connection is sound knows what happened half a minute ago.
        case fresh = "a loss is seen"
        /// A change takes effect when it was made, and no wrong clock wins.
        case time = "effective time"
        /// Garbage costs its sender an error and nobody else anything.
        case input = "garbage is refused"
        /// A device without access any more changes nothing any more, and an invitation lets one
        /// device in.
        case access = "access is kept"
        /// A number names one change of a device.
        case numbers = "a number names one change"
        /// Nothing that a device may still need is forgotten before it is old.
        case needed = "what is needed is kept"
        /// Of the processes of a device one submits at a time.
        case oneSender = "one process submits"
        /// Nothing that is kept for one store is handed over to another.
        case home = "what is kept is for one store"
        /// A change that comes too late is refused whole.
        case shelved = "what is late is refused whole"
        /// A scene that has all that it may have takes no more.
        case quota = "a quota is kept"
        /// A damaged scene is told to be, and no other is.
        case damage = "damage is told of what is damaged"
        /// A device gives up nothing that it has seen and that is nowhere else.
        case silence = "nothing is given up in silence"
        /// A healed scene has all that there was, and nothing of anybody else, in a history of its own.
        case healing = "a healed scene is whole"
        /// A remembered state comes back.
        case remembered = "what is remembered comes back"
        /// A batch is written only by the node that owns its shards.
        case fenced = "only the owner writes"
        /// A node that has lost a shard does not answer from what it remembers.
        case current = "an answer is no older than its question"
        /// A shard is handed over when all its writes are done.
        case completed = "what is handed over is complete"
        /// Nothing is looked at again without time passing.
        case idle = "nobody ticks in vain"
        /// Everything comes to rest, equal, once all faults have ended.
        case rest = "everything comes to rest"
    }

    /// The promise.
    package let oracle: Oracle
    /// The observation.
    package let text: String
    /// The time.
    package let time: Duration

    /// The whole sentence.
    package var description: String { "\(oracle.rawValue): \(text) (at \(time.clock) s)" }
}
