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
        line.append(" " + OperationText.words(commit.operations, naming: authors.devices))
        append(commit, authors, to: &line)
        return line
    }

    /// `#17  2026-11-21 14:09:58  phone  pushed clock://alarms/1 on alarms`
    static func logLine(_ commit: Commit, _ authors: Authors) -> StyledLine {
        var line = StyledLine("#\(commit.revision)", .bold)
        line.pad(to: 6)
        line.append(" \(commit.stamp.time.local)  ", .dim)
        line.append(commit.author.label, .accent)
        line.append("  " + OperationText.words(commit.operations, naming: authors.devices))
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
