import DescribedRows
import NavigationClient
import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Rows: delegates and their calls", .timeLimit(.minutes(5)))
struct DelegateRows {
    /// A daemon with two devices, on which both see the two tabs.
    private static func withDevices(
        _ body: (_ phone: SceneMirror, _ tablet: SceneMirror) async throws -> Void
    ) async throws {
        let home = try Home()
        let daemon = try home.start()
        let clients = [try await home.client("phone"), try await home.client("tablet")]
        let phone = try await clients[0].mirror()
        let tablet = try await clients[1].mirror()
        _ = try await #require(try await phone.perform(.replaceScene(MirrorTests.tabs))).outcome()
        for mirror in [phone, tablet] {
            _ = await mirror.update { $0.revision == 1 && $0.status == .live }
        }
        try await body(phone, tablet)
        for client in clients { await client.close() }
        try await daemon.stop()
    }

    private static func push(_ route: String) -> Intent {
        .push(ScreenDescription(route: "app://\(route)"))
    }

    @Test("N-33: it is called before the change is submitted, and a refusal leaves nothing behind")
    func should() async throws {
        let row = DescribedRow("N-33")
        try await Self.withDevices { phone, tablet in
            _ = try await #require(try await phone.perform(Self.push("1"))).outcome()
            // The receipt comes before the commit, of which a delegate would be told.
            _ = await phone.update { $0.revision == 2 && $0.pendingCount == 0 }
            let hooks = row["hooks"].split(separator: ",").map {
                $0.trimmingPrefix { $0 == " " }
            }
            #expect(hooks.map(String.init) == ["shouldPush", "shouldPop"])
            let before = await phone.current
            for (hook, intent) in [("shouldPush", Self.push("2")), ("shouldPop", .pop())] {
                let delegate = RecordingDelegate(refusing: [hook]) { _ in
                    // Asked before: nothing of it is here yet, and nothing waits.
                    let now = await phone.current
                    #expect(now.scene == before.scene && now.pendingCount == 0)
                }
                await phone.setDelegate(delegate)
                let error = await #expect(throws: NavigationClientError.self) {
                    try await phone.perform(intent)
                }
                #expect(error?.code == .vetoed)
                #expect(error?.message.contains(hook) == true)
                #expect(delegate.calls.map(\.name) == [hook])
                #expect(delegate.calls[0].event.revision == nil)
                #expect(await phone.current.scene == before.scene)
                #expect(try await phone.waiting.isEmpty)
            }
            // Others are not asked, and nobody of this device either once there is no delegate.
            await phone.setDelegate(RecordingDelegate(refusing: ["shouldPush"]))
            _ = try await #require(try await tablet.perform(Self.push("3"))).outcome()
            await phone.setDelegate(nil)
            _ = try await #require(try await phone.perform(.popToRoot())).outcome()
        }
    }

    @Test(
        "N-34: it is called after the commit, with its revision, in the order should, commit, did")
    func did() async throws {
        try await Self.withDevices { phone, tablet in
            let delegate = RecordingDelegate { call in
                guard let revision = call.event.revision else { return }
                #expect(await phone.current.revision >= revision, "\(call.name) before the commit")
            }
            await phone.setDelegate(delegate)
            let receipt = try await #require(
                try await phone.perform(Self.push("1"))
            ).outcome()
            let calls = await delegate.calls(2)
            #expect(calls.map(\.name) == ["shouldPush", "didPush"])
            #expect(calls[1].event.revision == receipt.revision)
            #expect(calls[1].event.screens == calls[0].event.screens, "what was asked has happened")
            #expect(calls[1].event.scene.selected?.stack.count == 2)
            _ = tablet
        }
    }

    @Test("N-32: it receives every device's pushes and pops, with their author")
    func everyone() async throws {
        try await Self.withDevices { phone, tablet in
            let delegate = RecordingDelegate()
            await phone.setDelegate(delegate)
            let push = try await #require(
                try await tablet.perform(Self.push("1"))
            ).outcome()
            let pop = try await #require(try await tablet.perform(.pop())).outcome()
            let calls = await delegate.calls(2)
            #expect(calls.map(\.name) == ["didPush", "didPop"], "nobody is asked about others")
            #expect(calls.map(\.event.author) == ["tablet", "tablet"])
            #expect(calls.map(\.event.revision) == [push.revision, pop.revision])
            #expect(calls[0].event.screens.map(\.route) == ["app://1"])
            #expect(calls[0].event.screens == calls[1].event.screens)
            #expect(calls.map(\.event.stack) == ["inbox", "inbox"])
            #expect(Set(calls.map(\.event.device)).count == 1 && calls[0].event.device != nil)
        }
    }

    @Test("N-71: there is a method for before and one for after, of a push and of a pop")
    func four() async throws {
        let row = DescribedRow("N-71")
        try await Self.withDevices { phone, _ in
            let delegate = RecordingDelegate()
            await phone.setDelegate(delegate)
            // Told before the next is asked, so that the order is one.
            _ = try await phone.perform(Self.push("1"))
            _ = await delegate.calls(2)
            _ = try await phone.perform(.pop())
            let names = await delegate.calls(4).map(\.name)
            #expect(names == row["hooks"].split(separator: ", ").map(String.init))
            #expect(Double(names.count) == row.number("count"))
        }
    }

    @Test("N-31: the delegate is the app's own, any type that has some of the methods")
    func own() async throws {
        struct Half: NavigationDelegate {
            func shouldPush(_ event: NavigationEvent) async -> Bool {
                event.screens.allSatisfy { $0.route != "app://secret" }
            }
        }
        try await Self.withDevices { phone, _ in
            await phone.setDelegate(Half())
            await #expect(throws: NavigationClientError.self) {
                try await phone.perform(Self.push("secret"))
            }
            _ = try await #require(try await phone.perform(Self.push("open"))).outcome()
            // What it does not answer is allowed.
            _ = try await #require(try await phone.perform(.selectTab("search"))).outcome()
            #expect(await phone.current.scene.selectedTab == "search")
        }
    }

    @Test("A delegate of the main actor is called there, and its plain methods will do")
    func mainActor() async throws {
        @MainActor final class Tutor: NavigationDelegate {
            var routes: [String] = []

            func shouldPush(_ event: NavigationEvent) -> Bool {
                MainActor.assertIsolated()
                routes += event.screens.map(\.route)
                return event.screens.allSatisfy { $0.route != "app://secret" }
            }
        }
        let home = try Home()
        let client = try await home.client("phone")
        let tutor = Tutor()
        let mirror = try await client.mirror(delegate: tutor)
        try await mirror.perform(.replaceScene(MirrorTests.tabs))
        try await mirror.perform(Self.push("open"))
        await #expect(throws: NavigationClientError.self) {
            try await mirror.perform(Self.push("secret"))
        }
        #expect(await tutor.routes == ["app://open", "app://secret"])
        await client.close()
    }

    @Test("A modal keeps a device from changing what it covers, unless that is meant")
    func cover() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        let mirror = try await client.mirror()
        try await mirror.perform(.replaceScene(MirrorTests.tabs))
        try await mirror.perform(.presentModal(ModalDescription(route: "ask://")))
        for intent in [Self.push("1"), .setItems([]), .selectTab("search")] {
            let error = await #expect(throws: NavigationClientError.self) {
                try await mirror.perform(intent, beneath: false)
            }
            #expect(error?.code == .impossible)
        }
        let modal = try #require(await mirror.current.scene.modals.first?.id)
        let inside = ScreenDescription(route: "ask://more")
        try await mirror.perform(.push(inside, onto: .modal(modal)), beneath: false)
        try await mirror.perform(Self.push("1"))
        #expect(await mirror.current.scene.tab("inbox")?.stack.count == 2)
        await client.close()
    }

    @Test("The delegate of the tabs is called before and after selections, and for a refresh")
    func selection() async throws {
        try await Self.withDevices { phone, _ in
            let delegate = RecordingDelegate()
            await phone.setDelegate(delegate)
            _ = try await phone.perform(.selectTab("search"))
            _ = await delegate.calls(2)
            _ = try await phone.perform(.selectTab("search"))
            let calls = await delegate.calls(4)
            #expect(
                calls.map(\.name) == ["shouldSelect", "didSelect", "shouldSelect", "didSelect"])
            #expect(calls.map(\.event.tab?.id) == Array(repeating: "search", count: 4))
            #expect(calls.map(\.event.isRefresh) == [false, false, true, true])
            await phone.setDelegate(RecordingDelegate(refusing: ["shouldSelect"]))
            let error = await #expect(throws: NavigationClientError.self) {
                try await phone.perform(.selectTab("inbox"))
            }
            #expect(error?.code == .vetoed)
            #expect(await phone.current.scene.selectedTab == "search")
        }
    }

    @Test("A whole stack that is set is one pop and one push, with all the screens")
    func several() async throws {
        try await Self.withDevices { phone, _ in
            let delegate = RecordingDelegate()
            await phone.setDelegate(delegate)
            let items = ["a", "b", "c"].map { ScreenDescription(route: "app://\($0)") }
            _ = try await phone.perform(.setItems(items))
            let calls = await delegate.calls(4)
            #expect(calls.map(\.name) == ["shouldPop", "shouldPush", "didPop", "didPush"])
            #expect(calls[3].event.screens.map(\.route) == ["app://a", "app://b", "app://c"])
            #expect(calls[2].event.screens.map(\.route) == ["app://inbox"])
            #expect(calls[1].event.screens == calls[3].event.screens, "the ids are kept")
            #expect(calls[2].event.revision == calls[3].event.revision)
        }
    }

    @Test("A scene that changes while the delegate answers is submitted for approval again")
    func askedAnew() async throws {
        let home = try Home()
        let clients = [try await home.client("phone"), try await home.client("phone")]
        let mirror = try await clients[0].mirror()
        let other = try await clients[1].mirror()
        try await mirror.perform(.replaceScene(MirrorTests.tabs))
        try await mirror.perform(Self.push("1"))
        let delegate = RecordingDelegate { call in
            // Another process of the device pushes before the first answer.
            guard call.event.screens.map(\.route) == ["app://1"] else { return }
            _ = try? await other.perform(Self.push("2"))
        }
        await mirror.setDelegate(delegate)
        try await mirror.perform(.pop())
        #expect(delegate.calls.map { $0.event.screens.map(\.route) } == [["app://1"], ["app://2"]])
        let routes = await mirror.current.scene.selected?.stack.map(\.route)
        #expect(routes == ["app://inbox", "app://1"])
        for client in clients { await client.close() }
    }

    @Test("Undo needs approval as any change, and a refusal keeps it to be undone")
    func undo() async throws {
        let home = try Home()
        let client = try await home.client("phone")
        let delegate = RecordingDelegate(refusing: ["shouldPop"])
        let mirror = try await client.mirror(delegate: delegate)
        try await mirror.perform(.replaceScene(MirrorTests.tabs))
        try await mirror.perform(Self.push("1"))
        await #expect(throws: NavigationClientError.self) { try await mirror.undo() }
        #expect(await mirror.current.scene.selected?.stack.count == 2)
        await mirror.setDelegate(nil)
        try await mirror.undo()
        #expect(await mirror.current.scene.selected?.stack.count == 1)
        await client.close()
    }
}
