import Foundation

/// The system calls that write, sync and send, of a process that `strace` followed.
struct Trace {
    /// One call. Moments are lines of the trace: the order in which the kernel was entered and left.
    struct Call {
        let name: String
        /// The path of the file or of the listening socket.
        let path: String
        /// The identity of the connection, or the path of the file.
        let stream: String
        /// The bytes passed to the call; no more of them than the call took.
        var bytes: [UInt8]
        let started: Int
        /// `nil` if it had not returned when the trace ended.
        var completed: Int?
        var result: Int = -1
    }

    /// All calls in the order in which they started.
    private(set) var calls: [Call] = []
    private var unfinished: [Substring: Int] = [:]

    /// The options to trace with: descriptors with paths, all bytes in hexadecimal.
    static let options = [
        "-f", "-yy", "-xx", "-s", "1000000", "-e", "signal=none", "-e",
        "trace=fdatasync,fsync,sync_file_range,pwrite64,pwritev,pwritev2,write,writev,sendto,"
            + "sendmsg,sendmmsg,sendfile,msync",
    ]

    /// The path of the tool on this machine; throws the command that installs it.
    static var tool: String {
        get throws {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            let places = path.split(separator: ":").map { "\($0)/strace" }
            let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
            guard let found else {
                throw NeverCame("this test needs strace: apt-get install strace")
            }
            return found
        }
    }

    /// Reads a trace.
    init(_ text: String) throws {
        for (moment, line) in text.split(separator: "\n").enumerated() {
            try read(line, at: moment)
        }
    }

    private mutating func read(_ line: Substring, at moment: Int) throws {
        guard let space = line.firstIndex(of: " ") else { return }
        let thread = line[..<space]
        let rest = line[space...].drop { $0 == " " }
        if rest.hasPrefix("+++") || rest.hasPrefix("---") { return }
        if rest.hasPrefix("<... ") {
            guard let index = unfinished.removeValue(forKey: thread) else { return }
            finish(index, rest, at: moment)
            return
        }
        guard let call = try Call(rest, at: moment) else { return }
        calls.append(call)
        if rest.hasSuffix("<unfinished ...>") {
            unfinished[thread] = calls.count - 1
        } else {
            finish(calls.count - 1, rest, at: moment)
        }
    }

    private mutating func finish(_ index: Int, _ line: Substring, at moment: Int) {
        guard let equals = line.range(of: " = ", options: .backwards) else { return }
        let result = line[equals.upperBound...].prefix { $0.isNumber || $0 == "-" }
        calls[index].completed = moment
        calls[index].result = Int(result) ?? -1
        if calls[index].result >= 0, !calls[index].bytes.isEmpty {
            calls[index].bytes = Array(calls[index].bytes.prefix(calls[index].result))
        }
    }
}

extension Trace.Call {
    /// Reads `name(descriptor<path>, "bytes", …`; `nil` for a descriptor that has no path.
    init?(_ line: Substring, at moment: Int) throws {
        guard let open = line.firstIndex(of: "("), let angle = line.firstIndex(of: "<") else {
            return nil
        }
        name = String(line[..<open])
        let target = line[line.index(after: angle)...]
        let after: Substring
        if target.hasPrefix("UNIX-STREAM:[") {
            guard let end = target.range(of: "]>"), let quote = target.firstIndex(of: "\"") else {
                // A socket without a path: not one that clients can connect to.
                return nil
            }
            stream = String(target[..<quote])
            path = Self.text(target[quote...])
            after = target[end.upperBound...]
        } else {
            guard let end = target.firstIndex(of: ">") else { return nil }
            path = Self.text(target[..<end])
            stream = path
            after = target[end...]
        }
        started = moment
        let plain = ["write", "pwrite64", "sendto"]
        guard plain.contains(name) else {
            // Of any other way to write the bytes are not read here, so it must not pass unseen.
            let isSync = ["fsync", "fdatasync"].contains(name)
            guard isSync || !(path.hasSuffix(".sock") || path.hasSuffix("-wal")) else {
                throw NeverCame("the trace has a \(name) to \(path), which is not understood")
            }
            bytes = []
            return
        }
        guard let quote = after.firstIndex(of: "\"") else { return nil }
        let content = after[after.index(after: quote)...].prefix { $0 != "\"" }
        bytes = Self.bytes(content)
    }

    /// The bytes of `\x2f\x74…`.
    private static func bytes(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4)
        var high: UInt8?
        var isEscape = false
        for character in text.utf8 {
            if character == UInt8(ascii: "\\") {
                isEscape = true
            } else if isEscape, character == UInt8(ascii: "x") {
                isEscape = false
            } else if let digit = Character(UnicodeScalar(character)).hexDigitValue {
                if let upper = high {
                    bytes.append(upper << 4 | UInt8(digit))
                    high = nil
                } else {
                    high = UInt8(digit)
                }
            }
        }
        return bytes
    }

    private static func text(_ escaped: Substring) -> String {
        String(decoding: bytes(escaped.prefix { $0 != "]" }), as: UTF8.self)
    }
}
