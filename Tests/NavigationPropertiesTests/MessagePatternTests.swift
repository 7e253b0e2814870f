@testable import NavigationProperties
import Testing

/// Messages with a place for a badge.
@Suite("Messages") struct MessagePatternTests {
    private typealias Part = MessagePattern.Part

    /// The parts of a text; `nil` if it is no message.
    private func parts(_ text: String) -> [MessagePattern.Part]? { MessagePattern(text)?.parts }

    @Test("Text is itself, and {badge} the badge")
    func plain() {
        #expect(parts("") == [])
        #expect(parts("new") == [.plain([.text("new")])])
        #expect(
            parts("you have { badge } new")
                == [.plain([.text("you have ")]), .plain([.badge]), .plain([.text(" new")])])
        #expect(parts("# and } are text") == [.plain([.text("# and } are text")])])
        #expect(
            parts("{badge, plural, other {#} } new")?.last == .plain([.text(" new")]))
        // A mark that joins the character before it hides no syntax.
        #expect(parts("{badge}\u{301}")?.first == .plain([.badge]))
    }

    @Test("A plural has branches for numbers and for categories, and always one for the rest")
    func plural() throws {
        let pattern = try #require(
            MessagePattern(
                "{badge,plural,=0{none} one {# one} few{{badge} few} other {# '#' more}}"))
        guard case .plural(let plural) = try #require(pattern.parts.first) else {
            Issue.record("\(pattern)")
            return
        }
        #expect(pattern.parts.count == 1)
        #expect(plural.exact == [0: [.text("none")]])
        #expect(
            plural.categories == [
                .one: [.badge, .text(" one")], .few: [.badge, .text(" few")],
            ])
        #expect(plural.other == [.badge, .text(" # more")])
    }

    @Test(
        "An apostrophe quotes syntax, two of them are one, and any other is itself",
        arguments: [
            ("it's new", "it's new"), ("it''s new", "it's new"), ("'{badge}'", "{badge}"),
            ("'{it''s}' new", "{it's} new"), ("'{' open", "{ open"), ("last'", "last'"),
            ("'{unfinished", "{unfinished"),
        ])
    func apostrophes(message: String, text: String) {
        #expect(parts(message) == [.plain([.text(text)])])
    }

    @Test(
        "A text that is not well-formed is no message",
        arguments: [
            "{", "{}", "{ba", "{bagde}", "{badge", "{badge,}", "{badge, plural}",
            "{badge, plural,}", "{badge, plural, one {#}}", "{badge, plural, other {#}",
            "{badge, plural, other {#} other {#}}", "{badge, plural, one {} one {} other {}}",
            "{badge, plural, =1 {} =1 {} other {}}", "{badge, plural, = {} other {}}",
            "{badge, plural, =99999999999999999999 {} other {}}",
            "{badge, plural, some {} other {}}", "{badge, select, other {}}",
            "{badge, plural, offset:1 other {}}",
            "{badge, plural, other {{badge, plural, other {}}}}", "{badge, plural, other {{}}}",
        ])
    func malformed(text: String) {
        #expect(MessagePattern(text) == nil)
        #expect(!PropertyType.message.accepts(text))
    }

    @Test("A message without the badge is fixed")
    func fixed() {
        #expect(MessagePattern("12 unread")?.isFixed == true)
        #expect(MessagePattern("{badge} unread")?.isFixed == false)
        #expect(MessagePattern("{badge, plural, other {some}}")?.isFixed == false)
    }
}
