/// The order of the words that the bars speak, in five languages: in all of them the label, then the
/// value, then the type, since VoiceOver joins these from an element's attributes whatever the
/// language.
///
/// The English forms of tabs and elements are those of the descriptions of the bars; no form has been
/// checked on a device, in any language.
package enum SentencePattern: Hashable, Sendable, CaseIterable {
    /// A tab with its place: `label`, `type`, `number`, `total`.
    case tab
    /// A tab with a badge, or with a value of its own: `label`, `value`, `type`. The description of
    /// the tab bar leaves its place out.
    case tabWithValue
    /// An element of a bar with a title: `label`, `type`, without a comma between them, as the
    /// description of the navigation bar has it.
    case element
    /// A row, or anything else that is more than its label: `label`, `value`.
    case labelWithValue
    /// A position among several: `number`, `total`.
    case position
    /// A step of a task: `number`, `total`.
    case step
    /// A page of several: `number`, `total`.
    case page

    /// Returns the sentence with the values in the places of their names. A value is never taken
    /// for a name, whatever is in it. An empty value takes with it what stands between it and the
    /// next, so that no comma is left without words before it.
    package func text(_ values: [String: String], in locale: LanguageTag) -> String {
        var sentence = ""
        var between = ""
        var name: String?
        var isAfterNothing = false
        for character in pattern(in: BuiltInLanguage(for: locale)) {
            switch (character, name) {
            case ("{", _): name = ""
            case ("}", let finished?):
                name = nil
                let value = values[finished] ?? ""
                isAfterNothing = value.isEmpty
                guard !isAfterNothing else { continue }
                sentence += between + value
                between = ""
            case (_, let unfinished?): name = unfinished + String(character)
            case (_, nil): if !isAfterNothing { between.append(character) }
            }
        }
        return isAfterNothing ? sentence : sentence + between
    }

    private func pattern(in language: BuiltInLanguage) -> String {
        switch (self, language) {
        case (.tab, .english): "{label}, {type}, {number} of {total}"
        case (.tab, .korean): "{label}, {type}, {total}개 중 {number}번째"
        case (.tab, .arabic): "{label}، {type}، {number} من {total}"
        case (.tab, .german): "{label}, {type}, {number} von {total}"
        case (.tab, .japanese): "{label}、{type}、{total}個中{number}個目"
        case (.tabWithValue, .arabic): "{label}، {value}، {type}"
        case (.tabWithValue, .japanese): "{label}、{value}、{type}"
        case (.tabWithValue, _): "{label}, {value}, {type}"
        case (.element, _): "{label} {type}"
        case (.labelWithValue, .arabic): "{label}، {value}"
        case (.labelWithValue, .japanese): "{label}、{value}"
        case (.labelWithValue, _): "{label}, {value}"
        case (.position, .english): "{number} of {total}"
        case (.position, .korean): "{total}개 중 {number}번째"
        case (.position, .arabic): "{number} من {total}"
        case (.position, .german): "{number} von {total}"
        case (.position, .japanese): "{total}個中{number}個目"
        case (.step, .english): "Step {number} of {total}"
        case (.step, .korean): "{total}단계 중 {number}단계"
        case (.step, .arabic): "الخطوة {number} من {total}"
        case (.step, .german): "Schritt {number} von {total}"
        case (.step, .japanese): "{total}ステップ中{number}ステップ目"
        case (.page, .english): "Page {number} of {total}"
        case (.page, .korean): "{total}페이지 중 {number}페이지"
        case (.page, .arabic): "الصفحة {number} من {total}"
        case (.page, .german): "Seite {number} von {total}"
        case (.page, .japanese): "{total}ページ中{number}ページ目"
        }
    }
}
