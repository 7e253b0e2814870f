internal import CommandLine
internal import NavigationBars
internal import NavigationText

/// The end of the demo as a table: the digest of each participant, and the result of comparing
/// them.
struct ConvergenceTable {
    /// The content.
    let verdict: ConvergenceReport
    /// The number of columns.
    let columns: Int

    private static let digestDigits = 12

    /// The number of rows of a table without differences.
    static let rows = DemoDevice.allCases.count + 4

    /// The drawing.
    var drawing: Drawing {
        var lines = [StyledLine(), header]
        for device in verdict.devices {
            lines.append(
                row(
                    device.name, short(device.digest), String(device.revision),
                    String(device.changes), outcomes(of: device), style(of: device.digest)))
        }
        lines.append(
            row(
                "navsyncd", short(verdict.daemon.digest), String(verdict.daemon.revision), "", "",
                .plain))
        lines += conclusion
        return Drawing(
            width: columns, lines: lines.map { $0.width > columns ? cut($0) : $0 })
    }

    private var conclusion: [StyledLine] {
        guard verdict.equal else {
            return verdict.differences.map {
                StyledLine(
                    ("not equal: \($0)" as String).label(width: columns),
                    Style(bold: true, color: .red))
            }
        }
        let changes = verdict.devices.reduce(0) { $0 + $1.changes }
        let text = "equal: four digests, each computed independently; \(changes) changes"
        return [StyledLine(text.label(width: columns), Style(bold: true, color: .green))]
    }

    private var header: StyledLine {
        let line = row("", "digest", "revision", "changes", "outcomes", .plain)
        return StyledLine(line.runs.map(\.text).joined(), .dim)
    }

    private func row(
        _ name: String, _ digest: String, _ revision: String, _ changes: String,
        _ outcomes: String, _ style: Style
    ) -> StyledLine {
        var line = StyledLine("\(name)", .bold)
        line.pad(to: 10)
        line.append("\(digest)", style)
        line.pad(to: 10 + Self.digestDigits + 3)
        line.pad(to: line.width + 8 - revision.displayWidth)
        line.append("\(revision)")
        line.pad(to: line.width + 9 - changes.displayWidth)
        line.append("\(changes)  \(outcomes)")
        return line
    }

    private func cut(_ line: StyledLine) -> StyledLine {
        StyledLine(line.runs.map(\.text).joined().description.label(width: columns))
    }

    private func short(_ digest: String) -> String { digest.prefix(Self.digestDigits) + "…" }

    private func style(of digest: String) -> Style {
        Style(color: digest == verdict.daemon.digest ? .green : .red)
    }

    private func outcomes(of device: ConvergenceReport.Device) -> String {
        device.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}
