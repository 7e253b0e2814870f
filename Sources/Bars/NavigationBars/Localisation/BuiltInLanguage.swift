/// A language that the bars' own words are written in.
package enum BuiltInLanguage: String, Hashable, Sendable, CaseIterable {
    /// English: the fallback of all others.
    case english = "en"
    /// Korean.
    case korean = "ko"
    /// Arabic.
    case arabic = "ar"
    /// German.
    case german = "de"
    /// Japanese.
    case japanese = "ja"

    /// The language for a locale, by the same look-up as that of the app's texts.
    package init(for locale: LanguageTag) {
        self = locale.lookupOrder.lazy.compactMap(BuiltInLanguage.init).first ?? .english
    }
}
