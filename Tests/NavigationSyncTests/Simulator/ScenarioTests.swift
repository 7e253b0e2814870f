import NavigationSimulator
import Testing

@Suite("Stories, sentence by sentence")
struct ScenarioTests {
    @Test("A story comes true", arguments: ScenarioFile.all)
    func story(file: ScenarioFile) throws {
        do {
            try Scenario(file.text).play()
        } catch {
            Issue.record("\(file.name), \(error)")
        }
    }

    @Test("There is a story for every promise, for time, for working offline, for every loss")
    func isComplete() {
        let titles = ScenarioFile.all.map(\.testDescription)
        let promises = (1...13).map { "P\($0):" } + (1...6).map { "W\($0):" }
        for promise in promises {
            #expect(titles.contains { $0.hasPrefix(promise) }, "\(promise)")
        }
        for word in [
            "hole", "lost tail", "repeated", "early", "late", "compacted", "future", "backup",
            "quiet", "offline", "clock",
        ] {
            #expect(titles.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test("A meaningless sentence is an error with its line")
    func nonsense() {
        #expect(throws: Scenario.Mistake.self) { try Scenario("daemon starts\nphone dances") }
        #expect(throws: Scenario.Mistake.self) { try Scenario("tablet pops inbox") }
        do {
            _ = try Scenario("# a title\n\nphone connects\nphone pushes on inbox")
            Issue.record("it was read")
        } catch {
            #expect(error.line == 4)
        }
    }

    @Test(
        "A story that is not true is a mistake with its line",
        arguments: [
            "phone shows inbox: root, a", "phone is at revision 2", "phone is offline",
            "phone has 1 changes waiting", "phone's change 1 was noop", "phone's pop 1 was applied",
            "phone shows search selected", "phone shows the badge of inbox as 1",
            "phone shows inbox titled Mail", "phone shows no inbox", "phone has not synced",
            "the log has 1 push of a", "phone pops screen a",
        ])
    func untruth(sentence: String) {
        let story = "daemon starts\nphone connects\nphone declares inbox and search\n1 s pass\n"
        do {
            try Scenario(story + "phone is at revision 1\n" + sentence).play()
            Issue.record("it was taken for true")
        } catch {
            #expect(error.line == 6, "\(error)")
        }
    }
}
