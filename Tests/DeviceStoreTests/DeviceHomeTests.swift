import DatabaseHarness
import DeviceStore
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

@Suite("The store that a device's directory belongs to")
struct DeviceHomeTests {
    private static let own = StoreID(rawValue: 1)
    private static let other = StoreID(rawValue: .max)
    private let key = SampleHistory().key
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func open() throws -> DeviceDatabase {
        try DeviceDatabase(opening: scratch("device"), name: "phone") { SampleHistory.device }
    }

    private func push(_ directory: DeviceDatabase) throws -> OutboxEntry {
        let entry = try directory.appendChange(to: key, madeAt: .now()) { view in
            OutboxDraft(
                [.addToBadge("inbox", 1)],
                reversal: InverseChange(
                    sequence: view.sequence, done: [.addToBadge("inbox", 1)],
                    inverse: [.addToBadge("inbox", -1)]))
        }
        return try #require(entry)
    }

    private func undoable(_ directory: DeviceDatabase) throws -> Int {
        var count = 0
        while try directory.appendUndo(
            .undo, to: key, madeAt: .now(), build: { _, _ in [] }) != nil
        { count += 1 }
        return count
    }

    /// A device of a store, with one settled change and one that waits.
    private func settled() throws -> DeviceDatabase {
        let directory = try open()
        try directory.bind(to: Self.own, at: "ipc:///own", source: "own")
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try directory.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(12).decodedCommits)
        _ = try push(directory)
        try directory.settle(key, 1, with: Receipt(sequence: 1, outcomes: [.applied], revision: 13))
        let waiting = try push(directory)
        try directory.noteSubmission(of: [waiting.id])
        try directory.save(.viewer, for: key.user)
        try directory.save(localUser: "ann")
        return directory
    }

    @Test("It is the first that is met, and stays that one wherever it is found")
    func first() throws {
        let directory = try open()
        #expect(try directory.home().store == .none)
        #expect(try directory.bind(to: Self.own, at: "ipc:///a", source: "own") == Self.own)
        #expect(try directory.bind(to: Self.other, at: "ipc:///b", source: "own") == Self.own)
        #expect(try directory.home().endpoint == "ipc:///a")
        #expect(try directory.bind(to: Self.own, at: "ipc:///c", source: "option") == Self.own)
        let home = try open().home()
        #expect(home.store == Self.own)
        #expect(home.endpoint == "ipc:///c" && home.source == "option")
        #expect(!home.hasHistory && home.waiting == 0)
    }

    @Test("Before it is known, it is noted for which endpoint the first changes are made")
    func meant() throws {
        let directory = try open()
        try directory.note(endpoint: "ipc:///a", source: "own")
        try directory.note(endpoint: "ipc:///b", source: "option")
        _ = try push(directory)
        let home = try open().home()
        #expect(home.store == .none && home.endpoint == "ipc:///a" && home.source == "own")
        #expect(home.waiting == 1)
    }

    @Test("Another one is adopted with what waits, and without what is true of the former alone")
    func adopt() throws {
        let directory = try settled()
        #expect(try directory.adopt(Self.other, at: "ipc:///b", source: "option") == 1)
        #expect(try directory.home().store == Self.other)
        #expect(try directory.confirmed(key) == nil)
        let waiting = try directory.waiting(in: key)
        #expect(waiting.count == 1)
        // Whatever the former store has of it, here it is new.
        #expect(waiting.allSatisfy { $0.epoch == .none && !$0.isSubmitted })
        try directory.renumber(key, epoch: Epoch(rawValue: 7), after: 5)
        #expect(try directory.waiting(in: key).map(\.sequence) == [6])
        #expect(try directory.role(for: key.user) == .full)
        #expect(try directory.localUser == nil)
        #expect(
            try undoable(directory) == 1, "what waits can be taken back; the rest was elsewhere")
    }

    @Test("The one that it has is adopted without effect")
    func adoptOwn() throws {
        let directory = try settled()
        let before = try directory.confirmed(key)
        #expect(try directory.adopt(Self.own, at: "ipc:///own", source: "own") == 1)
        #expect(try directory.confirmed(key) == before)
        #expect(try directory.role(for: key.user) == .viewer)
        #expect(try undoable(directory) == 2)
    }

    @Test("A process that is behind an adoption reads and writes nothing, until it looks")
    func behind() throws {
        let behind = try settled()
        let ahead = try open()
        _ = try ahead.adopt(Self.other, at: "ipc:///b", source: "option")
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        let commits = history.write(13).decodedCommits
        let sample = ConfirmedScene(epoch: history.epoch, revision: 13, state: history.state)
        let calls: [() throws -> Void] = [
            { _ = try behind.waiting(in: key) }, { _ = try push(behind) },
            {
                _ = try behind.appendConfirmed(key, epoch: history.epoch, commits: commits)
            },
            { _ = try behind.replaceConfirmed(key, with: sample) },
            { try behind.renumber(key, epoch: history.epoch, after: 9) },
            { try behind.refuse(key, 2, because: Failure(.malformed, "no")) },
        ]
        for call in calls {
            let error = #expect(throws: DeviceDatabaseError.self) { try call() }
            #expect(error?.code == .adopted)
        }
        #expect(try ahead.confirmed(key) == nil)
        #expect(try ahead.waiting(in: key).count == 1)
        #expect(try behind.home().store == Self.other)
        #expect(try behind.waiting(in: key).count == 1)
    }

    @Test(
        "On request it adopts the next store that it meets, unless changes are pending for its own")
    func next() throws {
        let directory = try settled()
        #expect(try directory.adoptNext() == 1)
        #expect(try directory.bind(to: Self.other, at: "ipc:///b", source: "pairing") == Self.own)
        try directory.settle(key, 2, with: Receipt(sequence: 2, outcomes: [.applied], revision: 14))
        #expect(try directory.adoptNext() == 0)
        #expect(try directory.home().adoptsNext)
        #expect(try directory.bind(to: Self.other, at: "ipc:///b", source: "pairing") == Self.other)
        #expect(try !directory.home().adoptsNext)
        #expect(try directory.confirmed(key) == nil)
        // The one that it has already is no other.
        _ = try directory.adoptNext()
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try directory.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(3).decodedCommits)
        try directory.bind(to: Self.other, at: "ipc:///b", source: "pairing")
        #expect(try directory.confirmed(key) != nil)
    }

    @Test("Changes of a user whose name was guessed are that user's when a daemon sends the name")
    func guess() throws {
        let directory = try open()
        _ = try push(directory)
        try directory.save(localUser: "annie", insteadOf: key.user)
        #expect(try directory.waiting(in: key).isEmpty)
        let real = SceneKey(user: "annie", scene: key.scene)
        #expect(try directory.waiting(in: real).count == 1)
        // Later it is another user.
        try directory.save(localUser: "ben", insteadOf: "annie")
        #expect(try directory.waiting(in: real).count == 1)
    }
}
