internal import Logging
internal import Synchronization

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
