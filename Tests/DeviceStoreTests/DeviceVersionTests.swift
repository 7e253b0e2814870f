import DatabaseHarness
import DeviceStore
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import StoreSamples
import Testing

/// Devices' databases as every version of the format has left them; see `FixtureMaker`.
@Suite("A device's directory of an earlier version")
struct DeviceVersionTests {
    let scratch: Scratch
    let key = SampleHistory().key

    init() throws {
        scratch = try Scratch()
    }

    /// Opens a copy of the directory that a version has left.
    private func open(_ version: Int) throws -> DeviceDatabase {
        try FileManager.default.createDirectory(
            atPath: scratch("device"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            atPath: try fixture("device-v\(version).sqlite"),
            toPath: scratch("device/device.sqlite"))
        return try DeviceDatabase(opening: scratch("device"), name: nil) {
            Issue.record("another id")
            return .daemon
        }
    }

    @Test("There is one of every version")
    func complete() throws {
        _ = try DeviceDatabase(opening: scratch("new"), name: "phone") { SampleHistory.device }
        let database = try RawDatabase(ofDevice: scratch("new/device.sqlite"))
        let newest = try #require(try database.value("PRAGMA user_version").flatMap { Int($0) })
        for version in 1...newest {
            #expect(throws: Never.self) { try fixture("device-v\(version).sqlite") }
        }
    }

    @Test("It opens with its identity, its state and what waits", arguments: 1...10)
    func opens(version: Int) throws {
        let directory = try open(version)
        #expect(directory.device == SampleHistory.device)
        #expect(directory.name == "phone")
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        _ = history.write(12)
        let expected = version < 5 ? history.firstState : history.state
        #expect(try directory.confirmed(key)?.state == expected)
        let waiting = try directory.waiting(in: key)
        // What was undone by a fifth change is there since there is a journal to undo by.
        #expect(waiting.map(\.sequence) == (version < 2 ? [3] : [3, 4, 5]))
        #expect(waiting.map(\.after) == (version < 2 ? [1] : [1, 3, 4]))
        // Of version 1 nobody knows what was handed over, or when it was made.
        #expect(waiting.map(\.isSubmitted) == (version < 2 ? [true] : [true, false, false]))
        #expect(waiting.allSatisfy { ($0.date == nil) == (version < 2) })
        #expect(
            try directory.overlay(in: key, above: 12).map(\.sequence)
                == (version < 2 ? [1, 3] : [1, 3, 4, 5]))
        #expect(try directory.entry(key, 2)?.state == .refused(Failure(.malformed, "no")))
        #expect(try directory.shelf(of: key).entries.map(\.sequence) == [2])
    }

    @Test("Its changes can be undone, since there is a journal", arguments: 2...5)
    func journal(version: Int) throws {
        let directory = try open(version)
        var undone: [SequenceNumber] = []
        for direction in [UndoStep.Direction.redo, .undo, .undo, .undo] {
            _ = try directory.appendUndo(direction, to: key, madeAt: .now()) { _, reversal in
                undone.append(reversal.sequence)
                return []
            }
        }
        #expect(undone == [5, 3, 1])
    }

    @Test("It knows whom it is paired with, what it may do and who is at it", arguments: 1...10)
    func pairing(version: Int) throws {
        let directory = try open(version)
        let pairing = try directory.pairing
        #expect(pairing?.key.bytes == (version < 3 ? nil : Array(repeating: 1, count: 32)))
        #expect(pairing?.addresses == (version < 3 ? nil : ["a:1", "[::1]:3"]))
        #expect(pairing?.nextServerKey?.bytes.first == (version < 3 ? nil : 4))
        #expect(pairing?.user == (version < 3 ? nil : key.user))
        #expect(try directory.begunPairing == nil)
        #expect(try directory.role(for: key.user) == (version < 3 ? .full : .viewer))
        #expect(try directory.localUser == (version < 4 ? nil : key.user))
        try directory.save(localUser: "ann")
        #expect(try directory.localUser == "ann")
    }

    @Test("It belongs to no store yet, but to the history that it has seen", arguments: 1...10)
    func home(version: Int) throws {
        let directory = try open(version)
        let home = try directory.home()
        #expect(home.store == (version < 5 ? .none : StoreID(rawValue: 7)))
        #expect(home.endpoint == (version < 5 ? nil : "ipc:///own"))
        #expect(home.hasHistory && !home.adoptsNext)
        #expect(home.waiting == (version < 2 ? 1 : 3))
        let bound = try directory.bind(to: StoreID(rawValue: 8), at: "ipc:///b", source: "own")
        #expect(bound == StoreID(rawValue: version < 5 ? 8 : 7))
    }
}
