package import NavigationModel
package import NavigationProperties

extension Tab {
    /// The label in a language.
    package func title(in locale: LanguageTag) -> String {
        properties.translation(of: Property.title.name(), in: locale) ?? title
    }

    /// The badge in a language: `nil` for none, empty for a dot. Numbers are the same in all, so
    /// that what is counted is never hidden by a translation.
    package func badge(in locale: LanguageTag) -> String? {
        badge.map { properties.translatedBadge($0, in: locale) }
    }

    /// Returns the words spoken for its badge: the app's own value, filled in; else the badge, of a
    /// dot that there is something new; `nil` without a badge. Texts without a language are in
    /// `development`.
    package func accessibilityValue(
        in locale: LanguageTag, development: LanguageTag
    ) -> String? {
        badge(in: locale).map {
            properties.accessibilityValue(ofBadge: $0, in: locale, development: development)
        }
    }
}

extension Screen {
    /// The title that its bar shows: the navigation item's own, else the screen's; `nil` for none.
    package func barTitle(in locale: LanguageTag) -> String? {
        properties.localized(.itemTitle, in: locale)?.unlessBlank ?? ownTitle(in: locale)
    }

    /// Returns the screen's title in a language, whatever the title of its navigation item; `nil`
    /// for none.
    package func ownTitle(in locale: LanguageTag) -> String? {
        (properties.translation(of: Property.title.name(), in: locale) ?? title)?.unlessBlank
    }

    /// Returns the words of a back button to it: its own words for that, else its bar's title, else
    /// "Back".
    package func backTitle(in locale: LanguageTag) -> String {
        properties.localized(.backButtonTitle, in: locale)?.unlessBlank
            ?? barTitle(in: locale) ?? LocalizedString.back.text(in: locale)
    }

    /// The line above the title; `nil` for none.
    package func prompt(in locale: LanguageTag) -> String? {
        properties.localized(.prompt, in: locale)?.unlessBlank
    }

    /// Returns the badge of an item of a standalone bar of tabs; `nil` for none.
    package func badge(in locale: LanguageTag) -> String? {
        properties[Property.badge.name()].map { properties.translatedBadge($0, in: locale) }
    }

    /// Returns the words spoken for the badge of an item of a standalone bar of tabs, as those of a
    /// tab.
    package func accessibilityValue(
        in locale: LanguageTag, development: LanguageTag
    ) -> String? {
        badge(in: locale).map {
            properties.accessibilityValue(ofBadge: $0, in: locale, development: development)
        }
    }
}

extension Modal {
    /// The title in a language; `nil` for none.
    package func title(in locale: LanguageTag) -> String? {
        (properties.translation(of: Property.title.name(), in: locale) ?? title)?.unlessBlank
    }

    /// The words on the cancel button.
    package func cancelTitle(in locale: LanguageTag) -> String {
        properties.localized(.cancelTitle, in: locale)?.unlessBlank
            ?? LocalizedString.cancel.text(in: locale)
    }

    /// The words on the preferred action.
    package func preferredTitle(in locale: LanguageTag) -> String {
        properties.localized(.preferredTitle, in: locale)?.unlessBlank
            ?? LocalizedString.done.text(in: locale)
    }
}

extension Properties {
    /// A badge's text in a language, if it has words.
    fileprivate func translatedBadge(_ badge: String, in locale: LanguageTag) -> String {
        guard badge.hasWords else { return badge }
        return translation(of: Property.badge.name(), in: locale) ?? badge
    }

    /// The app's own value of a badge, with the plural forms of the language that it is written in;
    /// else the badge itself.
    fileprivate func accessibilityValue(
        ofBadge badge: String, in locale: LanguageTag, development: LanguageTag
    ) -> String {
        let name = Property.accessibilityValue.name()
        let badge = SpokenBadge(badge)
        let translation = translatedText(of: name, in: locale)
        // An app that has not named its language is known by its letters, if those tell.
        let own = self[name].map { text in
            (language: locale.isRecognized(in: text) ? locale : development, text: text)
        }
        return (translation ?? own).flatMap { badge.value($0.text, in: $0.language)?.unlessBlank }
            ?? badge.text.unlessBlank ?? LocalizedString.new.text(in: locale)
    }
}

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
        translatedText(of: name, in: locale)?.text
    }

    private func translatedText(
        of name: PropertyName, in locale: LanguageTag
    ) -> (language: LanguageTag, text: String)? {
        translations(of: name).filter { $0.language.serves(locale) }
            .max { $0.language.subtags.count < $1.language.subtags.count }
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
