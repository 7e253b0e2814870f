package import Foundation

/// A process whose output is read, and whose end is awaited, by a thread that may block; releasing the
/// object kills it.
///
/// Not Foundation's `Process`: up to Swift 6.3 it reads past the end of the list of open files, and
/// crashes where nothing is mapped there (swift-corelibs-foundation, issue 5472).
package final class BlockingProcess {
    /// The standard output.
    package let output: FileHandle
    /// The standard error. A process that writes more than a socket holds, some 200 KB, waits until it is
    /// read.
    package let errors: FileHandle
    private let spawned: Spawned
    private var ending: Ending?

    /// Starts `executable`, with nothing on its standard input.
    package init(
        _ executable: String, _ arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        spawned = try Spawned(executable, arguments, environment: environment)
        output = FileHandle(fileDescriptor: spawned.output, closeOnDealloc: true)
        errors = FileHandle(fileDescriptor: spawned.errors, closeOnDealloc: true)
    }

    /// Starts a program that the build puts beside the tests, or that is in another folder.
    package convenience init(
        besideTests name: String, _ arguments: [String], in folder: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = folder ?? URL(filePath: tests).deletingLastPathComponent().path
        try self.init("\(folder)/\(name)", arguments, environment: environment)
    }

    deinit {
        signal(SIGKILL)
        end()
    }

    /// Runs a program; returns a Boolean value indicating whether it could be started and succeeded.
    package static func succeeds(_ executable: String, _ arguments: [String]) -> Bool {
        (try? BlockingProcess(executable, arguments).finish().ending) == .exit(0)
    }

    /// Sends a signal, unless its end was awaited.
    package func signal(_ signal: Int32) {
        if ending == nil { kill(spawned.pid, signal) }
    }

    /// Reads the rest of its output, and waits until it has ended.
    package func finish() -> (output: String, ending: Ending) {
        let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
        return (text, end())
    }

    /// Waits until it has ended.
    @discardableResult
    package func end() -> Ending {
        let ending = ending ?? spawned.reap()
        self.ending = ending
        return ending
    }
}
