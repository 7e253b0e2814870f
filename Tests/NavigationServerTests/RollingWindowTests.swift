import Testing

@testable import NavigationServer

@Suite("Rolling window")
struct RollingWindowTests {
    private func counted(_ count: UInt64, at times: Duration...) -> RollingWindow {
        var recent = RollingWindow(since: .zero)
        for time in times { recent.note(at: time) { $0.commits += count } }
        return recent
    }

    @Test("It is of the present minute and the one before, and of nothing older")
    func minutes() {
        var recent = counted(1, at: .seconds(59), .seconds(60), .seconds(119))
        var sum = recent.sum(at: .seconds(119))
        #expect(sum.sample.commits == 3 && sum.time == .seconds(119))
        sum = recent.sum(at: .seconds(120))
        #expect(sum.sample.commits == 2 && sum.time == .seconds(60))
        sum = recent.sum(at: .seconds(180))
        #expect(sum.sample.commits == 0 && sum.time == .seconds(60))
    }

    @Test("A minute without requests and changes counts as one")
    func silence() {
        var soon = counted(1, at: .seconds(1))
        #expect(soon.sum(at: .seconds(119)).sample.commits == 1)
        var late = counted(1, at: .seconds(1))
        let sum = late.sum(at: .seconds(120))
        #expect(sum.sample.commits == 0 && sum.time == .seconds(60))
    }
}
