package import NavigationModel
package import NavigationProperties

extension Properties {
    /// Returns the text under a name in a language, by the look-up of RFC 4647, 3.4: `zh-Hant-TW`,
    /// then `zh-Hant`, then `zh`, then the text without a language, which is the app's own.
    package func localized(_ name: PropertyName, in locale: LanguageTag) -> String? {
        translation(of: name, in: locale) ?? self[name]
    }

    /// Returns the text of a property in a language, else its default value.
    package func localized(_ property: Property, in locale: LanguageTag) -> String? {
        localized(property.name(), in: locale) ?? property.defaultValue
    }

    /// Returns the translation under a name into a language or one that contains it, of two
    /// spellings of one language the first; the app's own text is none.
    package func translation(of name: PropertyName, in locale: LanguageTag) -> String? {
        translations(of: name).filter { $0.language.serves(locale) }
            .max { $0.language.subtags.count < $1.language.subtags.count }?.text
    }

    /// Returns the translations under a name with their languages, in the order of the names. A
    /// suffix after the mark that is no language is left out.
    package func translations(of name: PropertyName) -> [(language: LanguageTag, text: String)] {
        let prefix = name.rawValue + "@"
        return values.filter { $0.key.rawValue.hasPrefix(prefix) }
            .sorted { $0.key < $1.key }
            .compactMap { name, text in
                LanguageTag(String(name.rawValue.dropFirst(prefix.count))).map { ($0, text) }
            }
    }
}

extension String {
    /// The text, unless there is nothing to read in it.
    var unlessBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }

    /// A Boolean value indicating whether a translation could differ: there is a letter in it.
    var hasWords: Bool { contains(where: \.isLetter) }
}
