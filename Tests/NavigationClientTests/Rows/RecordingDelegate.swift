import NavigationClient
import NavigationModel
import Synchronization

/// A delegate that writes down what it is asked and told, and refuses what it was made to refuse.
final class RecordingDelegate: NavigationDelegate {
    /// One call.
    struct Call: Sendable {
        let name: String
        let event: NavigationEvent
    }

    private let written = Mutex<[Call]>([])
    private let refused: Set<String>
    private let note: @Sendable (Call) async -> Void

    /// - Parameters:
    ///   - refusing: the names of the methods that say no.
    ///   - note: called within each call, before it returns.
    init(
        refusing refused: Set<String> = [],
        note: @escaping @Sendable (Call) async -> Void = { _ in }
    ) {
        self.refused = refused
        self.note = note
    }

    /// The calls so far, in order.
    var calls: [Call] { written.withLock { $0 } }

    private func record(_ name: String, _ event: NavigationEvent) async -> Bool {
        let call = Call(name: name, event: event)
        written.withLock { $0.append(call) }
        await note(call)
        return !refused.contains(name)
    }

    func shouldPush(_ event: NavigationEvent) async -> Bool { await record("shouldPush", event) }
    func didPush(_ event: NavigationEvent) async { _ = await record("didPush", event) }
    func shouldPop(_ event: NavigationEvent) async -> Bool { await record("shouldPop", event) }
    func didPop(_ event: NavigationEvent) async { _ = await record("didPop", event) }
    func shouldSelect(_ event: NavigationEvent) async -> Bool {
        await record("shouldSelect", event)
    }
    func didSelect(_ event: NavigationEvent) async { _ = await record("didSelect", event) }

    /// Waits until there are as many calls. A test that never gets them is ended by its time limit.
    func calls(_ count: Int) async -> [Call] {
        while calls.count < count { await Task.yield() }
        return calls
    }
}
