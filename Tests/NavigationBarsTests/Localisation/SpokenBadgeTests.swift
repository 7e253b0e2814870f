import NavigationModel
import NavigationProperties
import Testing

@testable import NavigationBars

/// The words for badges in the languages of people.
@Suite("Badges in words")
struct SpokenBadgeTests {
    private static let english = "{badge, plural, one {# unread message} other {# unread messages}}"
    private static let arabic =
        "{badge, plural, zero {لا رسائل} one {رسالة} two {رسالتان} few {# رسائل} many {# رسالة} "
        + "other {# رسالة فقط}}"

    /// A tab with values in four languages; those without one are in `development`.
    private func value(
        _ badge: String?, in language: String, development: String = "en",
        values: Properties = [
            "accessibilityValue": SpokenBadgeTests.english,
            "accessibilityValue@ar": SpokenBadgeTests.arabic,
            "accessibilityValue@ko": "읽지 않은 메시지 {badge}개",
            "accessibilityValue@ja": "{badge, plural, one {一件} other {未読#件}}",
        ]
    ) throws -> String? {
        let tab = Tab(id: "a", title: "A", badge: badge, properties: values)
        return tab.accessibilityValue(
            in: try #require(LanguageTag(language)),
            development: try #require(LanguageTag(development)))
    }

    @Test(
        "A value has the badge in it, in the plural form of its language",
        arguments: [
            ("en", "1", "1 unread message"), ("en", "0", "0 unread messages"),
            ("en-GB", "21", "21 unread messages"), ("ko", "1", "읽지 않은 메시지 1개"),
            ("ko", "12", "읽지 않은 메시지 12개"), ("ja", "1", "未読1件"), ("ja", "5", "未読5件"),
            ("ar", "0", "لا رسائل"), ("ar", "1", "رسالة"), ("ar", "2", "رسالتان"),
            ("ar", "3", "3 رسائل"), ("ar", "10", "10 رسائل"), ("ar", "11", "11 رسالة"),
            ("ar", "99", "99 رسالة"), ("ar", "100", "100 رسالة فقط"),
            ("ar", "102", "102 رسالة فقط"),
            ("ar", "103", "103 رسائل"), ("ar", "1,011", "1,011 رسالة"), ("ar", "99+", "99+ رسالة"),
            ("en", "99+", "99+ unread messages"),
        ])
    func plurals(language: String, badge: String, spoken: String) throws {
        #expect(try value(badge, in: language) == spoken)
    }

    @Test("A text without a language has the forms of the app's own")
    func developmentLanguage() throws {
        let own: Properties = ["accessibilityValue": SpokenBadgeTests.arabic]
        let read = try value("2", in: "en", development: "ar", values: own)
        #expect(read == "رسالتان")
        #expect(try value("2", in: "ar", values: own) == "رسالتان")
        // Japanese people hear English with its own plurals, not with none.
        let english: Properties = ["accessibilityValue": SpokenBadgeTests.english]
        #expect(try value("1", in: "ja", values: english) == "1 unread message")
    }

    @Test("Nothing is spoken without a badge, whatever value is set", arguments: ["en", "ko"])
    func noBadge(language: String) throws {
        #expect(try value(nil, in: language) == nil)
        #expect(try value(nil, in: language, values: ["accessibilityValue": "12 unread"]) == nil)
    }

    @Test(
        "A fixed text is spoken only while it does not count otherwise than the badge",
        arguments: [
            ("12 unread", "12", "12 unread"), ("12 unread", "15", "15"),
            ("12 unread", "", "12 unread"), ("١٢ رسالة", "12", "١٢ رسالة"),
            ("١٢ رسالة", "13", "13"), ("1,234 letters", "1,234", "1,234 letters"),
            ("1,234 letters", "1234", "1,234 letters"),
            ("15 in 3 folders", "15", "15 in 3 folders"),
            ("four letters", "4", "four letters"), ("120 unread", "99+", "120 unread"),
            ("something new", "", "something new"), ("3 unread", "New", "3 unread"),
        ])
    func fixed(text: String, badge: String, spoken: String) throws {
        #expect(try value(badge, in: "en", values: ["accessibilityValue": text]) == spoken)
    }

    @Test(
        "The badge itself is spoken where a value can't be",
        arguments: [
            (SpokenBadgeTests.english, "New", "New"), (SpokenBadgeTests.english, "", "new"),
            ("{badge} unread", "", "new"), ("{badge} items", "Two", "Two items"),
            ("{bagde} unread", "3", "3"), (" ", "3", "3"), ("{badge, plural, other {}}", "3", "3"),
        ])
    func unspeakable(text: String, badge: String, spoken: String) throws {
        #expect(try value(badge, in: "en", values: ["accessibilityValue": text]) == spoken)
    }

    @Test("A value follows the badge: set, counted on, cleared, it is never that of before")
    func follows() {
        func scene(_ badge: String?) -> Scene {
            Scene(
                selectedTab: "a",
                tabs: [
                    Tab(id: "a", title: "A"),
                    Tab(
                        id: "inbox", title: "Inbox", badge: badge,
                        properties: ["accessibilityValue": SpokenBadgeTests.english]),
                ])
        }
        func heard(_ old: String?, _ new: String?) -> [String] {
            Announcement.strings(from: scene(old), to: scene(new), on: TestDevice.phone)
        }
        #expect(heard(nil, "12") == ["Inbox, 12 unread messages, tab"])
        #expect(heard("12", "15") == ["Inbox, 15 unread messages, tab"])
        #expect(heard("15", "1") == ["Inbox, 1 unread message, tab"])
        #expect(heard("1", nil) == ["Inbox, tab, 2 of 2"])
    }

    @Test("Whole numbers have the categories of CLDR's plural rules")
    func rules() throws {
        // Samples of `plurals.xml`, each number once.
        let samples: [String: [MessagePattern.Category: [Int]]] = [
            "en": [.one: [1], .other: [0, 2, 11, 16, 21, 100, 1_000]],
            "de": [.one: [1], .other: [0, 2, 21]],
            "ko": [.other: [0, 1, 2, 15, 100]], "ja": [.other: [0, 1, 2, 15, 100]],
            "ar": [
                .zero: [0], .one: [1], .two: [2], .few: [3, 10, 103, 110, 1_003],
                .many: [11, 26, 99, 111, 1_011], .other: [100, 102, 200, 202, 600, 1_000],
            ],
            "fr": [.one: [0, 1], .other: [2, 17, 100]],
            "he": [.one: [1], .two: [2], .other: [0, 3, 17, 101]],
            "ru": [
                .one: [1, 21, 101, 1_001], .few: [2, 4, 22, 102],
                .many: [0, 5, 11, 14, 19, 100, 111],
            ],
            "pl": [.one: [1], .few: [2, 4, 22, 102], .many: [0, 5, 12, 14, 21, 101]],
            "cs": [.one: [1], .few: [2, 4], .other: [0, 5, 19, 102]],
        ]
        for (language, categories) in samples {
            let rule = PluralRule(for: try #require(LanguageTag(language)))
            for (category, numbers) in categories {
                for number in numbers {
                    #expect(rule.category(of: number) == category, "\(language) \(number)")
                }
            }
        }
    }
}
