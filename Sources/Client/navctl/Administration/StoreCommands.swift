internal import ArgumentParser
internal import CommandLine
internal import Glibc
internal import NavigationPostgres
internal import NavigationStore
internal import NavigationText
internal import POSIX

/// `navctl store`
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Copy a daemon's data to another store.",
        subcommands: [StoreCopyCommand.self])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl store copy`
struct StoreCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy all data between SQLite and PostgreSQL.",
        discussion: """
            Each store is a data directory of navsyncd, a database file, or a
            postgresql:// URL as in the setting store.url. Stop the daemons of both first.

            The copy has the identity, epochs, logs, receipts, users and devices of the
            original: devices go on as if nothing had happened. It is compared with the
            original as a whole before anything may use it. Then it takes the original's
            place: a daemon that is started on the original again treats it as a restored
            backup, and every scene starts a new epoch.

            The target has to be empty. An interrupted copy leaves it empty, or refused by
            navsyncd until the copy is made again. The server key (server.key) is not in
            the store: a daemon with another data directory needs that file too.

            The password of a server is read from --password-file, or found by libpq, as in
            ~/.pgpass. libpq (Debian's libpq5) has to be installed.

            EXAMPLES:
              sudo systemctl stop navsyncd.socket navsyncd-tcp.socket navsyncd.service
              sudo navctl store copy /var/lib/navsync postgresql://navsync@db1/navsync
              sudo navctl store copy postgresql://navsync@db1/navsync /var/lib/navsync-2
            """)

    @Argument(
        help: "The store to copy: a directory, a file or a URL", completion: .directory)
    var from: String

    @Argument(help: "The empty store to copy to", completion: .directory)
    var to: String

    @Option(
        help: ArgumentHelp("The file with the password of the servers", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Flag(inversion: .prefixedNo, help: "Show progress (default: on a terminal)")
    var progress: Bool?

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        // Before this process becomes another user: the file may be for this one alone.
        let password = try passwordFile.map(PostgresConfiguration.password(in:))
        let (original, copy) = (try StorePlace(from), try StorePlace(to))
        try original.becomeOwner()
        try copy.becomeOwner(after: original)
        let source = try await original.source(password)
        let summary: StoreCopySummary
        do {
            summary = try await self.copy(source, to: copy, password)
        } catch {
            await source.close()
            throw error
        }
        await source.close()
        try write(StoreCopyJSON(summary, from: from, to: to), to: copy)
    }

    private func copy(
        _ source: any CopySource, to place: StorePlace, _ password: String?
    ) async throws -> StoreCopySummary {
        let term = try source.read { try $0.header().term }
        let target = try await place.target(password, after: term)
        do {
            let summary = try await Copying.run(
                ProgressLine(progress), ifInterrupted: "both stores are as they were"
            ) { step in
                try StoreCopy.copy(from: source, to: target, progress: step)
            }
            do throws(StoreError) {
                try await StoreCopy.finish(source, target)
            } catch {
                throw CommandError(
                    message: "the copy is complete and not in place: \(error.reason)",
                    advice: "make it again; until then navsyncd does not use it")
            }
            await target.close()
            return summary
        } catch {
            await target.close()
            throw error
        }
    }

    private func write(_ object: StoreCopyJSON, to place: StorePlace) throws {
        switch options.output {
        case .json: try options.results.write(object: object)
        case .text:
            let next: TerminalText =
                switch place {
                case .server: "set store.url to it, and start navsyncd"
                case .database: "start navsyncd on it"
                }
            try options.results.write(text: "\(to): \(object.words): \(next)\n")
        }
    }
}

/// A store by its name on the command line.
private enum StorePlace {
    /// A database on a server.
    case server(url: String)
    /// A database file, and its directory.
    case database(path: String, DataDirectory)

    init(_ name: String) throws(CommandError) {
        if name.hasPrefix("postgresql://") || name.hasPrefix("postgres://") {
            guard !PostgresConfiguration.hasPassword(name) else {
                throw CommandError(
                    message: "a URL with a password can be seen by all users of this machine",
                    advice: "use --password-file", status: .usage)
            }
            self = .server(url: name)
        } else if name.hasSuffix(".sqlite") {
            let directory = DataDirectory(given: DurableFiles.directory(of: name))
            self = .database(path: name, directory)
        } else {
            let directory = DataDirectory(given: name)
            self = .database(path: directory.database, directory)
        }
    }

    /// Becomes the user who owns the files, if there are any.
    func becomeOwner() throws(CommandError) {
        guard case .database(_, let directory) = self else { return }
        try directory.becomeOwner()
    }

    /// Becomes the user who owns the files, for a store that may not exist: then it belongs to the
    /// owner of the original.
    func becomeOwner(after original: StorePlace) throws(CommandError) {
        guard case .database(_, let directory) = self else { return }
        if !directory.exists {
            if case .database = original { return }
            guard geteuid() != 0 else {
                throw CommandError(
                    message: "no directory \(directory.path)",
                    advice: "create it for the daemon's user (install -d -m 700 -o navsync), or "
                        + "run as that user")
            }
        }
        try directory.becomeOwner()
    }

    func source(_ password: String?) async throws -> any CopySource {
        switch self {
        case .server(let url):
            try await PostgresCopySource(opening: Self.server(url, password))
        case .database(let path, _): try await SQLiteCopySource(opening: path)
        }
    }

    func target(_ password: String?, after term: Term) async throws -> any CopyTarget {
        switch self {
        case .server(let url):
            try await PostgresCopyTarget(opening: Self.server(url, password), after: term)
        case .database(let path, _): try SQLiteCopyTarget(creating: path)
        }
    }

    private static func server(_ url: String, _ password: String?) -> PostgresConfiguration {
        PostgresConfiguration(
            url: url, password: password, name: "a machine that copies it (process \(getpid()))")
    }
}

/// The report of a copy between stores.
private struct StoreCopyJSON: Encodable {
    private let bytes: JSON
    private let commits: JSON
    private let devices: JSON
    private let from: String
    private let invitations: JSON
    private let receipts: JSON
    private let scenes: JSON
    private let snapshots: JSON
    private let store: String
    private let to: String
    private let users: JSON
    /// For people: `copied 3 users, 14 scenes and 1204 commits (3.1 MiB), and compared them`.
    let words: String

    private enum CodingKeys: CodingKey {
        case bytes, commits, devices, from, invitations, receipts, scenes, snapshots, store, to
        case users
    }

    init(_ summary: StoreCopySummary, from: String, to: String) {
        let counts = summary.counts
        (bytes, commits) = (JSON(summary.length), JSON(summary.commits))
        (devices, invitations) = (JSON(counts.devices), JSON(counts.invitations))
        (receipts, snapshots) = (JSON(summary.receipts), JSON(summary.snapshots))
        (scenes, users) = (JSON(counts.scenes), JSON(counts.users))
        store = "\(summary.store)"
        (self.from, self.to) = (from, to)
        func number(_ count: Int, _ noun: String) -> String {
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        words =
            "copied \(number(counts.users, "user")), \(number(counts.scenes, "scene")) and "
            + "\(number(summary.commits, "commit")) (\(ByteCount(summary.length))), and "
            + "compared them"
    }
}
