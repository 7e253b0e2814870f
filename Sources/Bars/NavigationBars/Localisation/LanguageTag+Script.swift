extension LanguageTag {
    /// Returns a Boolean value indicating whether a text has letters of a script that this language
    /// is written in and few others are: then it is in the language already, whatever language it
    /// was set for. Latin letters tell nothing.
    func isRecognized(in text: String) -> Bool {
        guard let script = Self.scripts[subtags[0]] else { return false }
        return text.unicodeScalars.contains { scalar in
            script.contains { $0.contains(scalar.value) }
        }
    }

    /// Blocks of Unicode, by language.
    private static let scripts: [String: [ClosedRange<UInt32>]] = {
        let arabic: [ClosedRange<UInt32>] = [0x600...0x6ff, 0x750...0x77f, 0xfb50...0xfdff]
        let cyrillic: [ClosedRange<UInt32>] = [0x400...0x52f]
        let han: [ClosedRange<UInt32>] = [0x3400...0x4dbf, 0x4e00...0x9fff]
        return [
            "ko": [0x1100...0x11ff, 0x3130...0x318f, 0xac00...0xd7a3],
            "ja": [0x3040...0x30ff] + han, "zh": han, "ar": arabic, "fa": arabic, "ur": arabic,
            "he": [0x590...0x5ff], "el": [0x370...0x3ff], "th": [0xe00...0xe7f],
            "hi": [0x900...0x97f], "ru": cyrillic, "uk": cyrillic, "bg": cyrillic,
        ]
    }()
}
