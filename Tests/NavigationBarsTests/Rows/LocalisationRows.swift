import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Languages and directions")
struct LocalisationRows {
    private let stack = [
        Screen(
            id: "below", route: "r", title: "Inbox",
            properties: [
                "title@ko": "받은 편지함", "backButtonTitle": "In", "backButtonTitle@ko": "받은함",
            ]),
        Screen(
            id: "top", route: "r", title: "Letter",
            properties: [
                "title@ko": "편지", "prompt": "Unread", "prompt@ko": "읽지 않음", "right": "edit",
                "right.edit.title": "Edit", "right.edit.title@ko": "편집",
            ]),
    ]

    private func scene(_ stack: [Screen]) -> Scene {
        let tab = Tab(
            id: "mail", title: "Mail", badge: "New",
            properties: [
                "title@ko": "메일", "badge@ko": "새", "accessibilityValue": "something new",
                "accessibilityValue@ko": "새 편지",
            ], stack: stack)
        return Scene(selectedTab: "mail", tabs: [tab])
    }

    private func layout(_ language: String) throws -> BarLayout {
        let locale = try #require(LanguageTag(language))
        return BarLayout(scene(stack), on: TestDevice.phone.with { $0.locale = locale })
    }

    @Test("N-63: title, prompt, way back and buttons are shown in the language of the device")
    func texts() throws {
        #expect(DescribedRow("N-63")["texts"] == "title, prompt, back, buttons")
        for (language, texts) in [
            ("ko", ["편지", "읽지 않음", "받은함", "편집", "메일"]),
            ("ko-KR", ["편지", "읽지 않음", "받은함", "편집", "메일"]),
            ("en", ["Letter", "Unread", "In", "Edit", "Mail"]),
            ("de", ["Letter", "Unread", "In", "Edit", "Mail"]),
        ] {
            let layout = try layout(language)
            let bar = try #require(layout.navigationBar)
            let shown = [
                bar.title, bar.prompt, bar.back?.label, bar.right.first?.label,
                layout.tabBar?.items.first?.label,
            ].map { $0?.text }
            #expect(shown == texts, "\(language)")
        }
        let item = try #require(try layout("ko").tabBar?.items.first)
        #expect(item.badge?.label?.text == "새" && item.accessibility.value == "새 편지")
    }

    @Test("N-63: a text missing in a language of the scene is found, for each kind of text")
    func missing() throws {
        let row = DescribedRow("N-63")
        #expect(
            Linter.findings(in: scene(stack)).contains { $0.code == row["code"] } == false)
        for name in ["title", "prompt", "right.edit.title"] {
            var properties = stack[1].properties
            properties[PropertyName(unchecked: name).language("ko")] = nil
            let top = Screen(
                id: "top", route: "r", title: stack[1].title, properties: properties)
            let found = Linter.findings(in: scene([stack[0], top]))
                .filter { $0.code == row["code"] }
            #expect(found.map(\.item) == [.screen("top")], "\(name)")
            #expect(found.first?.reason.contains("'\(name)'") == true)
            #expect(found.first?.reason.contains("ko") == true)
        }
        var back = stack[0].properties
        back["backButtonTitle@ko"] = nil
        let below = Screen(id: "below", route: "r", title: "Inbox", properties: back)
        let found = Linter.findings(in: scene([below, stack[1]]))
        #expect(found.contains { $0.code == row["code"] && $0.item == .screen("below") })
    }

    @Test(
        "D-17: from left to right, back and its chevron are left, and a push comes from the right")
    func leftToRight() throws {
        let row = DescribedRow("D-17")
        let layout = try layout("ko")
        let bar = try #require(layout.navigationBar)
        let back = try #require(bar.back)
        #expect(row["back"] == "left" && back.frame.midX < layout.screen.midX)
        #expect(back.indicator.frame.midX < (back.label?.frame.x ?? 0))
        #expect(bar.pushEdge == row["pushEdge"])
    }

    @Test("D-18: from right to left, all of it is mirrored, tabs and buttons too")
    func rightToLeft() throws {
        let row = DescribedRow("D-18")
        let (left, right) = (try layout("en"), try layout("ar"))
        let bar = try #require(right.navigationBar)
        let back = try #require(bar.back)
        #expect(row["back"] == "right" && back.frame.midX > right.screen.midX)
        #expect(back.indicator.frame.midX > (back.label?.frame.maxX ?? .infinity))
        #expect(back.indicator.isMirrored != left.navigationBar?.back?.indicator.isMirrored)
        #expect(bar.pushEdge == row["pushEdge"])
        let button = try #require(bar.right.first)
        #expect(button.frame.midX < right.screen.midX)
        let five = Scene(
            selectedTab: "t0",
            tabs: (0..<5).map { Tab(id: TabID(unchecked: "t\($0)"), title: "T\($0)") })
        let items = try #require(BarLayout(five, on: TestDevice.phone.rightToLeft).tabBar).items
        #expect(items.map(\.frame.x) == items.map(\.frame.x).sorted(by: >))
    }
}
