internal import ArgumentParser
internal import Glibc
package import NavigationClient
internal import NavigationText
internal import POSIX

/// The programs that a device runs on certain events: stored in its directory, never synced.
package struct Hooks: Codable, Hashable, Sendable {
    /// The version of the file's format.
    package private(set) var version = 1
    /// The program's path and its arguments, by the names of ``HookKind``.
    private var hooks: [String: [String]] = [:]

    /// Creates an empty set of hooks.
    package init() {}

    /// The command of one kind.
    package subscript(kind: HookKind) -> [String]? {
        get { hooks[kind.rawValue].flatMap { $0.isEmpty ? nil : $0 } }
        set { hooks[kind.rawValue] = newValue }
    }

    /// The kinds that have a command, in their order.
    package var kinds: [HookKind] { HookKind.allCases.filter { self[$0] != nil } }

    /// Throws if users other than this one and root can change a command's program. A missing
    /// program passes: starting it fails, and reports it then.
    package static func checkProgram(of command: [String]) throws(CommandError) {
        guard let program = command.first, unsafe access(program, F_OK) == 0 else { return }
        do throws(TrustError) { try PathTrust.check(file: program) } catch {
            throw CommandError(message: "hook not run: \(error)")
        }
    }

    /// Returns the file of a device's hooks.
    package static func file(in directory: String) -> DeviceFile<Hooks> {
        DeviceFile("hooks.json", in: directory, empty: Hooks())
    }
}

/// The events for which a device runs a program of its owner's: the words are those of
/// `UINavigationBarDelegate` and `UITabBarControllerDelegate`.
package enum HookKind: String, ExpressibleByArgument, CaseIterable, Codable, Sendable {
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
    package static func should(_ kind: NavigationEvent.Kind) -> HookKind {
        switch kind {
        case .push: .shouldPush
        case .pop: .shouldPop
        case .select: .shouldSelect
        }
    }

    /// Returns the hook that runs after an event.
    package static func did(_ kind: NavigationEvent.Kind) -> HookKind {
        switch kind {
        case .push: .didPush
        case .pop: .didPop
        case .select: .didSelect
        }
    }
}
