import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Checking scenes against guidelines")
struct LinterTests {
    static let all = [
        TestDevice.phone, TestDevice.landscapePhone, TestDevice.smallPhone, TestDevice.pad,
        TestDevice.android, TestDevice.landscapeAndroid,
    ]

    @Test("A good scene has no findings, on no device and on any", arguments: all)
    func good(device: DeviceTraits) {
        #expect(Linter.findings(in: SampleScene.good.scene).isEmpty)
        #expect(Linter.findings(in: SampleScene.good.scene, on: [device]).isEmpty)
        #expect(Linter.findings(in: SampleScene.good.scene, on: Self.all).isEmpty)
    }

    @Test("A scene without properties has no findings")
    func empty() {
        #expect(Linter.findings(in: .empty, on: Self.all).isEmpty)
    }

    @Test(
        "The apps that come with navsync have no findings but badges without words for them",
        arguments: ["clock", "music", "phone"], ["ar", "en", "ko"])
    func apps(name: String, language: String) throws {
        let scene = try SceneSamples.app("\(name).\(language)")
        let codes = Set(Linter.findings(in: scene, on: Self.all).map(\.code))
        #expect(codes.isSubset(of: ["badge-without-a11y-value"]))
    }

    @Test(
        "A plain app has no findings on any device: no list of messages is taken for segments",
        arguments: ["mail", "photos"])
    func plain(name: String) throws {
        let scene = try SceneSamples.app(name)
        #expect(Linter.findings(in: scene, on: Self.all) == [])
    }

    @Test(
        "The advice for a badge follows from its text",
        arguments: [
            ("3", ", '3', and no", ", such as '{badge} unread emails'"),
            ("", ", a dot, and no", ", such as 'something new'"),
            ("LIVE", ", 'LIVE', and no", "with its meaning"),
        ])
    func badge(text: String, shown: String, example: String) throws {
        let bad = SampleScene.good.with { $0.tabs[1].badge = text }
        let finding = try #require(Linter.findings(in: bad.scene).first)
        #expect(finding.reason.contains(shown) && finding.reason.hasSuffix(example))
    }

    @Test("A blank label is found as none, not as a long one, and an id is no title for a screen")
    func blankLabel() {
        let blank = SampleScene.good.with { $0.tabs[1].title = String(repeating: " ", count: 20) }
        #expect(Linter.findings(in: blank.scene).map(\.code) == ["tab-label-missing"])
        let id = SampleScene.good.with { sample in
            sample.tabs[1].title = "calendar"
            sample.change("month" as ScreenID) { $0.title = nil }
        }
        let findings = Linter.findings(in: id.scene)
        #expect(findings.map(\.code) == ["tab-label-missing", "missing-title"])
        #expect(findings.allSatisfy { $0.fix.isEmpty })
    }

