import DatabaseHarness
import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

@Suite("Reports of a mirror that can't be right")
struct DivergenceTests {
    let scratch: Scratch
    let device: DeviceDatabase
    let key = SampleHistory().key

    init() throws {
        scratch = try Scratch()
        device = try DeviceDatabase(opening: scratch("device"), name: "phone") {
            SampleHistory.device
        }
    }

    private func divergence(_ revision: UInt64) -> Divergence {
        var history = SampleHistory()
        _ = history.write(3)
        let mirror = ConfirmedScene(
            epoch: Epoch(rawValue: 7), revision: Revision(rawValue: revision),
            state: history.state)
        let daemon = ConfirmedScene(
            epoch: Epoch(rawValue: 7), revision: 1, state: SceneState())
        return Divergence(cause: .ahead, mirror: mirror, daemon: daemon)
    }

    @Test("W5: both states are saved, readable again, with access for their owner only")
    func kept() throws {
        #expect(device.reports.isEmpty)
        try device.saveReport(divergence(3), of: key)
        let directory = try #require(device.reports.first)
        let bytes = try contents(of: directory + "/mirror.snapshot")
        #expect(try SceneState(snapshot: Array(bytes)) == divergence(3).mirror.state)
        let about = String(decoding: try contents(of: directory + "/about.txt"), as: UTF8.self)
        #expect(about.contains("revision 3") && about.contains("ada"))
        #expect(try mode(of: directory) == 0o700)
        #expect(try mode(of: directory + "/daemon.snapshot") == 0o600)
    }

    @Test("They are bounded: the first few stay, further ones are not kept")
    func bounded() throws {
        for number in 1...20 as ClosedRange<UInt64> {
            try device.saveReport(divergence(number), of: key)
        }
        #expect(device.reports.count == DeviceLimits.reports)
        #expect(device.reports.allSatisfy { $0.hasPrefix(device.reportDirectory) })
    }

    @Test("A removed scene begins anew, and its outbox stays")
    func forgotten() throws {
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try device.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(4).decodedCommits)
        let entry = try device.appendChange(
            to: key, madeAt: BootTimeInstant(bootID: "boot", nanoseconds: 1)
        ) { _ in [.addToBadge("inbox", 1)] }
        try device.discardConfirmed(key)
        #expect(try device.confirmed(key) == nil)
        #expect(try device.waiting(in: key).map(\.id) == [entry?.id])
        // An earlier revision of the same epoch is taken now.
        let early = ConfirmedScene(
            epoch: history.epoch, revision: 2, state: divergence(3).mirror.state)
        #expect(try device.replaceConfirmed(key, with: early))
        #expect(try device.confirmed(key)?.revision == 2)
    }

    @Test("Unreadable state can be discarded, and is then replaced")
    func unreadable() throws {
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try device.appendConfirmed(
            key, epoch: history.epoch, commits: history.write(4).decodedCommits)
        try RawDatabase(ofDevice: scratch("device/device.sqlite")).run(
            "UPDATE tail SET bytes = x'ff' WHERE revision = 3")
        let again = try DeviceDatabase(opening: scratch("device"), name: nil) {
            SampleHistory.device
        }
        #expect(throws: DeviceDatabaseError.self) { try again.confirmed(key) }
        try again.discardConfirmed(key)
        #expect(try again.confirmed(key) == nil)
    }
}
