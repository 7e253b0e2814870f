import Foundation
import Testing

@Suite("The sink for text")
struct SinkTests {
    /// The files that make text which may be printed, and print it.
    static let sink = "Sources/Core/NavigationText/"

    /// The files that write bytes which are no text to descriptors of their own: a backup, which is
    /// refused on a terminal, files that people name, and the demo's devices, whose reader is the
    /// demo.
    static let binary: Set = [
        "Sources/Platform/POSIX/Files/OutputFile.swift",
        "Sources/Client/navctl/Administration/BackupCommands.swift",
        "Sources/Client/Demo/Device/DeviceApp.swift",
    ]

    /// Ways to print past the filter.
    static let ways = [
        #"(?<![.\w])(print|debugPrint|dump|puts|putchar|perror|printf|vprintf|fprintf)\("#,
        #"\b(fputs|fwrite|putc|syslog|dprintf|writev)\("#, #"FileHandle\.standard"#,
        #"FileDescriptor\.standard"#, #"exit\(withError"#, #"TextOutputStream"#,
        #"StreamLogHandler"#, #"(?<!unsafe )\bstderr\b *[,)]"#, #"/dev/(tty|stdout|stderr|fd)"#,
    ]

    @Test("Nothing but the sink writes to standard output or standard error")
    func onlySink() throws {
        for path in TidyTests.sources where !path.hasPrefix(Self.sink) {
            for line in try Self.code(of: path) {
                // What the two consoles call `print` goes through the sink.
                let isConsole = path.hasSuffix("Console.swift")
                for way in Self.ways where !(isConsole && way == Self.ways[0]) {
                    let match = line.range(of: way, options: .regularExpression)
                    #expect(match == nil, "\(path): \(line)")
                }
                guard line.contains("STDOUT_FILENO") || line.contains("STDERR_FILENO"),
                    !Self.binary.contains(path)
                else { continue }
                // Examining them, and naming them for a child process, is no writing.
                let looks = ["isatty(", "ioctl(", "STDOUT_FILENO: ", "STDERR_FILENO: "]
                #expect(looks.contains { line.contains($0) }, "\(path): \(line)")
            }
        }
    }

    @Test("Escapes for a terminal are made in the sink alone")
    func onlyStyles() throws {
        for path in TidyTests.sources where !path.hasPrefix(Self.sink) {
            for line in try Self.code(of: path) {
                for escape in [#"\u{1b}"#, #"\u{1B}"#, #"\u{001b}"#, #"\u{9b}"#] {
                    #expect(!line.contains(escape), "\(path): \(line)")
                }
            }
        }
    }

    @Test("Messages of the log are constant: what varies is metadata, which is escaped")
    func constantMessages() throws {
        let call = #"logger\.(trace|debug|info|notice|warning|error|critical)\("#
        for path in TidyTests.sources {
            let text = try Repository.text(of: path)
            var rest = text[...]
            while let match = rest.range(of: call, options: .regularExpression) {
                rest = rest[match.upperBound...]
                let message = rest.drop { $0.isWhitespace }
                guard message.first == "\"" else { continue }
                let literal = message.dropFirst().prefix { $0 != "\"" }
                #expect(!literal.contains(#"\("#), "\(path): \(literal)")
            }
        }
    }

    /// The lines of a file that are no comments.
    private static func code(of path: String) throws -> [Substring] {
        try Repository.text(of: path).split(separator: "\n").filter {
            !$0.drop { $0 == " " }.hasPrefix("//")
        }
    }
}
