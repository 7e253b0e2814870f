internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// One picture of the demo: the screens side by side, how each device stands, and a caption.
struct DemoFrame {
    /// The last report of each device.
    var reports: [DemoDevice: DeviceReport]
    /// The line that says what is happening.
    var caption: String
    /// The number of columns.
    var columns: Int
    /// The number of rows of each screen.
    var screenRows: Int

    private static let gap = 2
    private static let captionRows = 2

    /// The fewest columns that three screens side by side take.
    static let minimumColumns = 3 * ScreenDrawing.minimumSize.columns + 2 * gap

    /// The rows that a frame takes beyond those of its screens.
    static let rowsBelowScreens = 2 + captionRows

    /// The drawing, always as tall for as many screen rows.
    var drawing: Drawing {
        let screenColumns = (columns - 2 * Self.gap) / 3
        let screens = DemoDevice.allCases.map { screen(of: $0, columns: screenColumns) }
        var lines = SideBySide(screens, gap: Self.gap).drawing.lines
        let states = DemoDevice.allCases.map { device in
            Drawing(width: screenColumns, lines: [state(of: report(of: device), screenColumns)])
        }
        lines += SideBySide(states, gap: Self.gap).drawing.lines
        lines.append(StyledLine())
        lines += captionLines
        return Drawing(width: columns, lines: lines)
    }

    private func report(of device: DemoDevice) -> DeviceReport {
        reports[device] ?? DeviceReport()
    }

    private func screen(of device: DemoDevice, columns: Int) -> Drawing {
        let report = report(of: device)
        let screen = ScreenDrawing(
            device: device.rawValue, status: "r \(report.revision)",
            footer: report.revision == 0 ? "" : String(report.digest.prefix(8)), columns: columns,
            rows: screenRows)
        return screen.drawing(of: report.scene.scene)
    }

    private func state(of report: DeviceReport, _ columns: Int) -> StyledLine {
        let (text, style): (String, Style) =
            switch report.connection {
            case .live: ("● live", Style(color: .green))
            case .syncing: ("◌ catching up", Style(color: .yellow))
            case .offline: ("○ offline", Style(bold: true, color: .yellow))
            case .failed: ("✗ refused", Style(bold: true, color: .red))
            }
        let waiting = report.pending == 0 ? "" : ", \(report.pending) waiting"
        return StyledLine(centered: text + waiting, width: columns, style)
    }

    /// The caption in as many lines as it may have, whatever its length.
    private var captionLines: [StyledLine] {
        var rows = [""]
        for word in caption.split(separator: " ") {
            let last = rows[rows.count - 1]
            if last.isEmpty {
                rows[rows.count - 1] = String(word)
            } else if last.displayWidth + 1 + word.displayWidth <= columns
                || rows.count == Self.captionRows
            {
                rows[rows.count - 1] = "\(last) \(word)"
            } else {
                rows.append(String(word))
            }
        }
        rows += Array(repeating: "", count: Self.captionRows - rows.count)
        return rows.map { StyledLine($0.label(width: columns), .bold) }
    }
}
