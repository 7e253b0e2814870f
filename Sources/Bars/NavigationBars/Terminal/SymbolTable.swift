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
        "alarm": "◔", "arrow.backward": "←", "arrow.clockwise": "↻", "arrow.down": "↓",
        "arrow.forward": "→", "arrow.left": "←", "arrow.right": "→", "arrow.up": "↑",
        "arrow.uturn.backward": "↶", "bell": "◠", "bolt": "ϟ", "calendar": "▤",
        "checkmark": "✓", "chevron.backward": "‹", "chevron.forward": "›", "chevron.left": "‹",
        "chevron.right": "›", "circle": "○", "circle.grid.3x3": "▦", "clock": "◷",
        "dot.radiowaves.left.and.right": "≋", "ellipsis": "⋯", "envelope": "✉\u{fe0e}",
        "exclamationmark": "!", "flag": "⚐", "folder": "▱", "gearshape": "✻", "globe": "◍",
        "heart": "♡", "house": "⌂", "line.3.horizontal": "≡", "list.bullet": "≡",
        "magnifyingglass": "⌕", "minus": "−", "moon": "☾", "music.note": "♫", "person": "☻",
        "phone": "✆", "photo": "▨", "play": "▷", "plus": "+", "questionmark": "?",
        "recordingtape": "∞", "square": "□", "square.and.arrow.up": "⇧", "square.and.pencil": "✎",
        "square.grid.2x2": "⊞", "star": "★", "stopwatch": "◶", "sun.max": "☼", "timer": "◴",
        "trash": "▯", "tray": "⊔", "xmark": "✕",
    ]
}
