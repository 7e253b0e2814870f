import NavigationModel
import NavigationWire
import SeededRandom
import Testing

/// A change has one outcome, however often it is handed over, and whenever.
@Suite struct ExactlyOnceTests {
    @Test("P13: handed over again, too early or under a used number: one outcome, one commit")
    func once() {
        for seed in UInt64(0)..<150 {
            let script = Submissions.script(seed: seed)
            guard Submissions.complaint(about: script) != nil else { continue }
            let smallest = script.shrunk { Submissions.complaint(about: $0) != nil }
            let complaint = Submissions.complaint(about: smallest) ?? ""
            Issue.record("seed \(seed): \(complaint)\n\(Submissions.story(smallest))")
            return
        }
    }

    @Test("P13: a daemon that loses outcomes at a restart is detected")
    func forgetful() throws {
        let scripts = (UInt64(0)..<150).lazy.map(Submissions.script)
        let found = try #require(
            scripts.first { Submissions.complaint(about: $0, isForgetful: true) != nil })
        let smallest = found.shrunk { Submissions.complaint(about: $0, isForgetful: true) != nil }
        #expect(smallest.count <= 3, "\(Submissions.story(smallest))")
    }
}
