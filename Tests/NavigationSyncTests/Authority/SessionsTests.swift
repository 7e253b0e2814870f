import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("Sessions and former devices")
struct SessionsTests {
    private static func session(_ device: Int, heard: Duration) -> Session {
        Session(
            user: "ann", device: DeviceID(high: 1, low: UInt64(device)), name: "phone",
            platform: "", nextServerKey: nil, lastSeen: heard)
    }

    private static func peer(_ number: Int) -> Peer {
        Peer(ConnectionID(rawValue: UInt64(number)), .local(uid: 990))
    }

    @Test("All that are connected have their sessions, however many devices are remembered")
    func connected() {
        var sessions = Sessions(devices: 8)
        for number in 0..<100 {
            sessions.open(
                Self.session(number, heard: .seconds(number)), for: Self.peer(number))
        }
        #expect(sessions.count == 100)
        for number in 0..<100 { #expect(sessions[Self.peer(number)] != nil) }
    }

    @Test("Of the disconnected devices those seen longest ago are dropped")
    func former() {
        var sessions = Sessions(devices: 80)
        for number in 0..<100 {
            sessions.open(
                Self.session(number, heard: .seconds(number)), for: Self.peer(number))
            sessions.remove(Self.peer(number))
        }
        let known = Set(sessions.presences(of: "ann").keys.map { Int($0.low) })
        #expect(known.count <= 80 && known.count >= 70)
        #expect(known == Set((100 - known.count)..<100))
    }

    @Test("Thousands that leave at once when as many are remembered cost no look at all for each")
    func crowd() {
        let count = DaemonLimits.devices
        var sessions = Sessions()
        let time = ContinuousClock().measure {
            for number in 0..<3 * count {
                sessions.open(
                    Self.session(number, heard: .microseconds(number)), for: Self.peer(number))
                sessions.remove(Self.peer(number))
            }
        }
        // A look at ten thousand for each of twenty thousand takes minutes.
        #expect(time < .seconds(20))
        #expect(sessions.presences(of: "ann").count <= count)
    }
}
