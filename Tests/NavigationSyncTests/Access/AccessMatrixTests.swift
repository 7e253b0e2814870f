import Foundation
import NavigationModel
import NavigationWire
import Testing

@Suite("The access table")
struct AccessMatrixTests {
    @Test(
        "Every principal has the access of the table, and a refusal changes nothing",
        arguments: AccessTable.rows)
    func cells(row: AccessTable.Row) async throws {
        var world = try await AccessWorld()
        var before = try await world.contents()
        for (party, mark) in row.expected {
            let answer = await world.answer(to: party, row)
            #expect(answer == mark, "\(row.testDescription) by \(party)")
            let after = try await world.contents()
            if answer == "+" {
                // What was done is not to be found by the next one.
                world = try await AccessWorld()
                before = try await world.contents()
            } else {
                #expect(after == before, "\(row.testDescription) by \(party) changed something")
            }
        }
    }

    @Test("The table has every call of the protocol, and every party in each row")
    func isWhole() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Core/NavigationProto/navsync.proto")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasSuffix("oneof call {") })
        let calls = lines[lines.index(after: start)...].prefix { !$0.hasSuffix("}") }
            .filter { $0.contains("=") }.map { $0.split(separator: " ")[1] }
        #expect(calls.count >= 19)
        #expect(Set(AccessTable.rows.map(\.call)) == Set(calls.map(String.init)))
        for row in AccessTable.rows {
            #expect(row.expected.map(\.party) == AccessWorld.Party.allCases)
        }
    }
}
