internal import ArgumentParser
internal import NavigationClient

/// The events for which a device runs a program of its owner's: the words are those of
/// `UINavigationBarDelegate` and `UITabBarControllerDelegate`.
enum HookKind: String, ExpressibleByArgument, CaseIterable, Codable, Sendable {
    /// Before this device pushes: may refuse.
    case shouldPush
    /// After any device has pushed.
    case didPush
    /// Before this device pops: may refuse.
    case shouldPop
    /// After any device has popped.
    case didPop
    /// Before this device selects a tab: may refuse.
    case shouldSelect
    /// After any device has selected a tab.
    case didSelect

    /// Returns the hook that approves an event.
    static func should(_ kind: NavigationEvent.Kind) -> HookKind {
        switch kind {
        case .push: .shouldPush
        case .pop: .shouldPop
        case .select: .shouldSelect
        }
    }

    /// Returns the hook that runs after an event.
    static func did(_ kind: NavigationEvent.Kind) -> HookKind {
        switch kind {
        case .push: .didPush
        case .pop: .didPop
        case .select: .didSelect
        }
    }
}
