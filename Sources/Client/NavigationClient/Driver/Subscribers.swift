/// The subscribers to a sequence of a mirror, with the backlog of each: the elements that it has yet to
/// receive.
struct Subscribers<Backlog, Element: Sendable> {
    private struct Member {
        weak var subscription: Subscription?
        var backlog: Backlog
        var continuation: CheckedContinuation<Element?, Never>?
    }

    private var members: [ObjectIdentifier: Member] = [:]

    /// A Boolean value indicating whether there is no subscriber.
    var isEmpty: Bool { members.isEmpty }

    mutating func join(_ subscription: Subscription, _ backlog: Backlog) {
        removeReleased()
        members[ObjectIdentifier(subscription)] = Member(
            subscription: subscription, backlog: backlog)
    }

    /// Removes subscribers that have been released.
    mutating func removeReleased() {
        members = members.filter { $0.value.subscription != nil }
    }

    /// Records a change for every subscriber.
    mutating func note(_ change: (inout Backlog) -> Void) {
        for id in members.keys {
            guard var backlog = members[id]?.backlog else { continue }
            change(&backlog)
            members[id]?.backlog = backlog
        }
    }

    /// Delivers the elements that subscribers wait for; `take` removes one from a backlog.
    mutating func deliver(_ take: (inout Backlog) -> Element?) {
        for (id, member) in members {
            guard let continuation = member.continuation else { continue }
            var backlog = member.backlog
            guard let element = take(&backlog) else { continue }
            members[id]?.backlog = backlog
            members[id]?.continuation = nil
            continuation.resume(returning: element)
        }
    }

    /// Returns a subscriber's next element, and removes it from its backlog; `nil` if there is none.
    mutating func next(
        for subscription: Subscription, _ take: (inout Backlog) -> Element?
    ) -> Element? {
        let id = ObjectIdentifier(subscription)
        guard var backlog = members[id]?.backlog, let element = take(&backlog) else { return nil }
        members[id]?.backlog = backlog
        return element
    }

    /// Suspends a subscriber until its next element; one wait at a time.
    mutating func wait(
        _ subscription: Subscription, _ continuation: CheckedContinuation<Element?, Never>
    ) {
        let id = ObjectIdentifier(subscription)
        guard members[id] != nil else { return continuation.resume(returning: nil) }
        cancel(subscription)
        members[id]?.continuation = continuation
    }

    /// Ends a subscriber's wait.
    mutating func cancel(_ subscription: Subscription) {
        end(ObjectIdentifier(subscription))
    }

    /// Ends all waits.
    mutating func close() {
        for id in members.keys { end(id) }
    }

    private mutating func end(_ id: ObjectIdentifier) {
        members[id]?.continuation?.resume(returning: nil)
        members[id]?.continuation = nil
    }
}

/// The identity of a subscriber, for as long as it lives.
final class Subscription: Sendable {}
