internal import NavigationModel

/// Those who follow a mirror, and what each has not been told yet.
///
/// What gathers for one who is slow is put together into one update; the overflow rule: beyond
/// ``limit`` commits, or ``lengthLimit`` bytes of them, it becomes an update without commits that says that
/// the scene was replaced.
struct Subscribers {
    private struct Member {
        weak var subscription: Subscription?
        var commits: [Commit] = []
        /// Bytes that these take, about.
        var length = 0
        /// The first update is the scene as it is.
        var isReset = true
        var hasNews = true
        var continuation: CheckedContinuation<MirrorUpdate?, Never>?

        mutating func add(_ more: [Commit], ofLength moreLength: Int, _ isReplacement: Bool) {
            isReset =
                isReset || isReplacement || commits.count + more.count > Subscribers.limit
                || length + moreLength > Subscribers.lengthLimit
            commits = isReset ? [] : commits + more
            length = isReset ? 0 : length + moreLength
        }
    }

    private var members: [ObjectIdentifier: Member] = [:]

    /// Commits that one update carries at most.
    static let limit = 4_096
    /// Bytes in memory that the commits of one update take at most.
    static let lengthLimit = 8_388_608

    mutating func join(_ subscription: Subscription) {
        members = members.filter { $0.value.subscription != nil }
        members[ObjectIdentifier(subscription)] = Member(subscription: subscription)
    }

    /// Notes that something has changed.
    mutating func note(_ commits: [Commit] = [], isReset: Bool = false) {
        let length = members.isEmpty ? 0 : commits.reduce(0) { $0 + $1.lengthInMemory }
        for id in members.keys {
            members[id]?.hasNews = true
            members[id]?.add(commits, ofLength: length, isReset)
        }
    }

    /// Hands the news to those who wait for it.
    mutating func deliver(_ update: ([Commit], Bool) -> MirrorUpdate) {
        for (id, member) in members where member.hasNews {
            guard let continuation = member.continuation else { continue }
            members[id]?.continuation = nil
            guard let (commits, isReset) = takeNews(of: id) else { continue }
            continuation.resume(returning: update(commits, isReset))
        }
    }

    /// Takes what a member has not been told yet; `nil` if there is nothing.
    mutating func takeNews(of subscription: Subscription) -> ([Commit], Bool)? {
        takeNews(of: ObjectIdentifier(subscription))
    }

    private mutating func takeNews(of id: ObjectIdentifier) -> ([Commit], Bool)? {
        guard let member = members[id], member.hasNews else { return nil }
        members[id]?.hasNews = false
        members[id]?.commits = []
        members[id]?.length = 0
        members[id]?.isReset = false
        return (member.commits, member.isReset)
    }

    /// Lets a member wait for news; one wait at a time.
    mutating func wait(
        _ subscription: Subscription, _ continuation: CheckedContinuation<MirrorUpdate?, Never>
    ) {
        let id = ObjectIdentifier(subscription)
        members[id]?.continuation?.resume(returning: nil)
        members[id]?.continuation = continuation
        if members[id] == nil { continuation.resume(returning: nil) }
    }

    /// Ends a member's wait.
    mutating func cancel(_ subscription: Subscription) {
        let id = ObjectIdentifier(subscription)
        members[id]?.continuation?.resume(returning: nil)
        members[id]?.continuation = nil
    }

    /// Ends all waits.
    mutating func close() {
        for id in members.keys {
            members[id]?.continuation?.resume(returning: nil)
            members[id]?.continuation = nil
        }
    }
}

extension Commit {
    /// Bytes that it takes, about: its texts are in an operation and in its effect, and shared.
    fileprivate var lengthInMemory: Int {
        effects.reduce(512) { $0 + 256 + $1.value.bytes.count }
    }
}

/// One who follows a mirror, as long as it lives.
final class Subscription: Sendable {}
