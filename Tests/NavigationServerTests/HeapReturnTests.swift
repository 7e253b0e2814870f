import POSIX
import Foundation
import Testing

@testable import NavigationServer

@Suite("Memory that goes back", .serialized)
struct HeapReturnTests {
    @Test("Returns memory freed since the last time, and does not count memory in use again")
    func rule() {
        let slack = HeapReturn.slack
        var rule = HeapReturn()
        let isFirstDue = [rule.isDue(free: slack - 1), rule.isDue(free: slack)]
        #expect(isFirstDue == [false, true])
        rule.note(free: slack)
        let isDueAgain = [rule.isDue(free: 2 * slack - 1), rule.isDue(free: 2 * slack)]
        #expect(isDueAgain == [false, true])
        rule.note(free: 2 * slack)
        // Used meanwhile, and freed again: those pages are in memory.
        let isUsedDue = [rule.isDue(free: 0), rule.isDue(free: slack - 1), rule.isDue(free: slack)]
        #expect(isUsedDue == [false, false, true])
    }

    @Test("Pages between things that are in use go back to the system")
    func pages() async {
        // Memory is counted of a process: one of its own, in which no other test runs.
        await #expect(processExitsWith: .success) {
            let size = 60_000
            // One of a hundred stays, so that the allocator can't by itself.
            var (kept, freed): ([[UInt8]], [[UInt8]]) = ([], [])
            for index in 0..<2_000 {
                let block = [UInt8](repeating: 1, count: size)
                if index % 100 == 0 { kept.append(block) } else { freed.append(block) }
            }
            let full = try Self.resident()
            freed = []
            #expect(HeapMemory.freeBytes >= 100_000_000)
            HeapMemory.trim()
            let left = try Self.resident()
            #expect(left < full - 80_000_000, "\(full), then \(left)")
            #expect(kept.count == 20)
            kept = []
        }
    }

    /// Bytes of this process that are in memory.
    private static func resident() throws -> Int {
        let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            .split(separator: " ")
        return try #require(words.dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
    }
}
