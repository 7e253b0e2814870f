import NavigationBars
import Testing

struct DisplayWidthTests {
    static let widths: [(String, Int)] = [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("가", 2),
        ("\u{1100}\u{1161}\u{11a8}", 2), ("世界", 4), ("ｱ", 1), ("Ａ", 2), ("、", 2), ("س", 1),
        ("مؤخرًا", 5), ("\u{2068}a\u{2069}", 1), ("\u{200b}", 0), ("\u{200f}", 0), ("😀", 2),
        ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇰🇷", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("☎︎", 1), ("…", 1),
        ("│", 1), ("━", 1), ("‹", 1), ("★", 1), ("⠿", 1), ("क", 1), ("ก็", 1), ("𠮷", 2),
        ("\u{ad}", 1),
        ("⏰", 2), ("⚡", 2), ("™", 1), ("©", 1), ("#", 1),
    ]

    @Test("Texts take as many columns as terminals give them", arguments: widths)
    func width(text: String, expected: Int) {
        #expect(text.displayWidth == expected)
    }
}
