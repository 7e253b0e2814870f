import Foundation
import RunningProcesses

/// A running `StoreWriter`; whoever lets go of it kills it.
package final class WriterProcess {
    private let process: BlockingProcess
    private var rest = ""

    /// Starts the tool that the build puts beside the tests.
    package init(_ arguments: String...) throws {
        process = try BlockingProcess(besideTests: "StoreWriter", arguments)
    }

    /// The next line of its output; `nil` at the end. Blocks.
    package func nextLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: "\n") {
                defer { rest = String(rest[rest.index(after: end)...]) }
                return String(rest[..<end])
            }
            let data = process.output.availableData
            if data.isEmpty { return nil }
            rest += String(decoding: data, as: UTF8.self)
        }
    }

    /// All further lines, until it ends.
    package func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        process.end()
        return lines
    }

    /// Ends it as a crash would, and waits until it is gone.
    package func kill() {
        process.signal(SIGKILL)
        process.end()
    }
}
