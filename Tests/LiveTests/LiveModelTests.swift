import CommandLine
import NavigationBars
import NavigationModel
import NavigationSync
import NavigationText
import Testing

@testable import Live

@Suite("A device in the terminal")
struct LiveModelTests {
    @Test("Arrows, tabulator and digits select tabs, around the end and without the disabled ones")
    func tabs() throws {
        var person = try Person()
        try person.press(.right)
        #expect(person.scene.selectedTab == "search")
        try person.press(.right)
        #expect(person.scene.selectedTab == "inbox")
        try person.press(.left)
        #expect(person.scene.selectedTab == "search")
        try person.type("1")
        #expect(person.scene.selectedTab == "inbox")
        try person.see(.updateTab("search", isEnabled: false))
        try person.press(.tab)
        #expect(person.scene.selectedTab == "inbox")
        try person.type("9")
        #expect(person.scene.selectedTab == "inbox")
    }

    @Test("In a layout from right to left the arrows select the tab that they point at")
    func mirrored() throws {
        var person = try Person()
        person.take(.traits([Person.traits(locale: try #require(LanguageTag("ar")))]))
        try person.see(
            .declareTab(TabDescription(id: "more", title: "More"), nil))
        try person.press(.left)
        #expect(person.scene.selectedTab == "search")
        try person.press(.right)
        #expect(person.scene.selectedTab == "inbox")
    }

    @Test("Enter asks for a screen to push; its title is completed from what was seen")
    func push() throws {
        var person = try Person()
        try person.press(.enter)
        try person.type("mail://9")
        try person.press(.tab)
        try person.type("Nine")
        try person.press(.enter)
        #expect(person.routes == ["mail://", "mail://7", "mail://9"])
        #expect(person.model.activeScreens.last?.title == "Nine")
        try person.press(.backspace, .backspace)
        #expect(person.routes == ["mail://"])
        try person.press(.enter)
        try person.type("hel")
        #expect(person.text.contains("mail://7"))
        try person.press(.tab, .enter)
        #expect(person.routes == ["mail://", "mail://7"])
        #expect(person.model.activeScreens.last?.title == "Hello")
    }

    @Test("A prompt is left by escape, and by deleting in an empty line")
    func leavePrompt() throws {
        var person = try Person()
        try person.press(.enter, .character("x"), .escape)
        try person.press(.enter, .character("x"), .backspace, .backspace)
        try person.press(.enter, .enter)
        #expect(person.routes == ["mail://", "mail://7"])
        #expect(person.text.contains("⏎ push"))
    }

    @Test("The focus moves through the stack, and Enter goes back to the focused screen")
    func focus() throws {
        var person = try Person()
        try person.see(.push(ScreenDescription(route: "mail://8", title: "Eight")))
        try person.press(.up)
        #expect(person.model.focusedLevel == 1)
        try person.press(.up, .up, .up)
        #expect(person.model.focusedLevel == 0)
        try person.press(.down)
        #expect(person.model.focusedLevel == 1)
        try person.press(.escape)
        #expect(person.model.focusedLevel == nil)
        #expect(person.routes.count == 3)
        try person.press(.home, .enter)
        #expect(person.routes == ["mail://"])
        try person.press(.up)
        #expect(person.model.focusedLevel == nil)
    }

    @Test("A focused screen that another device pops loses the focus")
    func focusLost() throws {
        var person = try Person()
        try person.see(.push(ScreenDescription(route: "mail://8")))
        try person.press(.up)
        try person.see(.popToRoot())
        #expect(person.model.focused == nil)
    }

    @Test("Back pops, and says so at the first screen; g goes back to it at once")
    func back() throws {
        var person = try Person()
        try person.press(.escape)
        #expect(person.routes == ["mail://"])
        try person.press(.backspace)
        #expect(person.text.contains("this is the first screen"))
        try person.see(.push(ScreenDescription(route: "a://")))
        try person.see(.push(ScreenDescription(route: "b://")))
        try person.type("g")
        #expect(person.routes == ["mail://"])
    }

    @Test("m presents a modal and answers it; it covers the tabs, and has a stack of its own")
    func modals() throws {
        var person = try Person()
        try person.type("m")
        try person.type("mail://new")
        try person.press(.tab)
        try person.type("Compose")
        try person.press(.tab)
        try person.type("multiStep")
        try person.press(.enter)
        let modal = try #require(person.scene.modals.first)
        #expect(modal.title == "Compose" && modal.kind == .multiStep)
        try person.press(.right)
        #expect(person.scene.selectedTab == "inbox")
        #expect(person.text.contains("a modal covers the tabs"))
        try person.press(.enter)
        try person.type("mail://new/to")
        try person.press(.enter)
        #expect(person.routes == ["mail://new/to"])
        try person.press(.backspace)
        #expect(person.text.contains("preferred action"))
        try person.press(.down, .enter)
        #expect(person.scene.modals.isEmpty)
    }

    @Test("A kind of modal that is no name is refused")
    func badKind() throws {
        var person = try Person()
        try person.type("m")
        try person.type("a://")
        try person.press(.tab, .tab)
        try person.type("no kind")
        try person.press(.enter)
        #expect(person.scene.modals.isEmpty)
        #expect(person.text.contains("is no kind of modal"))
    }

    @Test(
        "b sets, counts, dots and clears a badge",
        arguments: [("3", "3"), ("new", "new"), ("+2", "2"), (".", "")])
    func badge(text: String, badge: String) throws {
        var person = try Person()
        try person.type("b")
        try person.type(text)
        try person.press(.enter)
        #expect(person.scene.tab("inbox")?.badge == badge)
        try person.press(.character("b"), .enter)
        #expect(person.scene.tab("inbox")?.badge == nil)
    }

    @Test("Undo and redo are this device's; quitting, suspending and drawing anew are the shell's")
    func shell() throws {
        var person = try Person()
        person.effects = []
        try person.press(
            .character("u"), .control("r"), .control("z"), .control("l"), .control("c"),
            .character("q"))
        #expect(person.effects == [.undo, .redo, .suspend, .redraw, .quit, .quit])
    }

    @Test("/ finds a screen by title or route, and puts the focus on it in its tab")
    func find() throws {
        var person = try Person()
        try person.type("2/")
        try person.type("INBOX")
        #expect(person.text.contains("mail://"))
        try person.press(.enter)
        #expect(person.scene.selectedTab == "inbox")
        #expect(person.model.focusedLevel == 0)
        try person.type("/nowhere")
        try person.press(.enter)
        #expect(person.text.contains("no such screen"))
    }

    @Test("Nothing is changed by a device that only follows, by no key and by no command")
    func readOnly() throws {
        var person = try Person(isReadOnly: true)
        person.effects = []
        let before = person.scene
        try person.press(.right, .enter, .escape, .backspace, .control("r"))
        try person.type("gmbu r")
        try person.type(":tab remove inbox")
        try person.press(.enter)
        #expect(person.scene == before && person.effects == [])
        #expect(person.text.contains("read-only"))
        try person.type(":explain 1")
        try person.press(.enter)
        #expect(person.effects == [.run(["explain", "1"])])
    }

    @Test("A command is completed, run with its quotes, and remembered")
    func command() throws {
        var person = try Person()
        person.effects = []
        try person.type(":ta")
        try person.press(.tab)
        try person.type("dec")
        try person.press(.tab)
        try person.type("x --title \"Two words\"")
        try person.press(.enter)
        #expect(person.effects == [.run(["tab", "declare", "x", "--title", "Two words"])])
        person.effects = []
        try person.type(":")
        try person.press(.down, .enter)
        #expect(person.effects.count == 1)
        try person.type(":watch")
        try person.press(.enter)
        #expect(person.effects.count == 1)
        #expect(person.text.contains("another terminal"))
        try person.type(":show \"")
        try person.press(.enter)
        #expect(person.text.contains("a quote is not closed"))
    }

    @Test("Options, their values and what the scene has are completed")
    func arguments() throws {
        var person = try Person()
        func suggested(_ line: String) throws -> [String] {
            try person.press(.escape, .escape)
            try person.type(":" + line)
            guard case .prompt(let prompt) = person.model.mode else { return [] }
            return person.model.suggestions(for: prompt).map(\.text)
        }
        #expect(try suggested("explain --o") == ["explain --output ", "explain --open "])
        #expect(
            try suggested("explain 3 --output ") == [
                "explain 3 --output text ", "explain 3 --output json ",
            ])
        #expect(try suggested("explain --output j") == ["explain --output json "])
        #expect(try suggested("explain --open --output json 3 ") == [])
        #expect(try suggested("tab remove ") == ["tab remove inbox ", "tab remove search "])
        #expect(try suggested("tab remove s") == ["tab remove search "])
        #expect(try suggested("tab remove search ") == [])
        #expect(try suggested("t") == ["tab "])
    }

    @Test(
        "The output of a command is a text to read, or one line; over a prompt it is a line to read"
    )
    func output() throws {
        var person = try Person(rows: 12)
        let lines = (1...40).map { TerminalText("line \($0)") }
        person.take(.printed(CommandOutput(words: ["log"], lines: lines, status: 0)))
        #expect(person.text.contains("line 1 ") && !person.text.contains("line 40"))
        try person.press(.end)
        #expect(person.text.contains("line 40"))
        try person.press(.pageUp, .up, .home, .character("q"))
        #expect(person.text.contains("Hello"))
        person.take(.printed(CommandOutput(words: ["x"], lines: ["failed"], status: 1)))
        #expect(person.screen.last?.contains("failed") == true)
        try person.press(.enter)
        person.take(.printed(CommandOutput(words: ["log"], lines: lines, status: 0)))
        #expect(person.model.notices.count == 1)
    }

    @Test("An outcome other than applied stays until it is read, with its keys")
    func outcome() throws {
        var person = try Person()
        person.effects = []
        let operations = try Self.operations(.selectTab("search"))
        let change = ReportedOutcome(
            operations: operations, words: "selected search: superseded",
            by: Revision(rawValue: 9))
        person.take(.settled(change))
        person.take(.settled(ReportedOutcome(operations: operations, words: "another")))
        try person.press(.up, .down)
        #expect(person.text.contains("selected search: superseded"))
        try person.type("e")
        #expect(person.effects == [.run(["explain", "9"])])
        try person.type("r")
        #expect(person.text.contains("another"))
        try person.type(" ")
        #expect(person.model.notices.count == 0)
        person.take(
            .settled(ReportedOutcome(operations: operations, words: "harmless", isHarmless: true)))
        #expect(person.model.notices.count == 0 && person.text.contains("harmless"))
    }

    @Test("Unread lines are bounded, and the dropped ones are counted")
    func manyNotices() throws {
        var person = try Person()
        for number in 1...60 {
            person.take(.settled(ReportedOutcome(operations: [], words: "outcome \(number)")))
        }
        #expect(person.model.notices.waiting.count == Notice.limit)
        #expect(person.model.notices.count == 60)
        try person.type(String(repeating: " ", count: Notice.limit))
        #expect(person.model.notices.count == 0)
    }

    @Test("A device without a daemon is seen to be, with the number of changes that wait")
    func offline() throws {
        var person = try Person()
        #expect(person.screen[0].hasPrefix("● main #1"))
        person.follow(.offline, pending: 3, problem: "no daemon listens")
        #expect(person.screen[0].hasPrefix("○"))
        #expect(person.screen[0].hasSuffix("offline, 3 waiting"))
        #expect(person.text.contains("no daemon listens"))
        person.follow(.syncing, pending: 3)
        #expect(person.screen[0].hasPrefix("◐") && person.screen[0].contains("catching up"))
        person.follow(.live, shelved: 1)
        #expect(person.screen[0].hasPrefix("●") && person.screen[0].hasSuffix("1 on the shelf"))
    }

    @Test("Time travel shows a revision with its change, reads one at a time, and returns")
    func past() throws {
        var person = try Person()
        for number in 8...20 {
            try person.see(.push(ScreenDescription(route: "mail://\(number)")))
        }
        person.effects = []
        try person.type("t")
        #expect(person.effects == [.readPast(Revision(rawValue: 14))])
        try person.press(.left, .left, .pageUp)
        #expect(person.effects.count == 1)
        let change = RecentChange(
            revision: Revision(rawValue: 14), time: "09:00:00", author: "tablet", words: "pushed")
        person.take(
            .past(
                PastView(
                    scene: .empty, change: change, revision: Revision(rawValue: 14),
                    differences: [])))
        #expect(person.effects.last == .readPast(Revision(rawValue: 2)))
        #expect(person.text.contains("revision 2 of 14") && person.text.contains("tablet"))
        person.take(.pastFailed(Revision(rawValue: 2), "no longer in the log"))
        #expect(person.text.contains("no longer in the log"))
        try person.press(.escape)
        #expect(person.model.activeScreens.count == 15)
    }

    @Test("An invitation fills the screen, closes once it is used, and leaves the code to compare")
    func pair() throws {
        var person = try Person(rows: 12)
        person.effects = []
        try person.type("ptablet")
        try person.press(.enter)
        #expect(person.effects == [.invite("tablet")])
        person.take(.invited(["█▀▄█", "▄ ▄█", "navsync:x"]))
        #expect(person.text.contains("█▀▄█") && person.text.contains("navsync:x"))
        let large = [TerminalText](repeating: "█▀▄█", count: 20)
        person.take(.invited(large + ["navsync:x"]))
        #expect(person.text.contains("enlarge the terminal") && !person.text.contains("█▀▄█"))
        let used = CommandOutput(
            words: [], lines: ["paired: tablet", "code 123456: must match"], status: 0)
        person.take(.invitationEnded(used))
        #expect(person.model.notices.count == 2 && person.text.contains("paired: tablet"))
        person.take(.invited(["navsync:y"]))
        person.effects = []
        try person.press(.escape)
        #expect(person.effects == [.endInvitation])
        person.take(.invitationEnded(CommandOutput(words: [], lines: ["no tcp"], status: 1)))
        #expect(person.text.contains("no tcp"))
    }

    @Test("Devices are renamed, given a role, and revoked after a question")
    func devices() throws {
        var person = try Person(rows: 12)
        person.effects = []
        try person.type("d")
        #expect(person.effects == [.listDevices])
        let rows = (1...30).map { number in
            DeviceRow(
                id: "id\(number)", name: "device \(number)", role: "full", note: "",
                isActive: number != 2)
        }
        person.take(.devices(rows))
        person.effects = []
        try person.type("1r")
        try person.type("phone")
        try person.press(.enter)
        person.take(.devices(rows))
        try person.press(.enter, .character("o"))
        person.take(.devices(rows))
        for _ in 1...29 { try person.press(.down) }
        #expect(person.text.contains("device 30"))
        try person.press(.enter, .character("v"), .enter)
        person.take(.devices(rows))
        try person.type("3vy")
        #expect(
            person.effects == [
                .run(["device", "rename", "id1", "phone"]),
                .run(["device", "role", "id1", "viewer"]),
                .run(["device", "revoke", "id3", "--yes"]),
            ])
        person.take(.devices(rows))
        try person.type("2")
        #expect(person.text.contains("is revoked"))
    }

    @Test("A scene without tabs says so, and asks for no screen to push")
    func emptyScene() throws {
        var person = try Person(SceneDescription(tabs: []))
        person.follow(.live)
        #expect(person.text.contains("no tabs yet"))
        try person.press(.enter, .right, .up, .backspace, .character("g"), .character("b"))
        #expect(person.model.activeStack == nil)
        try person.see(.declareTab(TabDescription(id: "a", title: "A"), nil))
        #expect(person.text.contains("nothing on the stack"))
    }

    @Test("Stored changes are retried and discarded")
    func storedChanges() throws {
        var person = try Person()
        person.take(.storedChanges([]))
        #expect(person.text.contains("nothing waits"))
        let rows = [
            StoredChangeRow(id: "4", words: "pushed a://", isShelved: false),
            StoredChangeRow(id: "5", words: "popped b", isShelved: true),
        ]
        person.effects = []
        person.take(.storedChanges(rows))
        #expect(person.text.contains("outbox  pushed a://"))
        try person.type("1d")
        person.take(.storedChanges(rows))
        try person.type("2r")
        #expect(
            person.effects == [.run(["outbox", "drop", "4"]), .run(["shelf", "retry", "5"])])
    }

    @Test("A screen reader is told changes, authors, the connection, prompts and menus")
    func speech() throws {
        var person = try Person()
        func spoken(_ step: (inout Person) throws -> Void) rethrows -> LiveSpeech {
            let before = person.model
            try step(&person)
            return LiveSpeech(from: before, to: person.model)
        }
        let push = try spoken {
            try $0.see(.push(ScreenDescription(route: "a://", title: "News")), author: "tablet")
        }
        #expect(push.lines.map(\.description) == ["tablet: pushed a:// on inbox", "News", "Hello"])
        #expect(try spoken { try $0.press(.up) }.lines == ["2 of 3: Hello"])
        let offline = spoken { $0.follow(.offline, pending: 2) }
        #expect(offline.lines == ["offline, 2 waiting"])
        #expect(spoken { $0.follow(.live) }.lines == ["connected"])
        try person.press(.escape, .enter)
        let typed = try spoken { try $0.type("mail") }
        #expect(typed.lines.isEmpty && typed.prompt == "push mail")
        #expect(try spoken { try $0.press(.down) }.lines == ["mail://7  Hello"])
        try person.press(.escape)
        try person.see(.presentModal(ModalDescription(route: "m://", title: "Sure?")))
        let menu = try spoken { try $0.type("m") }
        #expect(menu.lines.first == "Sure?" && menu.lines.count == 5)
        #expect(try spoken { try $0.press(.down) }.lines == ["c: cancel"])
    }

    @Test("A screen reader is told who comes, where to, and who leaves")
    func spokenPresence() throws {
        var person = try Person()
        let screen = try #require(person.model.activeScreens.last?.id)
        let own = PresentRow(
            id: Person.device, name: "phone", tab: "inbox", screen: screen, used: nil,
            isOwn: true)
        let tablet = PresentRow(
            id: DeviceID(high: 0, low: 2), name: "tablet", tab: "inbox", screen: screen, used: nil,
            isOwn: false)
        func spoken(_ devices: [PresentRow]) -> [TerminalText] {
            let before = person.model
            person.take(.present(devices))
            return LiveSpeech(from: before, to: person.model).lines
        }
        #expect(spoken([own]).isEmpty)
        #expect(spoken([own, tablet]) == ["tablet is here: Inbox › Hello"])
        #expect(spoken([own, tablet]).isEmpty)
        // Two may have one name.
        let other = PresentRow(
            id: DeviceID(high: 0, low: 3), name: "tablet", tab: "inbox", screen: screen, used: nil,
            isOwn: false)
        #expect(spoken([own, tablet, other]) == ["tablet is here: Inbox › Hello"])
        #expect(spoken([own, other]) == ["tablet has left"])
        #expect(spoken([own]) == ["tablet has left"])
    }

    /// Returns the operations of an intent in a scene of two tabs.
    static func operations(_ intent: Intent) throws -> [Operation] {
        var numbers = SequentialGenerator(after: 1 << 32)
        var state = SceneState()
        let declared = try state.operations(for: .replaceScene(Person.inbox), using: &numbers)
        _ = state.execute(
            Change(
                device: DeviceID(high: 0, low: 1), sequence: SequenceNumber(rawValue: 1),
                base: Change.Base(revision: .zero, latest: state.latest), operations: declared),
            at: state.latest.next, revision: Revision(rawValue: 1))
        return try state.operations(for: intent, using: &numbers)
    }
}
