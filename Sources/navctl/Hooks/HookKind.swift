internal import ArgumentParser
internal import NavigationClient

/// The moments at which a device runs a program of its owner's: the words are those of
/// `UINavigationBarDelegate` and `UITabBarControllerDelegate`.
enum HookKind: String, ExpressibleByArgument, CaseIterable, Codable, Sendable {
    /// Before this device pushes: may refuse.
    case shouldPush
    /// After anybody has pushed.
    case didPush
    /// Before this device pops: may refuse.
    case shouldPop
    /// After anybody has popped.
    case didPop
    /// Before this device selects a tab: may refuse.
    case shouldSelect
    /// After anybody has selected a tab.
    case didSelect

    /// The hook that is asked before an event.
    static func should(_ kind: NavigationEvent.Kind) -> HookKind {
        switch kind {
        case .push: .shouldPush
        case .pop: .shouldPop
        case .select: .shouldSelect
        }
    }

    /// The hook that is told after an event.
    static func did(_ kind: NavigationEvent.Kind) -> HookKind {
        switch kind {
        case .push: .didPush
        case .pop: .didPop
        case .select: .didSelect
        }
    }
}
