import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("Snapshots that are being fetched")
struct ServedSnapshotsTests {
    private var shelf = ServedSnapshots()
    private var deadlines = Deadlines<DueSubject>()

    private static func key(_ number: Int) -> SceneKey {
        SceneKey(user: UserID(unchecked: "user\(number)"), scene: .main)
    }

    /// Offers a state of so many bytes; returns its number.
    private mutating func offer(
        _ length: Int, of user: Int = 0, at revision: UInt64 = 1, _ now: Duration = .zero
    ) -> UInt64 {
        shelf.offer(
            Self.key(user), Epoch(rawValue: 1), Revision(rawValue: revision),
            [UInt8](repeating: 7, count: length), at: now, &deadlines
        ).id
    }

    private mutating func isKept(_ id: UInt64, of user: Int = 0, _ now: Duration = .zero) -> Bool {
        let part = shelf.part(of: id, for: Self.key(user), from: 0, at: now)
        if case .snapshotContent = part { return true }
        return false
    }

    @Test("Those of thousands of users are kept at once, as long as they are short")
    mutating func many() {
        let ids = (0..<5_000).map { offer(1_000, of: $0) }
        for (user, id) in ids.enumerated() { #expect(isKept(id, of: user)) }
        #expect(shelf.count == 5_000)
    }

    @Test("All together are bounded by their bytes, and what was fetched of longest ago goes first")
    mutating func length() {
        let part = DaemonLimits.snapshotLength / 8
        let ids = (0..<7).map { offer(part, of: $0, .seconds($0)) }
        #expect(isKept(ids[0], of: 0, .seconds(10)))
        let last = offer(part, of: 7, .seconds(11))
        #expect(shelf.length <= DaemonLimits.snapshotLength)
        #expect(isKept(ids[0], of: 0, .seconds(11)) && isKept(last, of: 7, .seconds(11)))
        #expect(!isKept(ids[1], of: 1, .seconds(11)))
    }

    @Test("One user's take the place of none of another's")
    mutating func ofOne() {
        let other = offer(1_000, of: 1)
        for revision in 1...40 {
            let length = DaemonLimits.snapshotLengthOfOne / 4
            _ = offer(length, at: UInt64(revision), .seconds(revision))
            #expect(shelf.length <= DaemonLimits.snapshotLengthOfOne + 2_000)
        }
        #expect(isKept(other, of: 1))
    }

    @Test("Equal states are kept once, and as long as they are being downloaded")
    mutating func lifetime() {
        let id = offer(1_000)
        #expect(offer(1_000, .seconds(50)) == id)
        #expect(deadlines.next == DaemonLimits.snapshotLifetime)
        expire(at: DaemonLimits.snapshotLifetime)
        #expect(isKept(id, .seconds(60)))
        #expect(deadlines.next == .seconds(50) + DaemonLimits.snapshotLifetime)
        expire(at: .seconds(50) + DaemonLimits.snapshotLifetime)
        expire(at: .seconds(60) + DaemonLimits.snapshotLifetime)
        #expect(!isKept(id, .seconds(120)))
        #expect(shelf.count == 0 && shelf.length == 0 && deadlines.next == nil)
    }

    private mutating func expire(at now: Duration) {
        while case .snapshot(let id)? = deadlines.take(at: now) {
            shelf.expire(id, at: now, &deadlines)
        }
    }
}
