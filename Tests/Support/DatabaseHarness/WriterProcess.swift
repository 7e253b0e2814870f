import Foundation

/// A running `StoreWriter`; whoever lets go of it kills it.
package final class WriterProcess {
    private let process = Process()
    private let output = Pipe()
    private var rest = ""

    /// Starts the tool that the build puts beside the tests.
    package init(_ arguments: String...) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent()
            .appending(path: "StoreWriter")
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
    }

    /// The next line of its output; `nil` at the end. Blocks.
    package func nextLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: "\n") {
                defer { rest = String(rest[rest.index(after: end)...]) }
                return String(rest[..<end])
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            rest += String(decoding: data, as: UTF8.self)
        }
    }

    /// All further lines, until it ends.
    package func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        process.waitUntilExit()
        return lines
    }

    /// Ends it as a crash would, and waits until it is gone.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
