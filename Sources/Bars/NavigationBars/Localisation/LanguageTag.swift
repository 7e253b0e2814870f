/// A language, as BCP 47 names it: `ko`, `pt-BR`, `zh-Hant-TW`.
package struct LanguageTag: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The subtags, as they are usually written.
    package let subtags: [String]

    /// `nil` unless it begins with a language of two to eight letters and goes on with subtags of
    /// one to eight letters and digits.
    package init?(_ text: String) {
        let pieces = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = pieces.first, (2...8).contains(language.count),
            language.allSatisfy({ $0.isASCII && $0.isLetter }),
            pieces.dropFirst().allSatisfy({ piece in
                (1...8).contains(piece.count)
                    && piece.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
        else { return nil }
        subtags = [language.lowercased()] + pieces.dropFirst().map(Self.usual)
    }

    private init(language: String) {
        subtags = [language]
    }

    /// Returns a subtag as it is usually written: scripts begin with a capital, regions are in
    /// capitals, all else is small.
    private static func usual(_ subtag: Substring) -> String {
        switch subtag.count {
        case 2: subtag.uppercased()
        case 4 where subtag.allSatisfy(\.isLetter):
            subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
        default: subtag.lowercased()
        }
    }

    /// English, which built-in words fall back to.
    package static let english = LanguageTag(language: "en")

    /// The tag as text.
    package var description: String { subtags.joined(separator: "-") }

    /// Written as text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// This tag and then each that is one subtag shorter: the order of look-up of RFC 4647, 3.4.
    /// What ends in a subtag of one character is no tag and left out.
    package var lookupOrder: [String] {
        (1...subtags.count).reversed().filter { subtags[$0 - 1].count > 1 }.map {
            subtags.prefix($0).joined(separator: "-")
        }
    }

    /// Returns a Boolean value indicating whether a text in this language may stand for one in
    /// `locale`: its subtags are the first ones of the locale's, as in the look-up of RFC 4647,
    /// 3.4.
    package func serves(_ locale: LanguageTag) -> Bool {
        subtags.count <= locale.subtags.count && locale.subtags.starts(with: subtags)
    }

    /// A Boolean value indicating whether the script is one that runs from right to left.
    package var isRightToLeft: Bool {
        if let script = subtags.dropFirst().first(where: { $0.count == 4 }) {
            return ["Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg"].contains(script)
        }
        return ["ar", "he", "iw", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"].contains(
            subtags[0])
    }
}

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

    /// Returns a Boolean value indicating whether people who read this language in Latin letters can
    /// read a text of an app whose own language is written otherwise: a name or a foreign word in
    /// Latin letters, such as a tab "MY" of a Korean app.
    func canRead(_ text: String, writtenIn development: LanguageTag) -> Bool {
        guard Self.scripts[subtags[0]] == nil, Self.scripts[development.subtags[0]] != nil else {
            return false
        }
        return text.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isAlphabetic || scalar.value <= 0x24f
                || 0x1e00...0x1eff ~= scalar.value
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
