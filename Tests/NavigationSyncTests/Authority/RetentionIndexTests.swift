import NavigationModel
import Testing

@testable import NavigationSync

@Suite("The retention of a scene's log")
struct RetentionIndexTests {
    @Test("Compacts up to a snapshot only when its commits are durable")
    func undurableSnapshot() {
        var index = RetentionIndex(stored: nil)
        for revision: UInt64 in [8, 12] {
            let mark = LogPosition(
                revision: Revision(rawValue: revision), accumulatedUptime: .zero,
                byteOffset: 0)
            index.add(SceneSnapshot(mark: mark, bytes: []))
        }
        let retention = RetentionPolicy(historyCommits: 4)
        let points = [7, 11, 12, 15, 16].map { head in
            index.compactionPoint(at: .zero, head: Revision(rawValue: head), retention)
        }
        #expect(points == [nil, nil, 8, 8, 12])
    }
}
