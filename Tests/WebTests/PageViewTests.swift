import NavigationBars
import NavigationJSON
import NavigationModel
import NavigationSync
import Testing

@testable import Web

@Suite("A scene on a page")
struct PageViewTests {
    private let inbox = Tab(
        id: "inbox", title: "Inbox", badge: "3",
        stack: [
            Screen(id: "s1", route: "m://", title: "Inbox"),
            Screen(id: "s2", route: "m://1", title: "Lunch"),
        ])
    private let sent = Tab(
        id: "sent", title: "Sent", stack: [Screen(id: "s3", route: "m://sent", title: "Sent")])

    private func scene(_ selected: TabID, modals: [Modal] = []) -> Scene {
        Scene(selectedTab: selected, tabs: [inbox, sent], modals: modals)
    }

    private func elements(
        _ scene: Scene, _ query: [(name: String, value: String)] = [],
        present: [TabID: [String]] = [:]
    ) -> [String: [String: JSON]] {
        let view = PageView(scene, on: PageTraits.traits(query), present: present).json
        guard case .object(let members) = view, case .array(let elements)? = members["elements"]
        else { return [:] }
        var found: [String: [String: JSON]] = [:]
        for case .object(let element) in elements {
            guard case .string(let id)? = element["id"] else { continue }
            found[id] = element
        }
        return found
    }

    private func intent(_ element: [String: JSON]?) -> JSON? {
        guard case .object(let gesture)? = element?["gesture"] else { return nil }
        return gesture["intent"]
    }

    @Test("A tab that is touched is selected; the selected one leads to its first screen")
    func tabs() {
        let elements = elements(scene("inbox"))
        #expect(
            intent(elements["tab.sent"])
                == .object(["kind": .string("selectTab"), "tab": .string("sent")]))
        #expect(
            intent(elements["tab.inbox"])
                == .object(["kind": .string("popToRoot"), "tab": .string("inbox")]))
        #expect(elements["tab.inbox"]?["selected"] == .bool(true))
        #expect(elements["tab.inbox"]?["value"] != nil)
        #expect(elements["tab.sent"]?["frame"] != nil)
    }

    @Test("Material's marker widens at the new tab and slides nowhere; other bars move nothing")
    func motion() {
        func motion(_ query: [(name: String, value: String)]) -> JSON? {
            let view = PageView(scene("inbox"), on: PageTraits.traits(query)).json
            guard case .object(let members) = view else { return nil }
            return members["motion"]
        }
        #expect(
            motion([("system", "android")])
                == .object([
                    "kind": .string("scaleAndFade"), "duration": .number(0.1),
                    "scaleFrom": .number(0),
                ]))
        guard case .object(let still)? = motion([("system", "android"), ("still", "1")]) else {
            Issue.record("no motion")
            return
        }
        #expect(still["kind"] == .string("fade"))
        #expect(motion([]) == .null)
    }

    @Test("Back names the screen that it pops, since it may be handed over long after")
    func back() {
        #expect(
            intent(elements(scene("inbox"))["navigationBar.back"])
                == .object(["kind": .string("popScreen"), "screen": .string("s2")]))
        #expect(elements(scene("sent"))["navigationBar.back"] == nil)
    }

    @Test("Every gesture is an intent that the server reads")
    func intents() throws {
        let modal = Modal(id: "m", route: "m://sheet", title: "Sheet")
        for scene in [scene("inbox"), scene("sent"), scene("inbox", modals: [modal])] {
            let intents = elements(scene).values.compactMap { intent($0) }
            #expect(!intents.isEmpty)
            for intent in intents { _ = try RequestedChange(intent) }
        }
    }

    @Test("A modal without buttons can be closed, and hides what is beneath")
    func modal() {
        let modal = Modal(id: "m", route: "m://sheet", title: "Sheet")
        let untitled = Modal(id: "m", route: "m://sheet")
        let view = PageView(scene("inbox", modals: [untitled]), on: PageTraits.traits([])).json
        guard case .object(let members) = view else { return }
        #expect(members["modal"] == .string("m://sheet"))
        let elements = elements(scene("inbox", modals: [modal]))
        #expect(!elements.keys.contains { $0.hasPrefix("tab.") })
        let closing = elements.values.filter { element in
            guard case .object(let gesture)? = element["gesture"] else { return false }
            return gesture["closes"] == .bool(true)
        }
        #expect(closing.count == 1)
    }

    @Test("The names of the other devices are on their tabs")
    func present() {
        let elements = elements(scene("inbox"), present: ["sent": ["tablet"]])
        #expect(elements["tab.sent"]?["here"] == .array([.string("tablet")]))
        #expect(elements["tab.inbox"]?["here"] == nil)
    }

    @Test("The size class of the window decides the layout")
    func sizes() {
        #expect(PageTraits.traits([("width", "500")]).platform.system == .iOS)
        #expect(PageTraits.traits([("width", "1100")]).platform.system == .iPadOS)
        #expect(PageTraits.traits([("system", "android")]).platform.system == .android)
    }

    @Test(
        "Traits out of bounds are brought within them",
        arguments: ["-1", "0", "1e300", "nan", "inf", "-inf", "x", ""])
    func bounds(_ text: String) {
        let traits = PageTraits.traits([
            ("width", text), ("height", text), ("language", text), ("dark", text),
        ])
        #expect((160...4096).contains(traits.size.width))
        #expect((160...4096).contains(traits.size.height))
        #expect(!elements(scene("inbox"), [("width", text), ("height", text)]).isEmpty)
    }

    @Test("Every file of the page is in the program, and loads nothing from elsewhere")
    func assets() throws {
        for path in ["/", "/page.css", "/page.js", "/icon.svg"] {
            let asset = try #require(WebAsset.at(path))
            let text = String(decoding: asset.content, as: UTF8.self)
            let foreign = text.replacing("http://www.w3.org/2000/svg", with: "")
            #expect(!foreign.contains("http://") && !foreign.contains("https://"), "\(path)")
            #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(path)")
        }
        #expect(WebAsset.at("/../page.js") == nil)
        #expect(WebAsset.at("/page.js/") == nil)
    }
}
