/// The lines that a terminal shows after some output, of the sequences that a device in the terminal
/// writes.
struct TerminalScreen {
    /// The lines, without spaces at their ends.
    var lines: [String] { cells.map { Self.trimmed(String($0)) } }
    /// A Boolean value indicating whether a program has the screen for itself.
    private(set) var isTaken = false
    /// A Boolean value indicating whether the cursor is shown.
    private(set) var isCursorShown = true
    /// A Boolean value indicating whether presses of a pointer are reported.
    private(set) var isPointerReported = false

    private var cells: [[Character]]
    private var saved: [[Character]] = []
    private var row = 0
    private var column = 0
    private let columns: Int

    /// Shows `output` on a terminal of this size.
    init(_ output: String, columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        var rest = output.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1b}": follow(&rest)
            case "\r": column = 0
            case "\n": row = min(row + 1, rows - 1)
            default: write(Character(scalar))
            }
        }
    }

    private mutating func write(_ character: Character) {
        guard cells.indices.contains(row), column < columns else { return }
        cells[row][column] = character
        column += 1
    }

    /// Takes a sequence: `[`, parameters, a final letter.
    private mutating func follow(_ rest: inout Substring.UnicodeScalarView) {
        guard rest.first == "[" else { return }
        rest.removeFirst()
        var parameters = ""
        while let scalar = rest.popFirst() {
            guard ("0"..."?").contains(scalar) else { return take(parameters, scalar) }
            parameters.unicodeScalars.append(scalar)
        }
    }

    private mutating func take(_ parameters: String, _ final: Unicode.Scalar) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        switch (final, parameters) {
        case ("H", _):
            row = (numbers.first ?? 1) - 1
            column = (numbers.dropFirst().first ?? 1) - 1
        case ("K", "2"):
            cells[row] = Array(repeating: " ", count: columns)
        case ("J", _):
            for row in cells.indices { cells[row] = Array(repeating: " ", count: columns) }
        case ("h", "?1049"):
            saved = cells
            isTaken = true
        case ("l", "?1049"):
            cells = saved
            isTaken = false
        case ("h", "?25"), ("l", "?25"): isCursorShown = final == "h"
        case ("h", "?1000"), ("l", "?1000"): isPointerReported = final == "h"
        default: break
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}

extension PseudoTerminal {
    /// Waits until the screen of a program that started on it is as wanted, and returns it.
    @discardableResult
    func show(
        _ what: String, columns: Int = 100, rows: Int = 60, from start: Int = 0,
        _ isShown: @escaping @Sendable (TerminalScreen) -> Bool
    ) async throws -> TerminalScreen {
        @Sendable func screen() -> TerminalScreen {
            TerminalScreen(String(text.dropFirst(start)), columns: columns, rows: rows)
        }
        do {
            return try await within(timeout, what) {
                while true {
                    let screen = screen()
                    if isShown(screen) { return screen }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        } catch {
            throw NeverCame("\(error)\n" + screen().lines.joined(separator: "\n"))
        }
    }
}
