import NavigationModel
import NavigationText
import Testing

@testable import CommandLine

@Suite("Outcomes in words")
struct OutcomeTextTests {
    private let authors = Authors([41: "phone"])
    private let pop = [
        Operation.pop([ObservedScreen(id: "s", placement: .zero)], from: "inbox")
    ]

    @Test("They name who is behind them, where that is known, and the revision always")
    func words() {
        let known = OutcomeText.words(.noop(by: 41), of: pop, authors)
        #expect(known == "already popped by phone at revision 41: nothing changed")
        let unknown = OutcomeText.words(.noop(by: 42), of: pop, authors)
        #expect(unknown == "already popped at revision 42: nothing changed")
        #expect(
            OutcomeText.words(.noop(), of: pop)
                == "the root screen can't be popped: nothing changed")
        #expect(
            OutcomeText.words(.superseded(by: 41), of: pop, authors)
                == "superseded by phone at revision 41")
        #expect(
            OutcomeText.words(.superseded(by: nil), of: pop) == "superseded by a newer change")
        #expect(
            OutcomeText.words(.hidden(by: 41), of: pop, authors)
                == "hidden: tab 'inbox' was removed by phone at revision 41")
        #expect(
            OutcomeText.words(.rejected(.answered, by: 41), of: pop, authors)
                == "refused: already answered (by phone at revision 41)")
        #expect(OutcomeText.words(.applied, of: pop, authors) == nil)
    }
}
