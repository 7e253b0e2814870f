import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Announcements of modals, rows and pages")
struct ModalAnnouncementTests {
    private func scene(_ modals: [Modal], below title: String = "Mail") -> Scene {
        Scene(
            selectedTab: "mail",
            tabs: [
                Tab(
                    id: "mail", title: "Mail",
                    stack: [Screen(id: ScreenID(unchecked: title), route: "r", title: title)])
            ], modals: modals)
    }

    private let event = Modal(
        id: "event", route: "r", title: "New Event",
        properties: ["title@de": "Neues Ereignis", "preferred.title": "Add"])

    private func strings(_ old: Scene, _ new: Scene, in language: String = "en") -> [String] {
        let locale = LanguageTag(language) ?? .english
        return Announcement.strings(
            from: old, to: new, on: TestDevice.phone.with { $0.locale = locale })
    }

    @Test("A modal is announced when it is presented, with its left item, and when it is dismissed")
    func comesAndGoes() {
        #expect(strings(scene([]), scene([event])) == ["New Event dialog", "Cancel"])
        #expect(strings(scene([event]), scene([])) == ["New Event, closed", "Mail"])
        #expect(
            strings(scene([]), scene([event]), in: "de")
                == ["Neues Ereignis Dialogfenster", "Abbrechen"])
    }

    @Test("Of stacked modals only the topmost is announced; dismissed, it uncovers the next")
    func overAnother() {
        let photos = Modal(id: "photos", route: "r", kind: .fullScreen, title: "Photos")
        #expect(strings(scene([event]), scene([event, photos])) == ["Photos dialog", "Close"])
        #expect(
            strings(scene([event, photos]), scene([event]))
                == ["Photos, closed", "New Event", "Cancel"])
    }

    @Test("Changes beneath a modal are not announced")
    func beneath() {
        #expect(strings(scene([event]), scene([event], below: "Sent")).isEmpty)
    }

    @Test("A step of a task is announced when it is reached")
    func steps() {
        func card(_ step: Int) -> Modal {
            Modal(
                id: "card", route: "r", kind: .multiStep, title: "Add Card",
                properties: ["steps": "3", "step": "\(step)"])
        }
        #expect(strings(scene([card(1)]), scene([card(2)])) == ["Step 2 of 3"])
        #expect(strings(scene([card(2)]), scene([card(2)])).isEmpty)
        #expect(strings(scene([card(1)]), scene([card(2)]), in: "ja") == ["3ステップ中2ステップ目"])
    }

    @Test("A push inside a modal is a new view")
    func push() {
        func modal(_ titles: [String]) -> Modal {
            Modal(
                id: "m", route: "r", title: "Set Up",
                stack: titles.map { Screen(id: ScreenID(unchecked: $0), route: "r", title: $0) })
        }
        #expect(
            strings(scene([modal(["Name"])]), scene([modal(["Name", "Photo"])]))
                == ["Photo", "Name"])
    }

    @Test("While a modal is presented the reading order contains only its elements")
    func modalAlone() {
        let strings = ReadingOrder(BarLayout(scene([event]), on: TestDevice.phone)).strings
        #expect(strings == ["Cancel button", "New Event heading", "Add button"])
    }

    @Test("The reading order is that of the screen: back, title, buttons, rows and tabs")
    func order() {
        let list = Screen(
            id: "list", route: "r", title: "List",
            properties: [
                "prompt": "Choose one", "right": "edit", "right.edit.title": "Edit",
                "rows": "one,two", "rows.one.title": "One", "rows.one.pushes": "app://one",
                "rows.two.title": "Two",
            ])
        let tab = Tab(
            id: "a", title: "A",
            stack: [Screen(id: "root", route: "r", title: "Root"), list])
        let layout = BarLayout(
            Scene(selectedTab: "a", tabs: [tab, Tab(id: "b", title: "B")]), on: TestDevice.phone)
        #expect(
            ReadingOrder(layout).strings == [
                "Choose one", "Root back button", "List heading", "Edit button", "One button",
                "Two", "selected", "A, tab, 1 of 2", "B, tab, 2 of 2",
            ])
    }

    @Test("Segments are buttons of which one is selected")
    func segments() {
        let screen = Screen(
            id: "s", route: "r",
            properties: [
                "titleView": "segmentedControl", "titleView.segments": "Day,Week",
                "titleView.selectedSegment": "1",
            ])
        let scene = Scene(selectedTab: "a", tabs: [Tab(id: "a", title: "A", stack: [screen])])
        let order = ReadingOrder(BarLayout(scene, on: TestDevice.phone))
        #expect(order["navigationBar.segments.0"]?.strings == ["Day button, 1 of 2"])
        #expect(order["navigationBar.segments.1"]?.strings == ["selected", "Week button, 2 of 2"])
    }
}
