import Foundation
import Synchronization

/// A PostgreSQL server for tests, in a directory of its own: gone with the process of the tests.
package final class PostgresServer: Sendable {
    /// The directory of the newest server that is installed; `nil` for none.
    package static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }.last.map { "\(root)/\($0)/bin" }
    }()

    /// A Boolean value indicating whether tests that need a server run: if there is one, or has to
    /// be one.
    package static let isAvailable =
        programs != nil || ProcessInfo.processInfo.environment["NAVSYNC_REQUIRE_POSTGRES"] != nil

    /// The reason of a test that is left out.
    package static let missing = "PostgreSQL is not installed: apt-get install postgresql"

    /// A server that all tests of a process share, each with databases of its own.
    package static let shared = Task { try await PostgresServer() }

    private static let count = Mutex(0)
    private let process: RunningProcess
    /// The directory with the server's socket.
    package let directory: String
    private let programs: String

    /// Starts a server with further settings, as `fsync=off`, on a local socket only.
    package init(_ settings: [String] = []) async throws {
        guard let programs = Self.programs else { throw NeverCame(Self.missing) }
        self.programs = programs
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        directory = "/tmp/navsync-postgres-\(getpid())-\(number)"
        try? FileManager.default.removeItem(atPath: directory)
        let script = ["/bin/sh", "-c", Self.script, "sh", directory, programs, "\(getpid())"]
        let command = Self.asServer + script + settings.flatMap { ["-c", $0] }
        process = try RunningProcess(
            command[0], Array(command.dropFirst()), environment: ["PATH": "/usr/bin:/bin"])
        try await process.wait(for: "the server's start") { transcript in
            transcript.errors.text.contains("ready to accept connections") ? true : nil
        }
    }

    /// Makes a cluster and runs its server. A process of its own group ends the server, and removes
    /// the cluster, when this one or that of the tests is gone, in whichever way.
    ///
    /// It inherits what libraries of the tests have open: of the usual 1,000 files a process too few may
    /// be left to it, and then it does not start.
    private static let script = """
        directory=$1 programs=$2 tests=$3
        shift 3
        umask 077
        mkdir "$directory" || exit
        "$programs/initdb" --no-sync --auth=trust --username=navsync --encoding=UTF8 --locale=C \
            "$directory/data" >/dev/null || exit
        "$programs/postgres" -D "$directory/data" -k "$directory" -c listen_addresses= \
            -c max_connections=300 -c shared_buffers=64MB -c max_wal_size=256MB \
            -c max_files_per_process=8000 "$@" &
        server=$!
        setsid /bin/sh -c '
            while [ -e "/proc/$1" ] && [ -e "/proc/$2" ]; do sleep 1; done
            server=$(head -n 1 "$3/data/postmaster.pid")
            kill -QUIT "$server"
            for second in 1 2 3 4 5 6 7 8 9 10; do
                [ ! -e "/proc/$server" ] || sleep 1
            done
            rm -rf "$3"
        ' sh "$tests" $$ "$directory" >/dev/null 2>&1 </dev/null &
        wait $server
        while [ -e "$directory/crashed" ]; do sleep 1; done
        """

    /// Ends the server as a crash does: with what it has made durable, and without a farewell.
    package func crash() async throws {
        try Data().write(to: URL(filePath: "\(directory)/crashed"))
        try await control("stop", "-m", "immediate")
    }

    /// Starts the server again after a crash; returns when it accepts connections.
    package func restart() async throws {
        try await control(
            "start", "-w", "-l", "\(directory)/restart.log", "-o",
            "-k \(directory) -c listen_addresses= -c max_connections=300")
    }

    private func control(_ words: String...) async throws {
        let command = Self.asServer + ["\(programs)/pg_ctl", "-D", "\(directory)/data"] + words
        let process = try RunningProcess(
            command[0], Array(command.dropFirst()), environment: ["PATH": "/usr/bin:/bin"])
        let end = try await process.end()
        guard end.code == 0 else { throw NeverCame("pg_ctl \(words): \(end)") }
    }

    /// The beginning of a command that runs as the server's user: the server refuses to be root's.
    private static let asServer =
        geteuid() == 0
        ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []

    /// Returns the connection string of a database.
    package func url(of database: String) -> String {
        "postgresql://navsync@/\(database)?host=\(directory)"
    }

    /// Makes an empty database; returns its connection string.
    package func makeDatabase() async throws -> String {
        let name = "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        _ = try await run("CREATE DATABASE \(name)", in: "postgres")
        return url(of: name)
    }

    /// Runs statements with psql; returns what they print, without headings.
    @discardableResult
    package func run(_ sql: String, in database: String) async throws -> String {
        let process = try RunningProcess(
            "\(programs)/psql",
            ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url(of: database), "-c", sql],
            environment: ["PATH": "/usr/bin:/bin"])
        let end = try await process.end()
        guard end.code == 0 else { throw NeverCame("psql: \(end)") }
        return end.output.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the name of the database in a connection string of ``makeDatabase()``.
    package static func database(in url: String) -> String {
        url.split(separator: "/").dropFirst(2).first?.split(separator: "?").first.map(String.init)
            ?? ""
    }
}
