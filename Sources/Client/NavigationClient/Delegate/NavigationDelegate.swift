/// An object that approves a mirror's own changes and observes everyone's, with the names of
/// `UINavigationBarDelegate` and `UITabBarControllerDelegate`.
///
/// A `should…` method is called before a change of this mirror leaves the device: `false` refuses
/// it with ``NavigationClientError/Code/vetoed``, and nothing of it is stored. The event describes
/// exactly the change that leaves: if another process of the device changes the scene meanwhile,
/// the method is called again. It is never called for changes of other devices, which are committed
/// already.
///
/// A `did…` method is called for what was committed, whoever the author, once for each event, in
/// the order of the revisions, one after the other: the next call begins when the one before has
/// returned. For a change of this mirror the order is should, commit, did. After a gap (see
/// ``MirrorUpdate/isReset``) it is called for the difference as a whole, which has no author.
///
/// Isolation: every method is called from a task of its own, never on the client's thread, so it
/// may take its time; a method that belongs to the main actor runs there. A method without an
/// implementation approves everything or does nothing.
public protocol NavigationDelegate: Sendable {
    /// Returns a Boolean value indicating whether the screens may be pushed.
    func shouldPush(_ event: NavigationEvent) async -> Bool
    /// The screens were pushed.
    func didPush(_ event: NavigationEvent) async
    /// Returns a Boolean value indicating whether the screens may be popped.
    func shouldPop(_ event: NavigationEvent) async -> Bool
    /// The screens were popped.
    func didPop(_ event: NavigationEvent) async
    /// Returns a Boolean value indicating whether the tab may be selected, or refreshed if it is
    /// the selected one.
    func shouldSelect(_ event: NavigationEvent) async -> Bool
    /// The tab was selected, or refreshed.
    func didSelect(_ event: NavigationEvent) async
}

extension NavigationDelegate {
    /// Approves the push.
    public func shouldPush(_ event: NavigationEvent) async -> Bool { true }
    /// Does nothing.
    public func didPush(_ event: NavigationEvent) async {}
    /// Approves the pop.
    public func shouldPop(_ event: NavigationEvent) async -> Bool { true }
    /// Does nothing.
    public func didPop(_ event: NavigationEvent) async {}
    /// Approves the selection.
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
