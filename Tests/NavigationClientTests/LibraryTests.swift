import CNavsync
import LibNavsync
import NavigationApp
import NavigationClient
import NavigationJSON
import NavigationModel
import NavigationSync
import Testing

/// The library by its C functions, in this process; `.ci/library` has programs that are linked to it.
@Suite("The library for C", .timeLimit(.minutes(5)))
struct LibraryTests {
    @Test("A change made by the library is seen by another device, with an equal digest")
    func devices() async throws {
        let home = try Home()
        let daemon = try home.start()
        let place = home.path
        let view = try await LibraryProgram.onThread { try Self.session(in: place) }
        let tablet = try await home.client("tablet")
        let seen = await (try await tablet.mirror()).update { $0.revision == 2 }
        guard case .object(let members) = view else {
            Issue.record("no object")
            return
        }
        #expect(members["digest"] == seen.map { .string($0.digest.description) })
        #expect(seen?.scene.tabs.first?.title == "📥")
        await tablet.close()
        try await daemon.stop()
    }

    /// Declares a tab and pushes a screen as a program does; returns the scene that it ends with.
    private static func session(in place: String) throws -> JSON {
        let program = LibraryProgram(in: place, as: "c")
        let description = #"{"version":1,"tabs":[{"id":"inbox","title":"\ud83d\udce5"}]}"#
        let declared = unsafe LibraryProgram.call {
            unsafe navsync_declare(program.client, nil, description, $0)
        }
        #expect(declared.code == NAVSYNC_OK, "\(declared.text)")
        let pushed = program.perform(#"{"kind":"push","route":"mail://1"}"#)
        #expect(pushed.text.contains(#""outcome":"waiting""#), "\(pushed.text)")
        let outcome = program.event(with: #""kind":"push""#)
        #expect(outcome.contains(#""outcome":"applied""#), "\(outcome)")
        // The device is present for itself, too, with the change as its last use.
        let present = program.event(with: #""lastUse":"2"#)
        #expect(present.contains(#""event":"present""#), "\(present)")
        #expect(present.contains(#""tab":"inbox""#), "\(present)")
        let impossible = program.perform(#"{"kind":"selectTab","tab":"none"}"#)
        #expect(impossible.code == NAVSYNC_IMPOSSIBLE && impossible.text.contains("no tab 'none'"))
        // An acknowledged change is shown before its commit is mirrored, whose digest it is.
        let view = program.view(with: #""revision":2"#)
        program.close()
        return try JSON(parsing: view)
    }

    @Test("A touch that makes no change is the device's last use for others")
    func touch() async throws {
        let home = try Home()
        let daemon = try home.start()
        let place = home.path
        let events = try await LibraryProgram.onThread {
            let program = LibraryProgram(in: place, as: "c")
            #expect(program.follow() == NAVSYNC_OK)
            let unused = program.event(with: #""event":"present""#)
            #expect(program.touch() == NAVSYNC_OK)
            let used = program.event(with: #""lastUse":"2"#)
            program.close()
            return [unused, used]
        }
        #expect(events[0].contains(#""lastUse":null"#), "\(events)")
        #expect(events[1].contains(#""event":"present""#), "\(events)")
        try await daemon.stop()
    }

    @Test("Arguments that are missing or invalid are refused, and nothing is opened")
    func arguments() async throws {
        try await LibraryProgram.onThread {
            var client: OpaquePointer?
            for options in ["[]", "{", #"{"x":1}"#, #"{"user":""}"#] {
                let refused = unsafe LibraryProgram.call {
                    unsafe navsync_open(options, &client, $0)
                }
                #expect(refused.code == NAVSYNC_ARGUMENT && !refused.text.isEmpty)
                #expect(unsafe client == nil)
            }
            #expect(navsync_open(nil, nil, nil) == NAVSYNC_ARGUMENT)
            #expect(navsync_show(nil, nil, nil) == NAVSYNC_ARGUMENT)
            #expect(navsync_fd(nil) == -1)
            #expect(navsync_dispatch(nil, nil, nil) == 0)
            navsync_close(nil)
            navsync_free(nil)
        }
    }

    /// A value that an app keeps in a payload.
    private struct Draft: Codable, Equatable {
        let subject: String
        let lines: [Int]
    }

    @Test("A payload that a program in C writes is a value in Swift, and the other way round")
    func payloads() async throws {
        let home = try Home()
        let daemon = try home.start()
        let place = home.path
        let tablet = try await home.client("tablet")
        let mirror = try await tablet.mirror()
        _ = try await mirror.perform(.declareTab(TabDescription(id: "inbox", title: "Inbox"), nil))
        let pushed = try ScreenDescription(
            route: "mail://swift", encoding: Draft(subject: "Swift's ☎", lines: [1, 2]))
        _ = try await mirror.perform(.push(pushed, onto: "inbox"))
        _ = try await mirror.perform(
            .presentModal(ModalDescription(route: "mail://raw", payload: [0xff, 0x00])))
        _ = await mirror.update { $0.status == .live && $0.pendingCount == 0 }
        async let program: Void = LibraryProgram.onThread { Self.exchangePayloads(in: place) }
        let seen = await mirror.update { $0.scene.modals.count == 2 && $0.pendingCount == 0 }
        try await program
        let scene = try #require(seen?.scene)
        let draft = Draft(subject: "C's ☎", lines: [3])
        #expect(try scene.tabs[0].stack.last?.payload(as: Draft.self) == draft)
        #expect(try scene.tabs[0].stack.first?.payload(as: Draft.self)?.lines == [1, 2])
        #expect(scene.modals.last?.payload == [0xfe])
        #expect(try scene.modals.last?.stack.first?.payload(as: [Int].self) == [4])
        await tablet.close()
        try await daemon.stop()
    }

    /// Reads payloads of another device, and writes some: rightly, and wrongly.
    private static func exchangePayloads(in place: String) {
        let program = LibraryProgram(in: place, as: "c")
        let swift = #""payload":"{\"lines\":[1,2],\"subject\":\"Swift's ☎\"}""#
        #expect(program.view(with: swift).contains(swift))
        #expect(program.view.contains(#""payload":{"base64":"/wA="}"#))
        let long = JSON.string(String(repeating: "x", count: 32_769)).text
        for payload in ["7", "[]", #"{"base64":"?"}"#, #"{"text":"x"}"#, long] {
            let refused = program.perform(
                #"{"kind":"push","tab":"inbox","route":"mail://c","payload":\#(payload)}"#)
            #expect(refused.code == NAVSYNC_ARGUMENT && refused.text.contains("payload"))
        }
        let screen = program.perform(
            #"{"kind":"push","tab":"inbox","route":"mail://c","payload":"{}"}"#)
        #expect(screen.code == NAVSYNC_OK, "\(screen.text)")
        guard case .object(let members)? = try? JSON(parsing: screen.text),
            let id = members["screen"]
        else {
            Issue.record("no object")
            return
        }
        let payload = JSON.string(#"{"subject":"C's ☎","lines":[3]}"#)
        let update = program.perform(
            #"{"kind":"updateScreen","screen":\#(id.text),"payload":\#(payload.text)}"#)
        #expect(update.code == NAVSYNC_OK, "\(update.text)")
        let modal = program.perform(
            """
            {"kind":"presentModal","route":"mail://new","payload":{"base64":"/g=="},
             "stack":[{"route":"mail://new/1","payload":"[4]"}]}
            """)
        #expect(modal.code == NAVSYNC_OK, "\(modal.text)")
        _ = program.view(with: #""pending":0"#)
        program.close()
    }
}
