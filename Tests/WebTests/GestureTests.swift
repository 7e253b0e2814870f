import NavigationJSON
import Testing

@testable import Web

@Suite("Gestures that are handed over")
struct GestureTests {
    private let journal = String(repeating: "a", count: 32)

    @Test("A batch is read in the order of its numbers")
    func batch() throws {
        let batch = try #require(
            GestureBatch(
                """
                {"journal": "\(journal)", "gestures": [
                  {"number": 3, "intent": {"kind": "selectTab", "tab": "a"}},
                  {"number": 5, "step": "undo"}, {"number": 6, "step": "redo"}]}
                """))
        #expect(batch.gestures.map(\.number) == [3, 5, 6])
        #expect(batch.gestures.dropFirst().map(\.action) == [.undo, .redo])
    }

    @Test("A gesture that can't be read is refused, and the others are performed")
    func unreadable() throws {
        let batch = try #require(
            GestureBatch(
                """
                {"journal": "\(journal)", "gestures": [
                  {"number": 1, "intent": {"kind": "fly"}}, {"number": 2},
                  {"number": 3, "step": "undo", "intent": {}}, {"number": 4, "step": "undo"}]}
                """))
        let areUnreadable = batch.gestures.map { $0.action == .unreadable }
        #expect(areUnreadable == [true, true, true, false])
    }

    @Test(
        "Anything else is no batch",
        arguments: [
            "", "[]", "{}", #"{"journal": "x", "gestures": []}"#,
            #"{"journal": "\#(String(repeating: "a", count: 32))"}"#,
            #"{"journal": "\#(String(repeating: "a", count: 32))", "gestures": [{"step": "undo"}]}"#,
            #"{"journal": "\#(String(repeating: "a", count: 32))", "gestures": [{"number": 0}]}"#,
            #"{"journal": "\#(String(repeating: "a", count: 32))", "gestures": [{"number": 2}, {"number": 2}]}"#,
            #"{"journal": "\#(String(repeating: "a", count: 32))", "gestures": [1]}"#,
        ])
    func noBatch(_ text: String) {
        #expect(GestureBatch(text) == nil)
    }

    @Test("More gestures than a request may have are no batch")
    func many() {
        let gestures = (1...(WebLimits.gestures + 1)).map { #"{"number": \#($0), "step": "undo"}"# }
        let text = #"{"journal": "\#(journal)", "gestures": [\#(gestures.joined(separator: ","))]}"#
        #expect(GestureBatch(text) == nil)
    }

    @Test("A number is handed over once, of each journal by itself")
    func once() {
        var handed = HandedOver()
        handed.begin(2, of: "a", lastChange: 0)
        #expect(!handed.contains(2, of: "a"))
        handed.end()
        #expect(handed.contains(1, of: "a") && handed.contains(2, of: "a"))
        #expect(!handed.contains(3, of: "a") && !handed.contains(1, of: "b"))
        handed.end()
        #expect(handed.journals.count == 1)
    }

    @Test("After a crash, a newer change shows that the gesture was performed")
    func crash() {
        for (lastChange, isPerformed) in [(7, false), (8, true)] as [(Int64, Bool)] {
            var handed = HandedOver()
            handed.begin(1, of: "a", lastChange: 7)
            handed.recover(lastChange: lastChange)
            #expect(handed.contains(1, of: "a") == isPerformed)
            #expect(handed.begun == nil)
        }
    }

    @Test("Of the journals, the latest are remembered")
    func journals() {
        var handed = HandedOver()
        for number in 0..<20 {
            handed.begin(1, of: "\(number)", lastChange: 0)
            handed.end()
        }
        #expect(handed.journals.count == HandedOver.journalLimit)
        #expect(handed.contains(1, of: "19") && !handed.contains(1, of: "0"))
    }
}
