/// Characters that stand for the symbols of tab bars, each one column wide in every terminal.
enum SymbolTable {
    /// The character nearest to the symbol `name`; a hollow diamond for one that has none.
    static func character(for name: String) -> String {
        // `star.fill` and `star.circle` are stars too.
        var name = name[...]
        while !name.isEmpty {
            if let character = characters[String(name)] { return character }
            guard let dot = name.lastIndex(of: ".") else { break }
            name = name[..<dot]
        }
        return "◇"
    }

    private static let characters: [String: String] = [
        "alarm": "◔", "bell": "◠", "calendar": "▤", "circle.grid.3x3": "▦", "clock": "◷",
        "dot.radiowaves.left.and.right": "≋", "envelope": "✉\u{fe0e}", "folder": "▱",
        "gearshape": "✻", "globe": "◍", "heart": "♡", "house": "⌂", "magnifyingglass": "⌕",
        "music.note": "♫", "person": "☻", "phone": "✆", "photo": "▨", "play": "▷",
        "recordingtape": "∞", "square.grid.2x2": "⊞", "star": "★", "stopwatch": "◶",
        "timer": "◴", "trash": "▯",
    ]
}
