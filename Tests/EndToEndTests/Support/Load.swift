import DeviceStore
import Synchronization

/// The acknowledgements that the devices of a load have received from the daemon.
final class Load: Sendable {
    /// A change, wherever it is met.
    struct ChangeID: Hashable, Sendable {
        let author: String
        let sequence: UInt64
    }

    private struct State {
        var revisions: [ChangeID: UInt64] = [:]
        var additions = 0
        var acknowledged = 0
        var isStopped = false
    }

    private let state = Mutex(State())
    private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The acknowledged changes that altered something, with their revisions.
    var revisions: [ChangeID: UInt64] { state.withLock { $0.revisions } }
    /// The number of additions to the badge that is counted.
    var additions: Int { state.withLock { $0.additions } }
    /// All acknowledged changes.
    var acknowledged: Int { state.withLock { $0.acknowledged } }
    /// A Boolean value indicating whether the devices are to stop.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Has the devices stop.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// Notes an acknowledgement; `false` if there has been another for the same change.
    func acknowledge(_ id: ChangeID, revision: UInt64?, isAddition: Bool) -> Bool {
        let isFirst = state.withLock { state in
            state.acknowledged += 1
            if isAddition { state.additions += 1 }
            guard let revision else { return true }
            return state.revisions.updateValue(revision, forKey: id) == nil
        }
        news.continuation.yield()
        return isFirst
    }

    /// Waits until so many changes are acknowledged. For one task at a time.
    func untilAcknowledged(_ count: Int) async throws {
        try await within(timeout, "\(count) acknowledged changes") { [self] in
            guard acknowledged < count else { return }
            for await _ in news.stream {
                if acknowledged >= count { return }
            }
            throw CancellationError()
        }
    }
}