    @Test("Findings come with the gravest first, and each item once for a way to breach")
    func order() {
        let bad = SampleScene.good.with { sample in
            sample.bars["tabBar.isHidden"] = "true"
            sample.bars["navigationBar.delegate"] = "app"
            sample.change("mailboxes" as ScreenID) { screen in
                screen.properties["rows"] = "a,b"
                screen.properties["rows.a.pushes"] = "app://a"
                screen.properties["rows.b.pushes"] = "app://b"
            }
        }
        let findings = Linter.findings(in: bad.scene, on: Self.all)
        #expect(findings.map(\.severity) == findings.map(\.severity).sorted())
        #expect(
            findings.map(\.code) == [
                "managed-bar-delegate", "tab-bar-hidden", "missing-disclosure",
                "missing-disclosure", "consider-segmented",
            ])
        #expect(Set(findings).count == findings.count)
    }

    @Test("An app is asked for no language that nobody named: neither a device's, nor English")
    func languages() {
        let own = "\u{645}\u{631}\u{62d}\u{628}\u{627}"
        func codes(_ bars: Properties, _ languages: [LanguageTag] = []) -> [LintFinding] {
            let sample = SampleScene.good.with { sample in
                sample.bars = bars
                sample.tabs[0].title = own
                sample.tabs[1].title = "MY"
            }
            return Linter.findings(in: sample.scene, on: Self.all, languages: languages)
                .filter { $0.code == "missing-translation" }
        }
        #expect(codes(["developmentLanguage": "ar"]).isEmpty)
        #expect(codes([:]).isEmpty)
        // Asked for English, the app lacks it for what is in Arabic letters alone.
        let missing = codes(["developmentLanguage": "ar"], [.english])
        #expect(missing.map(\.item) == [.tab("mail")])
        #expect(missing.first?.property == "title")
    }

    @Test("A text that lacks several languages is one finding, which names each of them once")
    func oneLine() throws {
        let sample = SampleScene.good.with { sample in
            sample.tabs[0].properties["title@ko"] = "메일"
        }
        let tags = try ["ko-KR", "ko", "ar", "ar-EG", "pt-BR"].map { try #require(LanguageTag($0)) }
        let found = Linter.findings(in: sample.scene, languages: tags)
            .filter { $0.code == "missing-translation" }
        #expect(
            found.filter { $0.item == .scene }.map { $0.reason.split(separator: " ").last }
                == ["ar", "pt-BR"])
        let ofCalendar = found.filter { $0.item == .tab("calendar") }
        #expect(ofCalendar.count == 1)
        #expect(ofCalendar.first?.reason.hasSuffix("is not translated into ko") == true)
    }

    @Test("Finds a violation on one device beside another without it")
    func severalDevices() {
        let split = SampleScene.good.with { sample in
            sample.tabs[1].properties["navigationBar.standardAppearance.shadowColor"] = "clear"
            sample.change("month" as ScreenID) { $0.properties["kind"] = "split" }
        }
        let code = "borderless-standard-bar"
        for (devices, count) in [
            ([TestDevice.pad], 0), ([TestDevice.phone], 1),
            ([TestDevice.pad, TestDevice.phone, TestDevice.android], 1),
        ] {
            let found = Linter.findings(in: split.scene, on: devices)
            #expect(found.filter { $0.code == code }.count == count)
        }
    }

    @Test(
        "Reasons are printable for hostile texts of an app, and nothing fails",
        arguments: [
            "nan", "-1", "1e300", "", ",,,", "\u{202e}x\u{1b}[31m", "\0", "a,a,a,a", "true", "0",
            String(repeating: "é\t", count: 300),
        ])
    func hostile(text: String) {
        var sample = SampleScene.good
        var all: Properties = [:]
        for subject in Property.Target.allCases {
            for property in PropertySchema.properties(of: subject) {
                all[property.name("left", "a", "a")] = text
                all[property.name("a", "a")] = text
            }
        }
        sample.bars = all
        for index in sample.tabs.indices {
            sample.tabs[index].title = text
            sample.tabs[index].badge = text
            sample.tabs[index].properties = all
        }
        for id in ["mailboxes", "inbox", "month", "find", "topics"] as [ScreenID] {
            sample.change(id) { screen in
                screen.title = text
                screen.properties = all
            }
        }
        sample.modals[0].properties = all
        sample.standaloneBars[0].properties = all
        let devices = [TestDevice.phone, TestDevice.pad]
        for finding in Linter.findings(in: sample.scene, on: devices) {
            #expect(finding.reason.unicodeScalars.allSatisfy { $0.value >= 0x20 })
            #expect(!finding.reason.contains("\u{202e}"))
            #expect(finding.reason.count < 1_000)
        }
    }

    @Test("All fixes of a scene together leave no finding that has one, whatever breaks at once")
    func allFixes() {
        var sample = SampleScene.good
        sample.bars = [
            "tabBar.style": "bottomNavigation", "tabBar.placement": "top", "tabBar.height": "40",
            "tabBar.isHidden": "true", "navigationBar.shadowImage": "line",
            "navigationBar.delegate": "app", "navigationBar.backIndicatorImage": "arrow.left",
            "navigationBar.standardAppearance.shadowColor": "clear",
        ]
        sample.tabs[0].badge = "12345"
        sample.tabs[1].properties["group"] = "gone"
        sample.change("inbox" as ScreenID) { screen in
            screen.properties = [
                "hidesBottomBarWhenPushed": "true", "immersive": "true",
                "immersive.restoreGesture": "none", "hidesBackButton": "true",
                "backButton.segments": "a,b", "right": "a,b", "right.a.title": "A",
                "right.b.title": "B", "rows": "r", "rows.r.pushes": "app://r",
            ]
        }
        sample.change("month" as ScreenID) { $0.title = nil }
        sample.modals[0].properties["dismissActions"] = "close"
        let before = Linter.findings(in: sample.scene)
        #expect(Set(before.filter { !$0.fix.isEmpty }.map(\.code)).count == 16)
        for fix in before.flatMap(\.fix) { sample.apply(fix) }
        let after = Linter.findings(in: sample.scene)
        #expect(after.filter { !$0.fix.isEmpty } == [])
        #expect(after.map(\.code) == ["too-many-controls"])
    }
}
