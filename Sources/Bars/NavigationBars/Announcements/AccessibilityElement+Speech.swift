internal import NavigationText

extension AccessibilityElement {
    /// The position of an element among its siblings.
    package struct Position: Hashable, Sendable {
        /// Its number, from 1.
        package let number: Int
        /// The number of elements in sight.
        package let total: Int

        /// Joins the parts.
        package init(_ number: Int, of total: Int) {
            self.number = number
            self.total = total
        }
    }

    /// Returns the strings that a screen reader speaks for the element: its label and type, in the
    /// form that the description of its bar gives, and its states, each a string of its own:
    /// `selected` before it, as VoiceOver has it (accessibilityupto11.com, day 37), `dimmed` after
    /// it (not checked on a device).
    ///
    /// A tab: `Home, tab, 1 of 5`, with a badge `Inbox, 3, tab`. An element of a bar with a title:
    /// `General back button`, without a comma. In other languages as they put words together.
    package func spoken(_ position: Position? = nil, in locale: LanguageTag) -> [String] {
        let sentence =
            switch role {
            case .tab: tabSentence(position, in: locale)
            case .backButton: backButton(in: locale)
            case .heading: element(.heading, in: locale)
            case .button: button(position, in: locale)
            case .dialog: element(.dialog, in: locale)
            case .searchField:
                SentencePattern.labelWithValue.text(
                    [
                        "label": label.spoken,
                        "value": LocalizedString.searchField.text(in: locale),
                    ], in: locale)
            case .tabBar, .navigationBar, .text: label.spoken
            case .row: row(position, in: locale)
            }
        func state(_ trait: Trait, _ word: LocalizedString) -> [String] {
            traits.contains(trait) ? [word.text(in: locale)] : []
        }
        return state(.selected, .selected) + [sentence].filter { !$0.isEmpty }
            + state(.notEnabled, .dimmed)
    }

    private func tabSentence(_ position: Position?, in locale: LanguageTag) -> String {
        let type = LocalizedString.tab.text(in: locale)
        if let value = spokenValue {
            return SentencePattern.tabWithValue.text(
                ["label": label.spoken, "value": value, "type": type], in: locale)
        }
        guard let position else {
            return SentencePattern.labelWithValue.text(
                ["label": label.spoken, "value": type], in: locale)
        }
        return SentencePattern.tab.text(
            [
                "label": label.spoken, "type": type, "number": String(position.number),
                "total": String(position.total),
            ], in: locale)
    }

    /// Returns label and type, with nothing between them but a space; a button that shows only a
    /// symbol and has no words is no more than its type.
    private func element(_ word: LocalizedString, in locale: LanguageTag) -> String {
        SentencePattern.element.text(
            ["label": label.spoken, "type": word.text(in: locale)], in: locale
        ).spoken
    }

    /// Returns the words for the back button, with the title of the screen that it leads to;
    /// without a title it shows the word for its type, which is not spoken twice.
    private func backButton(in locale: LanguageTag) -> String {
        let isUntitled = label == LocalizedString.back.text(in: locale)
        return isUntitled
            ? LocalizedString.backButton.text(in: locale) : element(.backButton, in: locale)
    }

    /// A button, or a segment: one button of several.
    private func button(_ position: Position?, in locale: LanguageTag) -> String {
        placed(element(.button, in: locale), position, in: locale)
    }

    /// A row, a button if it leads somewhere, with its place where the order is in question.
    private func row(_ position: Position?, in locale: LanguageTag) -> String {
        let sentence = traits.contains(.button) ? element(.button, in: locale) : label.spoken
        let valued = spokenValue.map { value in
            SentencePattern.labelWithValue.text(
                ["label": sentence, "value": value], in: locale)
        }
        return placed(valued ?? sentence, position, in: locale)
    }

    private func placed(
        _ sentence: String, _ position: Position?, in locale: LanguageTag
    ) -> String {
        guard let position else { return sentence }
        let value = SentencePattern.position.text(
            ["number": String(position.number), "total": String(position.total)], in: locale)
        return SentencePattern.labelWithValue.text(
            ["label": sentence, "value": value], in: locale)
    }

    private var spokenValue: String? { value?.spoken.unlessBlank }
}

extension String {
    /// The text as it can be spoken and printed: no controls, no marks that turn the direction, no
    /// space but single ones between words.
    package var spoken: String {
        let marks: Set<Unicode.Scalar> = ["\u{200e}", "\u{200f}", "\u{61c}", "\u{fffd}"]
        let readable = String(
            String.UnicodeScalarView(
                printable.unicodeScalars.filter {
                    !marks.contains($0)
                }))
        return readable.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
