import NavigationBars
import NavigationModel
import NavigationSceneFile
import Testing

/// The bars as an app of another package sees them.
@Suite("A scene's appearance") struct SceneAppearanceTests {
    private let mail = SceneDescription(tabs: [
        TabDescription(id: "inbox", title: "Inbox", icon: "tray", badge: "3"),
        TabDescription(
            id: "search", title: "Search", icon: "magnifyingglass",
            stack: [ScreenDescription(route: "mail://search", title: "All mail")]),
    ])

    private func appearance(
        _ name: String = "iphone-16", of description: SceneDescription? = nil,
        language: String = "en"
    ) throws -> SceneAppearance {
        let device = try #require(SceneAppearance.Device(name, language: language))
        return SceneAppearance(try Scene(description ?? mail), on: device)
    }

    @Test("Every device draws a scene, as a picture and as text of the requested width")
    func everyDevice() throws {
        for name in SceneAppearance.Device.names {
            let appearance = try appearance(name)
            #expect(appearance.svg.hasPrefix("<svg") && appearance.svg.contains("Inbox"), "\(name)")
            let lines = appearance.text(columns: 60).split(separator: "\n")
            #expect(!lines.isEmpty, "\(name)")
        }
        #expect(try appearance().text(columns: 1) == appearance().text(columns: 24))
    }

    @Test("An unknown device or language is none")
    func unknown() {
        #expect(SceneAppearance.Device("iphone-0") == nil)
        #expect(SceneAppearance.Device("iphone-16", language: "not a tag") == nil)
    }

    @Test("Elements come in reading order, tabs with their frames and words")
    func elements() throws {
        let elements = try appearance().elements
        let tab = try #require(elements.first { $0.id == "tab.inbox" })
        let frame = try #require(tab.frame)
        #expect(frame.width > 0 && frame.y > 700)
        #expect(tab.role == "tab" && tab.isFocusable)
        #expect(tab.strings == ["selected", "Inbox, 3, tab"])
    }

    @Test("A change is announced in the device's language, and findings name their item")
    func speech() throws {
        var changed = mail
        changed.selectedTab = "search"
        let appearance = try appearance()
        let strings = appearance.announcements(changingTo: try Scene(changed))
        #expect(strings == ["selected", "Search, tab, 2 of 2"])
        let finding = try #require(
            try self.appearance(of: SceneDescription(tabs: [TabDescription(id: "a", title: "A")]))
                .findings.first)
        #expect(!finding.reason.isEmpty && !finding.item.isEmpty && !finding.code.isEmpty)
    }

    @Test("A scene file's mistakes have their place for programs")
    func mistakes() throws {
        let error = try #require(throws: SceneFileError.self) {
            try SceneFile.read(
                "version: 1\ntabs:\n- id: inbox\n  tittle: Inbox\n", name: "mail.yaml")
        }
        let mistake = try #require(error.mistakes.first)
        #expect(mistake.line == 4 && mistake.column == 3, "\(error)")
        #expect(mistake.message.contains("title"), "\(error)")
    }
}
