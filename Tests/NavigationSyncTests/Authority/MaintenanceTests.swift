import NavigationModel
import Testing

@testable import NavigationSync

@Suite("Maintenance")
struct MaintenanceTests {
    private static func key(_ number: Int) -> SceneKey {
        SceneKey(user: UserID(unchecked: "user\(number)"), scene: .main)
    }

    private var maintenance = Maintenance(
        retention: RetentionPolicy(), uptimeBefore: .seconds(1_000), started: .seconds(5))

    private static func capture(_ number: Int) -> SceneCapture {
        SceneCapture(
            SceneAuthority(key: key(number), stored: nil, freshEpoch: Epoch(rawValue: 1)))
    }

    private static func position(_ revision: Revision) -> LogPosition {
        LogPosition(revision: revision, accumulatedUptime: .zero, byteOffset: 0)
    }

    @Test("Takes the earliest due scenes, a few at a time, and the others after a pause")
    mutating func some() {
        var deadlines = Deadlines<DueSubject>()
        let most = DaemonLimits.maintenanceScenes
        for number in 0..<most + 1 {
            maintenance.schedule(Self.key(number), at: .seconds(100 - number), &deadlines)
        }
        #expect(deadlines.count == 1)
        #expect(deadlines[.maintenance] == .seconds(100 - most))
        let first = maintenance.takeDue(at: .seconds(100), &deadlines)
        #expect(first == (1...most).reversed().map { Self.key($0) })
        #expect(deadlines[.maintenance] == .seconds(100) + DaemonLimits.maintenancePause)
        let rest = maintenance.takeDue(at: .seconds(101), &deadlines)
        #expect(rest == [Self.key(0)])
        #expect(deadlines.next == nil)
    }

    @Test("Skips a scene that is no longer in memory")
    mutating func left() {
        var deadlines = Deadlines<DueSubject>()
        maintenance.schedule(Self.key(1), at: .seconds(1), &deadlines)
        maintenance.schedule(Self.key(1), at: nil, &deadlines)
        #expect(deadlines.next == nil)
        let due = maintenance.takeDue(at: .seconds(2), &deadlines)
        #expect(due.isEmpty)
    }

    @Test("Adds the uptime of earlier daemons to its own")
    func uptime() {
        #expect(maintenance.accumulatedUptime(at: .seconds(8)) == .seconds(1_003))
        #expect(maintenance.accumulatedUptime(at: .seconds(2)) == .seconds(1_000))
    }

    @Test("Makes no commits of the daemon's own for a while after a failed write")
    mutating func rest() {
        #expect(maintenance.resumption == .zero)
        maintenance.rest(at: .seconds(10))
        #expect(maintenance.resumption == .seconds(10) + DaemonLimits.maintenanceRest)
    }

    @Test("An encoded state is stored at its log position, unless it was rolled back")
    mutating func encoding() {
        let (capture, other) = (Self.capture(1), Self.capture(2))
        maintenance.beginEncoding(capture, at: Self.position(7))
        let foreign = maintenance.endEncoding(other)
        maintenance.cancelEncoding(of: other.key)
        let own = maintenance.endEncoding(capture)
        #expect(foreign == nil && own == Self.position(7) && maintenance.encoding == nil)
        maintenance.beginEncoding(capture, at: Self.position(8))
        maintenance.cancelEncoding(of: capture.key)
        let abandoned = maintenance.endEncoding(capture)
        #expect(abandoned == nil)
    }

    @Test("Prunes several scenes at once")
    mutating func pruning() {
        for number in 1...2 { maintenance.beginPruning(Self.key(number)) }
        maintenance.endPruning(Self.key(1))
        #expect(maintenance.pruning == [Self.key(2)])
    }

    @Test("Compacts one log at a time, and each queued scene once")
    mutating func compacting() {
        let first = maintenance.beginCompacting(Self.key(1))
        for _ in 0..<2 {
            for number in [3, 2] {
                let isStarted = maintenance.beginCompacting(Self.key(number))
                #expect(!isStarted)
            }
        }
        let none = maintenance.takeNextToCompact()
        #expect(first && none == nil && maintenance.compacting == Self.key(1))
        var order: [SceneKey] = []
        maintenance.endCompacting()
        while let next = maintenance.takeNextToCompact() { order.append(next) }
        #expect(order == [Self.key(2), Self.key(3)])
    }
}
