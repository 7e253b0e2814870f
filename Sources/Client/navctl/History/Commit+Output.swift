internal import CommandLine
internal import Glibc
internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// Commits as lines for people.
enum CommitText {
    /// `#17 phone pushed clock://alarms/1 on alarms`
    static func watchLine(_ commit: Commit, _ authors: Authors) -> StyledLine {
        var line = StyledLine("#\(commit.revision)", .bold)
        line.append(" ")
        line.append(commit.author.label, .accent)
        line.append(" " + OperationText.words(commit.operations))
        append(commit, authors, to: &line)
        return line
    }

    /// `#17  2026-11-21 14:09:58  phone  pushed clock://alarms/1 on alarms`
    static func logLine(_ commit: Commit, _ authors: Authors) -> StyledLine {
        var line = StyledLine("#\(commit.revision)", .bold)
        line.pad(to: 6)
        line.append(" \(commit.stamp.time.local)  ", .dim)
        line.append(commit.author.label, .accent)
        line.append("  " + OperationText.words(commit.operations))
        append(commit, authors, to: &line)
        return line
    }

    private static func append(
        _ commit: Commit, _ authors: Authors, to line: inout StyledLine
    ) {
        guard let words = OutcomeText.words(commit.outcome, of: commit.operations, authors) else {
            return
        }
        line.append(" · " + words, .dim)
    }
}

/// A commit as JSON, with the members of its outcome.
struct CommitJSON: Encodable {
    private let commit: Commit

    private enum CodingKeys: CodingKey {
        case revision, device, sequence, author, time, animated, operations
    }

    init(_ commit: Commit) {
        self.commit = commit
    }

    func encode(to encoder: any Encoder) throws {
        try OutcomeJSON(commit.outcome).encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(commit.revision.rawValue, forKey: .revision)
        try members.encode(commit.stamp.device.description, forKey: .device)
        try members.encode(commit.stamp.sequence.rawValue, forKey: .sequence)
        try members.encode(commit.author.rawValue, forKey: .author)
        try members.encode(commit.stamp.time.rfc3339, forKey: .time)
        try members.encode(commit.animated, forKey: .animated)
        try members.encode(
            OperationJSON.values(of: commit.operations, commit.outcomes), forKey: .operations)
    }
}

extension Timestamp {
    /// RFC 3339 in UTC, to the microsecond: `2026-11-21T14:09:58.123456Z`.
    var rfc3339: String {
        let (seconds, microseconds) = parts
        let text = Self.format(seconds, "%Y-%m-%dT%H:%M:%S", isLocal: false)
        let digits = String(microseconds)
        return text + "." + String(repeating: "0", count: 6 - digits.count) + digits + "Z"
    }

    /// For people, in the time zone of this machine: `2026-11-21 14:09:58`.
    var local: String {
        Self.format(parts.seconds, "%Y-%m-%d %H:%M:%S", isLocal: true)
    }

    private var parts: (seconds: time_t, microseconds: Int64) {
        let (seconds, microseconds) = rawValue.quotientAndRemainder(dividingBy: 1_000_000)
        return microseconds < 0
            ? (time_t(seconds - 1), microseconds + 1_000_000) : (time_t(seconds), microseconds)
    }

    private static func format(_ seconds: time_t, _ format: String, isLocal: Bool) -> String {
        var seconds = seconds
        var parts = unsafe tm()
        if isLocal {
            unsafe localtime_r(&seconds, &parts)
        } else {
            unsafe gmtime_r(&seconds, &parts)
        }
        var buffer = [CChar](repeating: 0, count: 64)
        let length = unsafe strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
