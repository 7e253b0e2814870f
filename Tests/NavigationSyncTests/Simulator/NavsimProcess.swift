import Foundation

/// A run of the simulator's command.
enum NavsimProcess {
    /// Runs it to its end; returns what it printed and how it ended.
    static func run(_ arguments: String...) throws -> (output: String, status: Int32) {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(filePath: tests).deletingLastPathComponent()
            .appending(path: "navsim")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
