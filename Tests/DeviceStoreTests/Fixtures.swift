import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// A file that is checked in beside the tests.
func fixture(_ name: String) throws -> String {
    try #require(Bundle.module.path(forResource: "Fixtures/" + name, ofType: nil))
}

/// Writes the databases of the present version, for `Fixtures`: once for each version, by hand,
/// with `NAVSYNC_FIXTURES` naming a directory.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["NAVSYNC_FIXTURES"] != nil))
struct FixtureMaker {
    let directory = ProcessInfo.processInfo.environment["NAVSYNC_FIXTURES"] ?? ""

    @Test func device() throws {
        let device = try DeviceDatabase(opening: directory + "/device", name: "phone") {
            SampleHistory.device
        }
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        try device.appendConfirmed(
            history.key, epoch: history.epoch, commits: history.write(12).decodedCommits)
        let made = BootTimeInstant(bootID: "boot", nanoseconds: 1)
        for number in 1...4 {
            _ = try device.appendChange(
                to: history.key, madeAt: made, isSubmitted: number == 3
            ) { view in
                OutboxDraft(
                    [.addToBadge("inbox", 1)],
                    reversal: InverseChange(
                        sequence: view.sequence, done: [.addToBadge("inbox", 1)],
                        inverse: [.addToBadge("inbox", -1)]))
            }
        }
        try device.settle(
            history.key, 1, with: Receipt(sequence: 1, outcomes: [.applied], revision: 13))
        try device.refuse(history.key, 2, because: Failure(.malformed, "no"))
        // The newest waiting change is taken back by a fifth.
        _ = try device.appendUndo(.undo, to: history.key, madeAt: made) { _, reversal in
            OutboxDraft(reversal.inverse, reversal: reversal)
        }
        let own = try key(1)
        try device.begin(
            Pairing(
                key: own, user: history.key.user, addresses: ["a:1", "[::1]:3"],
                serverKey: try key(2), invitation: try key(3)))
        try device.complete(
            pairingOf: own, user: history.key.user, name: "phone",
            at: Timestamp(rawValue: 1_790_000_000_000_000))
        try device.save(nextServerKey: key(4))
        try device.save(.viewer, for: history.key.user)
        try device.save(localUser: history.key.user)
        try device.bind(to: StoreID(rawValue: 7), at: "ipc:///own", source: "own")
    }

    private func key(_ byte: UInt8) throws -> PublicKey {
        try #require(PublicKey(bytes: Array(repeating: byte, count: PublicKey.length)))
    }
}
