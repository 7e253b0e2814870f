internal import Glibc
internal import Logging
internal import NavigationText
internal import Synchronization
internal import POSIX

/// The destination of the log, as the configuration has it.
enum LogDestination: String, CaseIterable, Hashable, Sendable {
    /// The journal if standard error leads there, else standard error.
    case auto
    /// systemd's journal; while it does not listen, standard error.
    case journal
    /// Standard error.
    case stderr

    /// The sink for it.
    func sink(_ environment: [String: String]) -> any LogSink {
        let lines = LineSink()
        let isJournal =
            switch self {
            case .auto:
                LogDestination.isJournal(
                    StandardStream.error.descriptor, environment["JOURNAL_STREAM"])
            case .journal: true
            case .stderr: false
            }
        guard isJournal else { return lines }
        return JournalSink(fallback: lines) ?? lines
    }

    /// Returns a Boolean value indicating whether a descriptor is the stream to the journal that
    /// systemd opened, as it says in JOURNAL_STREAM: by device and inode. The variable alone proves
    /// nothing: a process with its output elsewhere may have inherited it.
    static func isJournal(_ descriptor: Int32, _ stream: String?) -> Bool {
        guard let parts = stream?.split(separator: ":"), parts.count == 2,
            let device = UInt64(parts[0]), let inode = UInt64(parts[1])
        else { return false }
        let status = try? FileStatus(ofOpen: descriptor, named: "a standard stream")
        return status?.device == device && status?.inode == inode
    }
}

/// The least severe level that is logged: one for all loggers, so that a reload can change it while
/// they are in use.
final class LogThreshold: Sendable {
    private let index: Atomic<Int>

    /// Begins with a level.
    init(_ level: Logger.Level) {
        index = Atomic(LogThreshold.index(of: level))
    }

    /// The level.
    var level: Logger.Level {
        get { Logger.Level.allCases[index.load(ordering: .relaxed)] }
        set { index.store(LogThreshold.index(of: newValue), ordering: .relaxed) }
    }

    private static func index(of level: Logger.Level) -> Int {
        Logger.Level.allCases.firstIndex(of: level) ?? 0
    }
}
