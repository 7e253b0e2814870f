internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// The devices that are there, each with its place.
struct PresenceLines {
    private let model: LiveModel

    /// Takes the model with the devices.
    init(_ model: LiveModel) {
        self.model = model
    }

    /// Returns two lines for each device, and an empty one below them: as many devices as `rows` have
    /// room for, and the number of the others. None while only this device is there.
    func lines(width: Int, rows: Int) -> [StyledLine] {
        let devices = model.present
        guard devices.contains(where: { !$0.isOwn }), rows >= 5 else { return [] }
        var lines = [StyledLine("here", .dim)]
        let fits = devices.count <= (rows - 2) / 2
        let shown = devices.prefix(fits ? devices.count : (rows - 3) / 2)
        for device in shown {
            var head = StyledLine()
            let time = device.used.map { " \($0)" } ?? ""
            let own = device.isOwn ? " (this device)" : ""
            let room = max(0, width - time.displayWidth - own.displayWidth)
            head.append(device.name.label(width: room), .accent)
            head.append("\(own)\(time)".label(), .dim)
            lines.append(head)
            lines.append(StyledLine("  " + place(of: device).label(width: max(0, width - 2))))
        }
        if shown.count < devices.count {
            lines.append(StyledLine("and \(devices.count - shown.count) more", .dim))
        }
        return lines + [StyledLine()]
    }

    /// Returns `Inbox › Lunch on Friday` for the tab of a device and the screen on top of its stack.
    func place(of device: PresentRow) -> String {
        (model.mirror?.scene ?? .empty).words(for: device.tab, device.screen) ?? "no tab"
    }
}

/// The marks on the bars of tabs for the other devices that are there: the first letters of their names,
/// or their number, in cells of a tab that are empty.
struct PresenceMarks {
    private let marks: [String: [TerminalText]]

    /// The most letters on one tab.
    private static let mostLetters = 3

    /// Takes the model with the devices.
    init(_ model: LiveModel) {
        var names: [String: [String]] = [:]
        for device in model.present where !device.isOwn {
            guard let tab = device.tab else { continue }
            names["tab.\(tab.rawValue)", default: []].append(device.name)
        }
        marks = names.mapValues { names in
            let letters = names.prefix(Self.mostLetters + 1).map { String($0.prefix(1)) }.joined()
            return (names.count > Self.mostLetters ? [] : [letters.label()])
                + ["\(names.count)"]
        }
    }

    /// Returns the lines of a drawing with the marks; a tab without empty cells has none.
    func lines(of drawing: TerminalDrawing) -> [StyledLine] {
        var lines = drawing.drawing.lines
        var done: Set<String> = []
        for target in drawing.targets {
            guard case .item(let id) = target.element, !done.contains(id), let words = marks[id],
                lines.indices.contains(target.row)
            else { continue }
            for mark in words {
                // At its edges, or in the gap behind it.
                let end = target.columns.upperBound
                let places = [target.columns.lowerBound, end - mark.displayWidth, end + 1]
                let marked = places.lazy.compactMap { column in
                    lines[target.row].replacingBlanks(at: column, with: mark, .link)
                }.first
                guard let marked else { continue }
                lines[target.row] = marked
                done.insert(id)
                break
            }
        }
        return lines
    }
}

extension StyledLine {
    /// Returns the line with a text in the place of spaces; `nil` if there are others. A space on each
    /// side of it stays.
    func replacingBlanks(at column: Int, with text: TerminalText, _ style: Style) -> StyledLine? {
        let cells = column..<(column + text.displayWidth)
        let around = (cells.lowerBound - 1)...cells.upperBound
        var line = StyledLine()
        var start = 0
        for run in runs {
            for character in run.text.description {
                let end = start + max(1, String(character).displayWidth)
                defer { start = end }
                if around.overlaps(start...(end - 1)), character != " ",
                    cells.overlaps(start..<end) || !Self.isEdge(character)
                {
                    return nil
                }
                if start == cells.lowerBound {
                    line.append(text, style)
                } else if !cells.contains(start) {
                    line.append(String(character).label(), run.style)
                }
            }
        }
        return line.width >= cells.upperBound ? line : nil
    }

    /// Returns a Boolean value indicating whether a character is of a frame, which a text may touch.
    private static func isEdge(_ character: Character) -> Bool { "│─╭╮╰╯├┤".contains(character) }
}
