import Foundation

/// A run of the real `navctl demo`, with a temporary directory of its own to look into.
final class DemoRun {
    let process = Process()
    let output = Pipe()
    private let errors = Pipe()
    let temporaryDirectory: URL

    init(_ arguments: String..., environment: [String: String] = [:]) throws {
        // As the tests of the commands: given, or beside the tests.
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let given = ProcessInfo.processInfo.environment["NAVSYNC_PROGRAMS"]
        let folder =
            given.map { URL(filePath: $0) } ?? URL(filePath: tests).deletingLastPathComponent()
        // Short: sockets are in it.
        temporaryDirectory = URL(filePath: "/tmp/demo-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: temporaryDirectory, withIntermediateDirectories: false)
        process.executableURL = folder.appending(path: "navctl")
        process.arguments = ["demo"] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TMPDIR": temporaryDirectory.path]) { _, new in new }
            .merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: temporaryDirectory)
    }

    /// All that it prints, and how it ends.
    func finish() -> (text: String, status: Int32) {
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: text, as: UTF8.self), process.terminationStatus)
    }

    /// Its complaints; only after ``finish()``.
    var complaints: String {
        String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The files that have been left behind in the temporary directory.
    var leftovers: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: temporaryDirectory.path)) ?? []
    }
}
