internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// One picture of the demo: the screens side by side, the state of each device, and a caption.
struct DemoFrame {
    /// The last report of each device.
    var reports: [DemoDevice: DeviceReport]
    /// The description of the current step.
    var caption: String
    /// The number of columns.
    var columns: Int
    /// The number of rows of each screen.
    var screenRows: Int

    private static let gap = 2
    private static let captionRows = 2

    /// The minimum number of columns for three screens side by side.
    static let minimumColumns = 3 * ScreenDrawing.minimumSize.columns + 2 * gap

    /// The number of rows of a frame below its screens.
    static let rowsBelowScreens = 2 + captionRows

    /// The drawing: its height depends on the screen rows alone.
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
        let waiting = report.pending == 0 ? "" : ", \(report.pending) pending"
        return StyledLine(centered: text + waiting, width: columns, style)
    }

    /// The caption in a fixed number of lines, whatever its length.
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
