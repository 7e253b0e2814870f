internal import POSIX
internal import Glibc
internal import NavigationText

/// The programs that a device runs on certain events: stored in its directory, never synced.
struct Hooks: Codable, Hashable, Sendable {
    /// The version of the file's format.
    private(set) var version = 1
    /// The program's path and its arguments, by the names of ``HookKind``.
    private var hooks: [String: [String]] = [:]

    /// Creates an empty set of hooks.
    init() {}

    /// The command of one kind.
    subscript(kind: HookKind) -> [String]? {
        get { hooks[kind.rawValue].flatMap { $0.isEmpty ? nil : $0 } }
        set { hooks[kind.rawValue] = newValue }
    }

    /// The kinds that have a command, in their order.
    var kinds: [HookKind] { HookKind.allCases.filter { self[$0] != nil } }

    /// Throws if users other than this one and root can change a command's program. A missing
    /// program passes: starting it fails, and reports it then.
    static func checkProgram(of command: [String]) throws(CommandError) {
        guard let program = command.first, unsafe access(program, F_OK) == 0 else { return }
        do throws(TrustError) { try PathTrust.check(file: program) } catch {
            throw CommandError(message: "a hook's program is not run: \(error)")
        }
    }

    /// Returns the file of a device's hooks.
    static func file(in directory: String) -> DeviceFile<Hooks> {
        DeviceFile("hooks.json", in: directory, empty: Hooks())
    }
}
