internal import CQREncode
internal import NavigationText

/// A text as a QR code for a terminal: two modules in a cell, one above the other.
struct QRCode {
    /// Modules at each side, the quiet zone included.
    let side: Int
    private let dark: [Bool]

    /// The width of the light border that scanners need around it, in modules (ISO/IEC 18004).
    private static let quietZone = 4

    /// Encodes a text of at most a few kilobytes, with the least correction: a screen has no
    /// stains. `nil` if it does not fit into any code.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard
            let code = unsafe QRcode_encodeData(
                CInt(bytes.count), bytes, 0, QR_ECLEVEL_L)
        else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        let side = width + 2 * Self.quietZone
        var dark = [Bool](repeating: false, count: side * side)
        for row in 0..<width {
            for column in 0..<width {
                let place = (row + Self.quietZone) * side + column + Self.quietZone
                dark[place] = unsafe code.pointee.data[row * width + column] & 1 == 1
            }
        }
        self.side = side
        self.dark = dark
    }

    /// Returns a Boolean value indicating whether a module is dark; outside of the code none is.
    func isDark(_ row: Int, _ column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && dark[row * side + column]
    }

    /// The number of lines.
    var height: Int { (side + 1) / 2 }

    /// Returns the lines. In colour they are black on white whatever the terminal's own colours
    /// are; without, they suit light text on a dark ground.
    func lines(inColor: Bool) -> [TerminalText] {
        (0..<height).map { line in
            let cells = (0..<side).map { column in
                // In colour the block is black ink; without, it is the light of the screen.
                Self.block(
                    isDark(2 * line, column) == inColor, isDark(2 * line + 1, column) == inColor)
            }
            return cells.joined().styled(inColor ? [30, 107] : [])
        }
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> TerminalText {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
