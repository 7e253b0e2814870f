import Foundation
import NavigationSync
import Testing

/// The limits that the units set, beside those that the daemon keeps to by itself.
@Suite struct UnitLimitsTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Systemd")

    @Test(
        "A service may take more memory than its scenes may, and is slowed down before it is ended",
        arguments: ["system", "user"])
    func memory(_ kind: String) throws {
        let unit = try String(
            contentsOf: Self.folder.appending(path: "\(kind)/navsyncd.service"), encoding: .utf8)
        let limit = { (name: String) throws -> Int in
            let line = try #require(
                unit.split(separator: "\n").first { $0.hasPrefix("\(name)=") })
            let value = line.dropFirst(name.count + 1)
            let number = try #require(Int(value.dropLast()))
            return try #require(["M": number << 20, "G": number << 30][String(value.suffix(1))])
        }
        #expect(try limit("MemoryHigh") >= 2 * Quotas().memory)
        #expect(try limit("MemoryMax") > limit("MemoryHigh"))
    }
}
