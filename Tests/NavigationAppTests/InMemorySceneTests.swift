import NavigationApp
import NavigationClient
import NavigationModel
import Testing

@Suite("A scene in memory") struct InMemorySceneTests {
    private struct Draft: Codable, Equatable {
        var to: String
        var lines: [String]
    }

    @Test("Begins as described, and is the same in each run")
    func begins() throws {
        let scene = try InMemoryScene(.sampleMail).scene
        #expect(scene.tabs.map(\.title) == ["Inbox", "Search", "Settings"])
        #expect(scene.selectedTab == "inbox")
        #expect(try InMemoryScene(.sampleMail).scene == scene)
        #expect(try InMemoryScene(.sampleQuestion).scene.modals.count == 1)
    }

    @Test("Intents have their effects, and a value comes back from its payload")
    func payload() async throws {
        let memory = try InMemoryScene(.sampleMail)
        let draft = Draft(to: "ann", lines: ["Lunch?", "At noon"])
        try await memory.change(
            .push(ScreenDescription(route: "mail://draft", encoding: draft), onto: "inbox"))
        try await memory.change(.push(ScreenDescription(route: "mail://2"), onto: "inbox"))
        let stack = try #require(memory.scene.tab("inbox")).stack
        #expect(stack.map(\.route).suffix(2) == ["mail://draft", "mail://2"])
        #expect(Set(stack.map(\.id)).count == 4)
        #expect(try stack[2].payload(as: Draft.self) == draft)
        #expect(try stack[3].payload(as: Draft.self) == nil)
        #expect(throws: (any Error).self) { try stack[2].payload(as: [Int].self) }
    }

    @Test("Equal values are equal payloads, whatever the order of their keys")
    func keys() throws {
        let first = ["a": 1, "b": 2, "c": 3], second = ["c": 3, "b": 2, "a": 1]
        #expect(
            try ScreenDescription(route: "/", encoding: first).payload
                == ScreenDescription(route: "/", encoding: second).payload)
    }

    @Test("An impossible intent changes nothing, and its error has the reason")
    func impossible() async throws {
        let memory = try InMemoryScene(.sampleClock)
        let before = memory.scene
        let error = await #expect(throws: NavigationClientError.self) {
            try await memory.change(.selectTab("nowhere"))
        }
        #expect(error?.code == .impossible)
        #expect(memory.scene == before)
    }

    @Test("A declaration leaves the place of the person")
    func declaration() async throws {
        let memory = try InMemoryScene(.sampleMail)
        try await memory.change(.selectTab("search"))
        try await memory.declare(.sampleMail)
        #expect(memory.scene.selectedTab == "search")
        #expect(memory.scene.tab("inbox")?.stack.count == 2)
    }

    @Test("Readers get the present scene and the newest; they end with the scene in memory")
    func readers() async throws {
        var memory: InMemoryScene? = try InMemoryScene(.sampleClock)
        let scenes = try #require(memory?.scenes)
        var reader = scenes.makeAsyncIterator()
        #expect(await reader.next()?.selectedTab == "world")
        try await memory?.change(.selectTab("alarms"))
        try await memory?.change(.selectTab("timers"))
        #expect(await reader.next()?.selectedTab == "timers")
        memory = nil
        #expect(await reader.next() == nil)
    }
}
