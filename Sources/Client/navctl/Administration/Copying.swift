internal import CommandLine
internal import NavigationStore
internal import NavigationText
internal import POSIX
internal import UnixSignals
internal import ZeroMQ

/// The copying of a database by this process: on a thread of its own, with reports of its progress,
/// until it is done or a signal interrupts it.
enum Copying {
    /// Runs `body` on a thread of its own; `body` calls `step` as it proceeds, which throws once it
    /// is interrupted.
    ///
    /// - Parameter outcome: the result of an interruption, for people.
    /// - Throws: What `body` does; `CommandError` once it was interrupted.
    static func run<Result: Sendable>(
        _ progress: ProgressLine?, ifInterrupted outcome: String,
        _ body: @escaping @Sendable (_ step: (CopyProgress) throws -> Void) throws -> Result
    ) async throws -> Result {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        let interruption = Interruption()
        let listener = Task {
            for await _ in signals { interruption.hasCome.withLock { $0 = true } }
        }
        defer {
            listener.cancel()
            progress?.end()
        }
        do {
            return try await onThread(named: "copy") {
                Swift.Result {
                    try body { step in
                        guard !interruption.hasCome.withLock({ $0 }) else { throw Interrupted() }
                        progress?.show(step)
                    }
                }
            }.get()
        } catch is Interrupted {
            throw CommandError(message: "interrupted: \(outcome)")
        }
    }

    /// The arrival of a signal to stop.
    private final class Interruption: Sendable {
        let hasCome = Locked(false)
    }

    private struct Interrupted: Error {}
}

/// A number of bytes as people read it: `512 bytes`, `1.5 MiB`.
struct ByteCount: CustomStringConvertible {
    private let count: Int

    init(_ count: Int) {
        self.count = count
    }

    var description: String {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, size) = units.first(where: { count >= $0.1 }) else {
            return count == 1 ? "1 byte" : "\(count) bytes"
        }
        // Rounded down: what is not complete never looks complete.
        let tenths = Int(10 * (Double(count) / Double(size)))
        return "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
