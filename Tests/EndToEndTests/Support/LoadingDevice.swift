import NavigationClient
import NavigationModel
import NavigationWire
import Synchronization
import Testing

/// A device of this process that changes the scene until the load is stopped, and notes all that
/// its mirror shows.
final class LoadingDevice: Sendable {
    /// The device's name in the log.
    let name: DeviceName
    /// To be closed at the end.
    let client: NavigationClient
    private let mirror: SceneMirror
    private let load: Load
    private let seen = Mutex(Seen())

    private struct Seen {
        var reached: Revision?
        var isGapless = true
    }

    /// Opens the device's directory, and starts to mirror.
    init(_ name: DeviceName, in place: Installation, load: Load) async throws {
        self.name = name
        self.load = load
        client = try await NavigationClient(
            ClientConfiguration(
                endpoint: place.endpoint, deviceDirectory: place.device(name.rawValue),
                deviceName: name))
        mirror = try await client.mirror()
        let updates = mirror.updates
        Task { [weak self] in
            for await update in updates { self?.note(update) }
        }
    }

    /// A Boolean value indicating whether every revision was shown once and in order, or was
    /// skipped by a reported replacement.
    var isGapless: Bool { seen.withLock { $0.isGapless } }

    /// Makes changes, several at a time, until the load is stopped.
    func work(workers: Int) async throws {
        try await within(timeout, "the tabs") { [mirror] in
            for await scene in mirror.scenes where !scene.tabs.isEmpty { return }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers { group.addTask { try await self.change(as: worker) } }
            try await group.waitForAll()
        }
    }

    /// Waits until the mirror has a revision.
    func reach(_ revision: Revision) async throws -> MirrorUpdate {
        try await within(timeout, "revision \(revision) in \(name)") { [mirror] in
            for await update in mirror.updates where update.revision >= revision { return update }
            throw CancellationError()
        }
    }

    /// Waits until the mirror has the daemon's state, and no change of its own waits.
    func reach(digest: String) async throws {
        try await within(timeout, "digest \(digest) in \(name)") { [mirror] in
            for await update in mirror.updates
            where update.digest.description == digest && update.pendingCount == 0 {
                return
            }
            throw CancellationError()
        }
    }

    private func change(as worker: Int) async throws {
        var number = 0
        while !load.isStopped {
            number += 1
            guard let change = try await mirror.perform(intent(number, of: worker)) else {
                continue
            }
            let receipt = try await change.outcome()
            let isAddition = change.operations.contains { $0.payload is AddToBadgeOperation }
            let id = Load.ChangeID(author: name.rawValue, sequence: receipt.sequence.rawValue)
            let isFirst = load.acknowledge(
                id, revision: receipt.revision?.rawValue, isAddition: isAddition)
            #expect(isFirst, "\(id) was acknowledged twice")
        }
    }

    /// Few screens, because what a change costs grows with all that were ever on a tab.
    private func intent(_ number: Int, of worker: Int) -> Intent {
        switch number % 8 {
        case 0: .push(.init(route: "load://\(name)/\(worker)/\(number)"), onto: "contacts")
        case 4: .pop(from: "contacts")
        case 2: .selectTab("recents")
        case 6: .selectTab("contacts")
        default: .addToBadge("keypad", 1)
        }
    }

    private func note(_ update: MirrorUpdate) {
        seen.withLock { seen in
            if update.isReset {
                seen.isGapless =
                    seen.isGapless && seen.reached.map { $0 <= update.revision } ?? true
                seen.reached = update.revision
            }
            for commit in update.commits {
                seen.isGapless = seen.isGapless && commit.revision == seen.reached?.next
                seen.reached = commit.revision
            }
        }
    }
}
