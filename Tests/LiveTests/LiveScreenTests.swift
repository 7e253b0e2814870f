import CommandLine
import Foundation
import NavigationBars
import NavigationModel
import NavigationText
import SeededRandom
import Testing

@testable import Live

/// Screens beside the tests, as text files that people can look at. Run the tests with
/// `NAVSYNC_RECORD_GOLDEN=1` to write them anew, and look at what changed.
@Suite("The screen of a device in the terminal")
struct LiveScreenTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden")

    private func expect(_ person: Person, toBe name: String) throws {
        let file = Self.golden.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["NAVSYNC_RECORD_GOLDEN"] != nil {
            try Data(person.text.utf8).write(to: file)
        }
        #expect(person.text == (try String(contentsOf: file, encoding: .utf8)), "\(name)")
    }

    @Test(
        "A scene at several sizes",
        arguments: [(40, 12), (80, 24), (100, 30), (140, 50), (24, 8)])
    func sizes(columns: Int, rows: Int) throws {
        let person = try Person(columns: columns, rows: rows)
        try expect(person, toBe: "scene-\(columns)x\(rows)")
    }

    @Test("The smallest useful terminal with a line to read, and with a prompt over the bars")
    func small() throws {
        var person = try Person(columns: 40, rows: 12)
        person.take(
            .settled(
                ReportedOutcome(
                    operations: try LiveModelTests.operations(.selectTab("search")),
                    words: "selected search: superseded by tablet at revision 9")))
        try expect(person, toBe: "notice")
        try person.press(.enter)
        try person.type("mail")
        try expect(person, toBe: "prompt")
    }

    @Test("A modal with the menu of its answers, and one revision of the past")
    func overlays() throws {
        var person = try Person()
        try person.see(
            .presentModal(ModalDescription(route: "mail://discard", title: "Discard the draft?")))
        try expect(person, toBe: "modal")
        try person.type("m")
        try expect(person, toBe: "menu")
        try person.press(.escape, .character("t"))
        var line = StyledLine("inbox: ", .accent)
        line.append("pushed mail://7 \"Hello\"")
        person.take(
            .past(
                PastView(
                    scene: try Scene(Person.inbox),
                    change: RecentChange(
                        revision: Revision(rawValue: 2), time: "09:00:00", author: "tablet",
                        words: "pushed mail://7"),
                    revision: Revision(rawValue: 2), differences: [line])))
        try expect(person, toBe: "past")
    }

    @Test(
        "Devices of other kinds, scripts and directions", arguments: ["ipad-11", "pixel-9", "mac"])
    func profiles(profile: String) throws {
        var person = try Person(columns: 100, rows: 24)
        person.take(.traits([Person.traits(profile)]))
        try expect(person, toBe: "profile-\(profile)")
    }

    @Test("Devices side by side, as many as there is room for", arguments: [60, 120])
    func sideBySide(columns: Int) throws {
        var person = try Person(columns: columns, rows: 24)
        person.take(.traits(["iphone-16", "pixel-9", "mac"].map { Person.traits($0) }))
        try expect(person, toBe: "beside-\(columns)")
        let row = try #require(person.screen.lastIndex { $0.contains("Search") })
        let cells = Array(person.screen[row])
        let column = try #require(cells.indices.last { String(cells[$0...]).hasPrefix("Search") })
        try person.press(.press(row: row, column: column))
        #expect(person.scene.selectedTab == "search")
    }

    /// Returns a device that is there; the first is this one.
    private static func row(
        _ number: UInt64, _ name: String, _ tab: TabID, used: String?
    ) -> PresentRow {
        PresentRow(
            id: DeviceID(high: 0, low: number), name: name, tab: tab, screen: nil, used: used,
            isOwn: number == 1)
    }

    /// This device, and others that are there.
    private static let present = [
        row(1, "phone", "inbox", used: "14:10"),
        row(2, "tablet", "search", used: "14:09"),
        row(3, "한글", "search", used: nil),
        row(4, "wall", "gone", used: nil),
    ]

    @Test("Other devices are beside the bars, and as letters on the tab where they are")
    func presence() throws {
        var person = try Person(columns: 100, rows: 24)
        let alone = person.screen
        person.take(.present(Array(Self.present.prefix(1))))
        #expect(person.screen == alone, "this device alone is not worth a line")
        person.take(.present(Self.present))
        try expect(person, toBe: "presence")
        for profile in ["pixel-9", "ipad-11", "mac", "vision-pro"] {
            person.take(.traits([Person.traits(profile)]))
            #expect(person.text.contains("t한"), "\(profile)\n\(person.text)")
        }
        person.take(.traits([Person.traits()]))
        let many = (1...9).map { number in
            Self.row(UInt64(number), "screen \(number)", "inbox", used: nil)
        }
        person.take(.present(many))
        let count = try #require(person.screen.first { $0.contains("and ") })
        #expect(count.contains("and 5 more") && person.text.contains("changes"))
        person.take(.resized(.init(columns: 40, rows: 12)))
        #expect(person.screen.contains { $0.contains(" 8 ") }, "\(person.text)")
    }

    @Test("Scripts with wide letters, and from right to left", arguments: ["ko", "ar"])
    func scripts(language: String) throws {
        let title = ["ko": "받은 편지함", "ar": "الوارد"][language] ?? ""
        var person = try Person(
            SceneDescription(tabs: [
                TabDescription(
                    id: "inbox", title: title, icon: "tray",
                    stack: [
                        ScreenDescription(route: "mail://", title: title),
                        ScreenDescription(route: "mail://7", title: title),
                    ]), TabDescription(id: "search", title: "2", icon: "magnifyingglass"),
            ]))
        person.take(.traits([Person.traits(locale: try #require(LanguageTag(language)))]))
        try expect(person, toBe: "language-\(language)")
    }

    @Test("A press of a pointer acts on the part that is drawn under it")
    func pointer() throws {
        var person = try Person()
        func place(of text: String) throws -> Key {
            let row = try #require(person.screen.lastIndex { $0.contains(text) }, "\(text)")
            let start = try #require(person.screen[row].range(of: text)).lowerBound
            return .press(row: row, column: person.screen[row][..<start].count)
        }
        try person.press(try place(of: "Search"))
        #expect(person.scene.selectedTab == "search")
        try person.press(try place(of: "Inbox"))
        #expect(person.scene.selectedTab == "inbox")
        try person.press(try place(of: "‹"))
        #expect(person.routes == ["mail://"])
        try person.see(.push(ScreenDescription(route: "a://", title: "First")))
        try person.see(.push(ScreenDescription(route: "b://", title: "Second")))
        try person.press(try place(of: "› First"))
        #expect(person.model.focusedLevel == 1)
        try person.press(try place(of: "› First"))
        #expect(person.routes == ["mail://", "a://"])
        try person.press(.press(row: 500, column: 500))
    }

    @Test("Any keys on any terminal leave a screen of its size", arguments: 1...30)
    func anyKeys(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var person = try Person(isReadOnly: seed.isMultiple(of: 7))
        let keys: [Key] =
            [
                .enter, .tab, .backTab, .backspace, .escape, .up, .down, .left, .right, .home, .end,
                .pageUp, .pageDown, .delete, .paste("a\nb 한 \u{1b}[2J"), .control("w"),
                .control("r"),
                .scroll(isUp: true), .press(row: 3, column: 9), .press(row: 20, column: 30), .other,
            ] + "gmbu/:t? erdopPDLR+-q19x한ا".map(Key.character)
        for _ in 0..<100 {
            if Int.random(in: 0..<12, using: &random) == 0 {
                let size = (
                    columns: Int.random(in: 1...150, using: &random),
                    rows: Int.random(in: 1...60, using: &random)
                )
                person.take(.resized(.init(columns: size.columns, rows: size.rows)))
            }
            let key = keys.randomElement(using: &random) ?? .other
            do { try person.press(key) } catch is IntentError {}
            let frame = LiveScreen(person.model).frame
            #expect(frame.drawing.lines.count == max(1, person.model.size.rows))
            #expect(frame.drawing.width == max(1, person.model.size.columns))
            #expect(frame.drawing.lines.allSatisfy { $0.width == frame.drawing.width })
            if let cursor = frame.cursor {
                #expect((0..<person.model.size.rows).contains(cursor.row))
                #expect((0..<person.model.size.columns).contains(cursor.column))
            }
        }
    }
}
