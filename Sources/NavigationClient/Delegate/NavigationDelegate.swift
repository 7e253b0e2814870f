/// Whom a mirror asks before its own changes, and tells after everyone's: what `UINavigationBarDelegate`
/// and `UITabBarControllerDelegate` are in UIKit, with their words.
///
/// A `should…` is asked before a change of this mirror leaves: `false` refuses it with
/// ``NavigationClientError/Code/vetoed``, and nothing of it is kept. What it is asked about is what
/// leaves: if another process of the device changes the scene while it answers, it is asked anew. It is
/// never asked about changes of other devices, which have happened.
///
/// A `did…` is told of what was committed, whoever did it, once for each event, in the order of the
/// revisions, one after the other: the next waits until the one before has returned. For a change of
/// this mirror the order is should, commit, did. After a gap (see ``MirrorUpdate/wasReplaced``) it is
/// told of the difference as a whole, of which nobody is the author.
///
/// Isolation: every method is called from a task of its own, never on the client's thread, so it may
/// take its time; one that belongs to the main actor runs there. A method that does not say otherwise
/// allows everything and hears nothing.
public protocol NavigationDelegate: Sendable {
    /// Whether the screens may be pushed.
    func shouldPush(_ event: NavigationEvent) async -> Bool
    /// The screens were pushed.
    func didPush(_ event: NavigationEvent) async
    /// Whether the screens may be popped.
    func shouldPop(_ event: NavigationEvent) async -> Bool
    /// The screens were popped.
    func didPop(_ event: NavigationEvent) async
    /// Whether the tab may be selected, or refreshed if it is the selected one.
    func shouldSelect(_ event: NavigationEvent) async -> Bool
    /// The tab was selected, or refreshed.
    func didSelect(_ event: NavigationEvent) async
}

extension NavigationDelegate {
    /// Allows it.
    public func shouldPush(_ event: NavigationEvent) async -> Bool { true }
    /// Does nothing.
    public func didPush(_ event: NavigationEvent) async {}
    /// Allows it.
    public func shouldPop(_ event: NavigationEvent) async -> Bool { true }
    /// Does nothing.
    public func didPop(_ event: NavigationEvent) async {}
    /// Allows it.
    public func shouldSelect(_ event: NavigationEvent) async -> Bool { true }
    /// Does nothing.
    public func didSelect(_ event: NavigationEvent) async {}

    func should(_ event: NavigationEvent) async -> Bool {
        switch event.kind {
        case .push: await shouldPush(event)
        case .pop: await shouldPop(event)
        case .select: await shouldSelect(event)
        }
    }

    func did(_ event: NavigationEvent) async {
        switch event.kind {
        case .push: await didPush(event)
        case .pop: await didPop(event)
        case .select: await didSelect(event)
        }
    }
}
