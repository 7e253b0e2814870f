internal import NavigationText

/// The settings of people on their device, as far as cells of a terminal show them: weight and
/// contrast by the look of text, the others by a word at the upper edge.
extension StyledLine {
    /// Returns the line in bold, and with nothing fainter than the rest, as far as people have set it.
    func adapted(to traits: DeviceTraits) -> StyledLine {
        var line = StyledLine()
        for run in runs {
            var style = run.style
            if traits.isBoldText { style.isBold = true }
            if traits.increasesContrast { style.isDim = false }
            line.append(run.text, style)
        }
        return line
    }
}

extension DeviceTraits {
    /// The settings that differ from the usual ones, each in a word or two; empty at those.
    var settingNames: String {
        [
            textSize == .L ? nil : textSize.rawValue,
            isBoldText ? "bold" : nil,
            increasesContrast ? "more contrast" : nil,
            reducesTransparency ? "opaque" : nil,
            reducesMotion ? "still" : nil,
            layoutDirection.map { $0 == .rightToLeft ? "right to left" : "left to right" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension TerminalPage {
    /// Puts the large content viewer over the middle of the lines.
    mutating func present(_ viewer: LargeContentViewer) {
        let room = width - 4
        let symbol = viewer.icon.map { SymbolTable.character(for: $0.symbol) }
        let words = [symbol, viewer.label?.whole].compactMap { $0?.label(width: room) }
        let inner = (words.map(\.displayWidth).max() ?? 0) + 2
        let rule = TerminalText(repeating: "─", count: inner)
        var panel = [StyledLine("╭" + rule + "╮", .accent)]
        for word in words {
            var line = StyledLine("│", .accent)
            line.append(StyledLine(centered: word.description, width: inner, .bold))
            line.append("│", .accent)
            panel.append(line)
        }
        panel.append(StyledLine("╰" + rule + "╯", .accent))
        cover(with: panel.map { $0.centered(width: width) })
    }
}
