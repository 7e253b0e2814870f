import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Looking texts up in a language")
struct LookupTests {
    private let properties: Properties = [
        "title": "own", "title@zh-Hant": "hant", "title@zh": "zh", "title@zh-Hant-HK": "hk",
        "title@pt_br": "br", "title@EN": "en", "titles@de": "no", "title@": "no", "title@x": "no",
        "title@de.x": "no", "title@a-b": "no",
    ]

    @Test(
        "The nearest language that contains the requested one is taken, then the app's own text",
        arguments: [
            ("zh-Hant-TW", "hant"), ("zh-Hant-HK", "hk"), ("zh-Hans", "zh"), ("zh", "zh"),
            ("pt-BR", "br"), ("pt", "own"), ("en-GB", "en"), ("de", "own"),
            ("zh-hant-x-private", "hant"),
        ])
    func lookup(language: String, text: String) throws {
        let locale = try #require(LanguageTag(language))
        #expect(properties.localized("title", in: locale) == text)
    }

    @Test("A language serves those that are more particular, and only those")
    func serves() throws {
        func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }
        #expect(try tag("zh-Hant").serves(tag("zh-Hant-TW")))
        #expect(try !tag("zh-Hant-TW").serves(tag("zh-Hant")))
        #expect(try !tag("zh-Hans").serves(tag("zh-Hant-TW")))
        #expect(try tag("ko").serves(tag("ko")))
    }

    @Test("Every built-in word and pattern is there in every language, and none is another's")
    func builtIn() {
        for language in BuiltInLanguage.allCases {
            for word in LocalizedString.allCases {
                #expect(!word.text(inLanguage: language).isEmpty)
            }
            for pattern in SentencePattern.allCases {
                let text = pattern.text(
                    ["label": "L", "type": "T", "value": "V", "number": "1", "total": "2"],
                    in: LanguageTag(language.rawValue) ?? .english)
                #expect(!text.contains("{") && !text.contains("}"))
                #expect(text.contains("1") == text.contains("2"))
            }
        }
        for word in LocalizedString.allCases where word != .tab {
            let english = word.text(in: .english)
            for language in BuiltInLanguage.allCases where language != .english {
                #expect(word.text(inLanguage: language) != english, "\(word)")
            }
        }
    }

    @Test("A value that looks like a name of the pattern is taken as it is")
    func injection() {
        let text = SentencePattern.tab.text(
            ["label": "{total}", "type": "{", "number": "1", "total": "5"], in: .english)
        #expect(text == "{total}, {, 1 of 5")
    }

    @Test(
        "Leaves no comma over for missing words",
        arguments: BuiltInLanguage.allCases)
    func emptyValues(language: BuiltInLanguage) throws {
        let locale = try #require(LanguageTag(language.rawValue))
        func text(_ pattern: SentencePattern, _ values: [String: String]) -> String {
            pattern.text(values, in: locale)
        }
        let place = text(.position, ["number": "1", "total": "5"])
        let tab = text(.tab, ["label": "", "type": "T", "number": "1", "total": "5"])
        #expect(tab == text(.labelWithValue, ["label": "T", "value": place]))
        #expect(
            text(.tabWithValue, ["label": "", "value": "V", "type": "T"])
                == text(.labelWithValue, ["label": "V", "value": "T"]))
        #expect(
            text(.tabWithValue, ["label": "L", "value": "", "type": "T"])
                == text(.labelWithValue, ["label": "L", "value": "T"]))
        #expect(text(.labelWithValue, ["label": "L", "value": ""]) == "L")
        #expect(text(.element, ["label": "", "type": "T"]) == "T")
    }

    @Test("A badge of digits is the same in all languages; of words, it is translated")
    func badges() {
        let korean = LanguageTag("ko") ?? .english
        func tab(_ badge: String?) -> Tab {
            Tab(id: "a", title: "A", badge: badge, properties: ["badge@ko": "새"])
        }
        #expect(tab("3").badge(in: korean) == "3")
        #expect(tab("New").badge(in: korean) == "새")
        #expect(tab("").badge(in: korean)?.isEmpty == true)
        #expect(tab(nil).badge(in: korean) == nil)
        func value(_ badge: String?) -> String? {
            tab(badge).accessibilityValue(in: korean, development: .english)
        }
        #expect(value("") == "새 항목")
        #expect(value(nil) == nil)
    }

    @Test("The back button has its own title, else the previous one, else the built-in word")
    func back() {
        let german = LanguageTag("de") ?? .english
        #expect(Screen(id: "s", route: "r").backTitle(in: german) == "Zurück")
        #expect(Screen(id: "s", route: "r", title: " ").backTitle(in: german) == "Zurück")
        let titled = Screen(
            id: "s", route: "r", title: "A", properties: ["navigationItem.title": "B"])
        #expect(titled.backTitle(in: german) == "B")
    }

    @Test("A text is missing if it is shown, has words, and is set in no matching language")
    func missing() throws {
        let scene = Scene(
            selectedTab: "a",
            tabs: [
                Tab(
                    id: "a", title: "Mail", badge: "99+", properties: ["title@de": "Post"],
                    stack: [
                        Screen(
                            id: "s", route: "r", title: "2048",
                            properties: ["prompt@de": "Nur hier", "content": "words"])
                    ])
            ])
        let german = try #require(LanguageTag("de-AT"))
        #expect(scene.missingTranslations(for: german).isEmpty)
        let korean = try #require(LanguageTag("ko"))
        #expect(scene.missingTranslations(for: korean).map(\.name) == ["title", "prompt"])
        #expect(scene.missingTranslations(for: .english).isEmpty)
        #expect(scene.languages.map(\.description) == ["de"])
        // Latin letters of an app that is written in Korean need no English.
        let own = Scene(
            selectedTab: "a", tabs: scene.tabs + [Tab(id: "b", title: "메일")],
            bars: ["developmentLanguage": "ko"])
        #expect(own.missingTranslations(for: korean).isEmpty)
        #expect(own.missingTranslations(for: .english).map(\.item) == [.tab("b")])
    }

    @Test("A language without any text is found once, not for each text")
    func wholly() throws {
        let korean = try #require(LanguageTag("ko"))
        let findings = Linter.findings(in: SampleScene.good.scene, languages: [korean])
        #expect(findings.map(\.code) == ["missing-translation"])
        #expect(findings.map(\.item) == [.scene])
    }

    @Test(
        "An app that is written in a language needs no translation into it",
        arguments: [
            "ko", "ar",
        ])
    func written(language: String) throws {
        let locale = try #require(LanguageTag(language))
        for app in ["clock", "music", "phone"] {
            let scene = try SceneSamples.app("\(app).\(language)")
            #expect(scene.missingTranslations(for: locale).isEmpty)
            let english = try SceneSamples.app("\(app).en")
            #expect(english.missingTranslations(for: locale).count > 10)
            #expect(english.missingTranslations(for: .english).isEmpty)
        }
    }
}
