/// The programs that a device runs at certain moments: kept in its directory, never synced.
struct Hooks: Codable, Hashable, Sendable {
    /// The form of the file.
    private(set) var version = 1
    /// The program's path and its arguments, by the names of ``HookKind``.
    private var hooks: [String: [String]] = [:]

    /// None.
    init() {}

    /// The command of one kind.
    subscript(kind: HookKind) -> [String]? {
        get { hooks[kind.rawValue].flatMap { $0.isEmpty ? nil : $0 } }
        set { hooks[kind.rawValue] = newValue }
    }

    /// The kinds that have a command, in their order.
    var kinds: [HookKind] { HookKind.allCases.filter { self[$0] != nil } }

    /// Where a device keeps them.
    static func file(in directory: String) -> DeviceFile<Hooks> {
        DeviceFile("hooks.json", in: directory, empty: Hooks())
    }
}
