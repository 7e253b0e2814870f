internal import CommandLine
internal import NavigationBars
internal import NavigationModel

/// The devices that a scene is drawn on, side by side, and the columns that they leave for the last
/// changes.
struct DevicePanes {
    /// The drawings from left to right, each with its first column.
    let drawings: [(drawing: TerminalDrawing, column: Int)]
    /// The lines of each drawing, with the marks of the devices that are there.
    let marked: [Drawing]
    /// The columns for the last changes; 0 if they are folded away.
    let logWidth: Int

    /// The fewest columns that the last changes are worth.
    private static let narrowestLog = 28
    /// The fewest columns of a terminal that has room for them.
    private static let widestAlone = 72
    /// The fewest lines of a device's drawing, where the terminal has as many.
    private static let fewestRows = 18
    /// The width and the height that a cell of a terminal stands for, in points.
    private static let cell = (width: 9.0, height: 18.0)

    /// Draws the scene of a model in a room of a terminal.
    ///
    /// - Parameter pastRows: The lines to leave below for a past change where there is no room
    ///   beside.
    init(_ model: LiveModel, rows: Int, pastRows: Int) {
        let devices = [model.traits.device] + model.others.map(\.device)
        let natural = devices.map(Self.columns)
        let widths: [Int]
        (widths, logWidth) = Self.widths(natural, in: model.size.columns)
        let room = rows - (logWidth == 0 ? pastRows : 0)
        var column = 0
        var drawings: [(drawing: TerminalDrawing, column: Int)] = []
        for (device, width) in zip(devices, widths) {
            // A device that is wider than high is drawn so, but never cut.
            let height = max(Int(device.size.height / Self.cell.height), Self.fewestRows)
            let drawing = TerminalDrawing(
                of: BarLayout(model.scene, on: device), columns: width, rows: min(room, height),
                stack: FocusedStack(
                    model.activeScreens, focus: model.focusedLevel,
                    placeholder: Self.placeholder(model)))
            drawings.append((drawing, column))
            column += width + 1
        }
        self.drawings = drawings
        let marks = PresenceMarks(model)
        marked = drawings.enumerated().map { index, pane in
            let lines = marks.lines(of: pane.drawing)
            let drawing = Drawing(width: pane.drawing.drawing.width, lines: lines)
            guard let motion = model.motion else { return drawing }
            let tabs = pane.drawing.targets.filter { target in
                if case .item = target.element { true } else { false }
            }
            return Drawing(
                width: drawing.width,
                lines: motion.lines(
                    ofDevice: index, to: drawing, still: Set(tabs.map(\.row)),
                    isMirrored: devices[index].isRightToLeft))
        }
    }

    /// Returns the words for a stack without screens.
    private static func placeholder(_ model: LiveModel) -> String {
        if model.mirror == nil { return "opening" }
        if model.scene.tabs.isEmpty { return "no tabs yet: apply a scene file" }
        return model.activeStack == nil ? "no tab can be selected" : "nothing on the stack"
    }

    /// Returns the columns of a device's screen.
    private static func columns(of device: DeviceTraits) -> Int {
        max(TerminalDrawing.minimumColumns, Int(device.size.width / cell.width))
    }

    /// Returns the columns of as many devices as there is room for, and those that are left.
    private static func widths(_ natural: [Int], in width: Int) -> (devices: [Int], log: Int) {
        guard natural.count > 1 else {
            guard width >= widestAlone else { return (natural.map { min($0, width) }, 0) }
            let log = max(narrowestLog, width - natural[0] - 1)
            return ([min(natural[0], width - log - 1)], log)
        }
        let most = (width + 1) / (TerminalDrawing.minimumColumns + 1)
        let shown = natural.prefix(max(1, most))
        var left = width - (shown.count - 1)
        var widths: [Int] = []
        for (index, wish) in shown.enumerated() {
            widths.append(min(wish, left / (shown.count - index)))
            left -= widths[index]
        }
        return (widths, left > narrowestLog ? left - 1 : 0)
    }

    /// The drawings as one.
    var lines: [StyledLine] { SideBySide(marked, gap: 1).drawing.lines }

    /// Returns the part of a drawing at a line and a column.
    func element(row: Int, column: Int) -> TerminalTarget.Element? {
        for (drawing, start) in drawings.reversed() where column >= start {
            return drawing.targets.last {
                $0.row == row && $0.columns.contains(column - start)
            }?.element
        }
        return nil
    }
}
