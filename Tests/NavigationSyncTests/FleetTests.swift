import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import Testing

@Suite("A daemon and three devices under every fault at once")
struct FleetTests {
    /// Fresh seeds would find more, fixed ones can be repeated: these are both many and fixed.
    @Test(
        "All mirrors end equal, each change counts once, nothing is said before it is on disk",
        arguments: 1...UInt64(120))
    func convergence(seed: UInt64) {
        var fleet = Fleet(seed: seed, devices: 3)
        fleet.feedLoss = Int(seed % 4) * 10
        for index in fleet.devices.indices { fleet.connect(index) }
        let tabs: [TabDescription] = ["inbox", "search", "settings"].map { id in
            TabDescription(
                id: TabID(unchecked: id), title: id,
                stack: [ScreenDescription(route: "app://\(id)")])
        }
        for index in fleet.devices.indices {
            fleet.act(index, .become(SceneDescription(tabs: tabs)))
        }
        for _ in 0..<400 { disturb(&fleet) }
        fleet.settle()

        #expect(fleet.violations.isEmpty, "seed \(seed)")
        let stored = fleet.disk.load(Fleet.key)
        let log = fleet.disk.logs[Fleet.key] ?? []
        let revisions = log.map(\.revision.rawValue)
        #expect(revisions == Array(1...UInt64(max(1, log.count))), "seed \(seed)")
        for device in fleet.devices {
            #expect(device.core.status == .live, "seed \(seed), \(device.name)")
            #expect(device.core.confirmed.state.digest == stored?.state.digest, "seed \(seed)")
            #expect(device.core.confirmed.state.scene == stored?.state.scene, "seed \(seed)")
            #expect(
                device.core.confirmed.state.recomputedDigest == device.core.confirmed.state.digest,
                "seed \(seed)")
            #expect(device.confirmed.state == device.core.confirmed.state, "seed \(seed)")
            #expect(device.core.isSettled, "seed \(seed)")
            #expect(device.refused.isEmpty, "seed \(seed)")
            for marked in device.marked {
                let times = log.count { $0.operations.contains(marked) }
                #expect(times == 1, "seed \(seed): \(marked)")
            }
        }
    }

    private func disturb(_ fleet: inout Fleet) {
        let device = Int.random(in: 0..<fleet.devices.count, using: &fleet.generator)
        switch Int.random(in: 0..<100, using: &fleet.generator) {
        case 0..<50:
            for _ in 0..<5 where !fleet.advance() { break }
        case 50..<75:
            fleet.act(device, intent(using: &fleet.generator))
        case 75..<87:
            fleet.pass(.milliseconds(Int.random(in: 1...900, using: &fleet.generator)))
        case 87..<91: fleet.disconnect(device)
        case 91..<96: fleet.connect(device)
        case 96: fleet.restartDevice(device)
        case 97: fleet.killDaemon()
        case 98: fleet.startDaemon()
        default: fleet.pass(.seconds(40))
        }
    }

    private func intent(using generator: inout SeededGenerator) -> Intent {
        let tab: TabID =
            ["inbox", "search", "settings"].randomElement(using: &generator) ?? "inbox"
        let number = Int.random(in: 0..<1_000_000_000, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return .selectTab(tab)
        case 1: return .pop(from: .tab(tab))
        case 2: return .popToRoot(of: .tab(tab))
        case 3: return .addToBadge(tab, Int64(number))
        case 4: return .setBadge(tab, .cleared)
        case 5: return .updateTab(tab, title: "t\(number)")
        default: return .push(ScreenDescription(route: "app://\(number)"), onto: .tab(tab))
        }
    }
}
