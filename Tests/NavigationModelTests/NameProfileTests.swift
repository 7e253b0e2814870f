import Foundation
@testable import NavigationModel
import SeededRandom
import Testing

@Suite("The profile of names")
struct NameProfileTests {
    @Test(
        "Words of all scripts, digits, symbols and inner spaces are names",
        arguments: [
            "inbox", "a", "Anna's phone", "日本語", "العربية", "हिन्दी", "é", "Ünïcode 2", "a.b@ko", "📱",
            "clock-1_x", "uid:1000", "-a", ".b", "Ω", "κόσμος", "привет", "가", "한글", "μ-law α",
            String(repeating: "x", count: 128),
        ])
    func allowed(name: String) {
        #expect(NameProfile.item.violation(of: name) == nil)
    }

    /// Names with what is wrong with them.
    static let violations: [(String, NameViolation)] = [
        ("", .empty), (String(repeating: "x", count: 129), .tooLong(129)),
        (" a", .beginning(" ")), ("a ", .end), (" ", .beginning(" ")),
        ("a\u{202e}b", .scalar("\u{202e}", at: 2)), ("\u{2066}", .scalar("\u{2066}", at: 1)),
        ("ab\u{200b}", .scalar("\u{200b}", at: 3)), ("a\u{200d}b", .scalar("\u{200d}", at: 2)),
        ("\u{feff}a", .scalar("\u{feff}", at: 1)), ("a\u{ad}b", .scalar("\u{ad}", at: 2)),
        ("a\u{9b}31m", .scalar("\u{9b}", at: 2)), ("a\nb", .scalar("\n", at: 2)),
        ("a\u{7f}", .scalar("\u{7f}", at: 2)), ("a\u{2028}b", .scalar("\u{2028}", at: 2)),
        ("a\u{2029}b", .scalar("\u{2029}", at: 2)), ("a\u{a0}b", .scalar("\u{a0}", at: 2)),
        ("a\u{3000}b", .scalar("\u{3000}", at: 2)), ("a\u{e000}", .scalar("\u{e000}", at: 2)),
        ("a\u{378}", .scalar("\u{378}", at: 2)), ("a\u{e0041}", .scalar("\u{e0041}", at: 2)),
        ("a\u{fe0f}", .scalar("\u{fe0f}", at: 2)), ("a\u{34f}b", .scalar("\u{34f}", at: 2)),
        ("a\u{3164}", .scalar("\u{3164}", at: 2)), ("\u{301}a", .beginning("\u{301}")),
        ("e\u{301}", .notComposed("\u{301}", at: 2)),
        ("\u{1100}\u{1161}", .notComposed("\u{1161}", at: 2)),
        ("\u{ac00}\u{11a9}", .notComposed("\u{11a9}", at: 2)),
        ("\u{212b}", .notComposed("\u{212b}", at: 1)),
        ("q\u{307}\u{323}", .notComposed("\u{323}", at: 3)),
        ("\u{e1}\u{328}", .notComposed("\u{328}", at: 2)),
    ]

    @Test(
        "Invisible, misleading and ambiguous characters are refused, with their position",
        arguments: violations)
    func refused(name: String, violation: NameViolation) {
        #expect(NameProfile.item.violation(of: name) == violation)
        #expect(NameProfile.user.violation(of: name) != nil)
        // It can be read all the same, if it could be before.
        let isReadable = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        #expect(
            (TabID(rawValue: name) != nil) == (isReadable && (1...128).contains(name.utf8.count)))
    }

    @Test("A violation names the character by its code point")
    func words() {
        #expect(
            NameProfile.item.violation(of: "ab\u{202e}")?.description
                == "U+202E RIGHT-TO-LEFT OVERRIDE at character 3 is not allowed")
        #expect(
            NameProfile.item.violation(of: "\u{9b}")?.description.hasPrefix("U+009B") == true)
    }

    @Test(
        "Users have no spaces, slashes or letters that look alike",
        arguments: [
            "bad name/../", "a b", "a/b", "a\\b", "-a", ".a", "..", "раypal", "gооgle", "Αnna",
        ])
    func users(name: String) {
        #expect(NameProfile.user.violation(of: name) != nil)
    }

    @Test(
        "Users of one script are welcome",
        arguments: ["ada", "анна", "άννα", "a.b-c_d", "ann@x", "王"])
    func goodUsers(name: String) {
        #expect(NameProfile.user.violation(of: name) == nil)
    }

    @Test("A login without a name, or with one that no new user may have, is named by its number")
    func logins() {
        #expect(UserID(login: "ann", uid: 7) == "ann")
        for login in ["WORK\\ann", "", "-x", "a b", nil] {
            #expect(UserID(login: login, uid: 7) == "uid-7", "\(login ?? "none")")
        }
    }

    @Test("Normalization form C is detected as Foundation does")
    func normalization() {
        let seed: UInt64 = 40
        var generator = SeededGenerator(seed: seed)
        let marks: [UInt32] = Array(0x300...0x345) + [0x9be, 0x9c7, 0x1161, 0x3099, 0x5b4]
        let bases: [UInt32] =
            Array(0x41...0x7a) + [
                0x9c7, 0x1100, 0xac00, 0x304b, 0x5d9, 0x1ea0, 0x391, 0x212b, 0x958, 0x1f71, 0xe1,
            ]
        for round in 0..<20_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                let pool = Bool.random(using: &generator) ? marks : bases
                let value =
                    Int.random(in: 0..<8, using: &generator) == 0
                    ? UInt32.random(in: 0x20..<0x860, using: &generator)
                    : pool.randomElement(using: &generator) ?? 0x41
                if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
            }
            var form = ComposedForm()
            let isComposed = scalars.allSatisfy { form.takes($0) }
            let text = String(scalars)
            let other = text.precomposedStringWithCanonicalMapping
            #expect(
                isComposed == text.unicodeScalars.elementsEqual(other.unicodeScalars),
                "round \(round) of seed \(seed): \(scalars.map { String($0.value, radix: 16) })")
        }
    }
}
