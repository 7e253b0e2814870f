import Foundation
import RunningProcesses

/// A run of the real `navctl demo`, with a temporary directory of its own to look into.
final class DemoRun {
    let process: BlockingProcess
    let temporaryDirectory: URL

    init(_ arguments: String..., environment: [String: String] = [:]) throws {
        // Short: sockets are in it.
        temporaryDirectory = URL(filePath: "/tmp/demo-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: temporaryDirectory, withIntermediateDirectories: false)
        let own = ProcessInfo.processInfo.environment
        // As the tests of the commands: given, or beside the tests.
        process = try BlockingProcess(
            besideTests: "navctl", ["demo"] + arguments, in: own["NAVSYNC_PROGRAMS"],
            environment: own.merging(["TMPDIR": temporaryDirectory.path]) { _, new in new }
                .merging(environment) { _, new in new })
    }

    deinit {
        process.signal(SIGKILL)
        process.end()
        try? FileManager.default.removeItem(at: temporaryDirectory)
    }

    /// All that it prints, and how it ends.
    func finish() -> (output: String, ending: Ending) { process.finish() }

    /// Its complaints; only after ``finish()``.
    var complaints: String {
        String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The files that have been left behind in the temporary directory.
    var leftovers: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: temporaryDirectory.path)) ?? []
    }
}
