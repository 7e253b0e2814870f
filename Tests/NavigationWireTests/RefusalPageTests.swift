import Foundation
import NavigationModel
import NavigationProto
import NavigationWire
import Testing

/// The tables of codes for authors of clients, beside the enums of the protocol and of the daemon.
@Suite("The page of failures, outcomes and reasons")
struct RefusalPageTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Core/NavigationWire/NavigationWire.docc/Refusals.md")

    /// Returns the numbers and names in the table under a heading.
    private static func rows(under heading: String) throws -> [String] {
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        return section.prefix(upTo: section.firstRange(of: "\n## ")?.lowerBound ?? section.endIndex)
            .matches(of: /(?m)^\| (\d+) \| `(\w+)` \| \S/).map { "\($0.1) \($0.2)" }
    }

    /// Returns a number and the name in the protocol of a Swift case.
    private static func row(_ number: Int, _ name: Any) -> String {
        let words = "\(name)".replacing(/[A-Z]/) { "_" + $0.output }
        return "\(number) \(words.uppercased())"
    }

    @Test("It has each failure once")
    func failures() throws {
        let rows = try Self.rows(under: "Failures")
        #expect(rows == Failure.Code.allCases.map { Self.row($0.rawValue, $0) })
        #expect(rows == Navsync_V1_Failure.Code.allCases.map { Self.row($0.rawValue, $0) })
    }

    @Test("It has each kind of outcome once")
    func outcomes() throws {
        let rows = try Self.rows(under: "Outcomes")
        #expect(rows == Outcome.Kind.known.map { Self.row(Int($0.number), $0) })
        let kinds = Navsync_V1_Outcome.Kind.allCases.filter { $0 != .unknown }
        #expect(rows == kinds.map { Self.row($0.rawValue, $0) })
    }

    @Test("It has each reason for a rejection once")
    func reasons() throws {
        let rows = try Self.rows(under: "Reasons")
        #expect(rows == Rejection.allCases.map { Self.row($0.rawValue, $0) })
        #expect(rows == Navsync_V1_Outcome.Reason.allCases.map { Self.row($0.rawValue, $0) })
    }
}
