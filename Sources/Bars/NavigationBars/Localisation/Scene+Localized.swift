package import NavigationModel
internal import NavigationProperties

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

    /// Returns the words spoken for its state: the app's own value; else the badge, of a dot that
    /// there is something new; `nil` without a badge. A value that is set holds without a badge
    /// too.
    package func accessibilityValue(in locale: LanguageTag) -> String? {
        properties.accessibilityValue(ofBadge: badge(in: locale), in: locale)
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

    /// Returns the words spoken for the state of an item of a standalone bar of tabs.
    package func accessibilityValue(in locale: LanguageTag) -> String? {
        properties.accessibilityValue(ofBadge: badge(in: locale), in: locale)
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

    /// The app's own value, else the badge.
    fileprivate func accessibilityValue(
        ofBadge badge: String?, in locale: LanguageTag
    ) -> String? {
        localized(.accessibilityValue, in: locale)?.unlessBlank
            ?? badge.map { $0.unlessBlank ?? LocalizedString.new.text(in: locale) }
    }
}
