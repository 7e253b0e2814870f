internal import NavigationBars
internal import NavigationText

/// The lines of a device between two drawings of the same size, part by part of the way.
struct MovingLines: Sendable {
    let old: [StyledLine]
    let new: [StyledLine]
    /// The cells of a line, of which the first and the last are the frame.
    let width: Int
    /// The rows that stay where they are.
    let still: Set<Int>
    /// A Boolean value indicating whether what comes from the right comes from the left instead.
    let isMirrored: Bool

    /// Returns the lines while a screen slides over the other, in from the end of the line, or back
    /// out to it.
    ///
    /// - Parameter progress: The share of the time that is over, from 0.
    func slid(by progress: Double, isBack: Bool) -> [StyledLine] {
        let room = width - 2
        let way = Self.eased(progress)
        let covered = Int((Double(room) * (isBack ? 1 - way : way)).rounded())
        let (lower, upper) = isBack ? (new, old) : (old, new)
        return new.indices.map { row in
            guard room > 0, old[row] != new[row], !still.contains(row) else { return new[row] }
            var line = new[row].cells(0..<1)
            if isMirrored {
                line.append(upper[row].cells((1 + room - covered)..<(1 + room)))
                line.append(lower[row].cells((1 + covered)..<(1 + room)))
            } else {
                line.append(lower[row].cells(1..<(1 + room - covered)))
                line.append(upper[row].cells(1..<(1 + covered)))
            }
            line.append(new[row].cells((width - 1)..<width))
            return line
        }
    }

    /// Returns the lines while a sheet rises from the lower edge of what it covers, or goes back
    /// down.
    func risen(by progress: Double, isDown: Bool) -> [StyledLine] {
        let differing = new.indices.filter { old[$0] != new[$0] }
        guard let first = differing.first, let last = differing.last else { return new }
        let way = Self.eased(progress)
        let hidden = Int((Double(last - first + 1) * (isDown ? way : 1 - way)).rounded())
        let (lower, sheet) = isDown ? (new, old) : (old, new)
        return new.indices.map { row in
            guard (first...last).contains(row) else { return new[row] }
            return row - hidden >= first ? sheet[row - hidden] : lower[row]
        }
    }

    /// Returns the lines while one drawing fades into the other.
    func faded(by progress: Double) -> [StyledLine] {
        guard progress < 1 else { return new }
        let shown = progress < 0.5 ? old : new
        return new.indices.map { old[$0] == new[$0] ? new[$0] : shown[$0].faint }
    }

    /// The share of the way at a share of the time: fast at first, and slower towards the end.
    private static func eased(_ progress: Double) -> Double {
        let left = 1 - min(1, max(0, progress))
        return 1 - left * left * left
    }
}

extension StyledLine {
    /// Returns a part of the line, of as many cells as the range has: a character that is cut is
    /// blank.
    fileprivate func cells(_ range: Range<Int>) -> StyledLine {
        var line = StyledLine()
        var column = 0
        for run in runs {
            // The marks around a text in another direction are made anew with what is left of it.
            var piece = ""
            for character in run.text.description where character.displayWidth > 0 {
                let end = column + character.displayWidth
                if column >= range.lowerBound, end <= range.upperBound {
                    piece.append(character)
                } else if column < range.upperBound, end > range.lowerBound {
                    line.append(piece.label(), run.style)
                    piece = ""
                    line.pad(to: min(end, range.upperBound) - range.lowerBound)
                }
                column = end
            }
            line.append(piece.label(), run.style)
        }
        line.pad(to: range.count)
        return line
    }

    /// The line in faint letters.
    fileprivate var faint: StyledLine {
        var line = StyledLine()
        for run in runs {
            var style = run.style
            style.isDim = true
            line.append(run.text, style)
        }
        return line
    }
}
