import DatabaseFiles
import DatabaseHarness
@testable import DeviceStore
import Foundation
import SQLite
import NavigationModel

extension RawDatabase {
    /// Opens a device's database, whose statements can compute the checksum of an outbox entry.
    init(ofDevice path: String) throws {
        try self.init(path, functions: [Self.entryChecksum])
    }

    /// `entry_checksum(change, epoch, sequence, after, boot, nanoseconds)`: what a row of a device's
    /// outbox carries.
    private static let entryChecksum = DatabaseFunction("entry_checksum", argumentCount: 6) {
        values in
        let numbers = [1, 2, 3, 5].compactMap { Int64.fromDatabaseValue(values[$0]) }
        guard let change = Data.fromDatabaseValue(values[0]), numbers.count == 4,
            let boot = String.fromDatabaseValue(values[4])
        else { return nil }
        return OutboxEntry.checksum(
            of: Array(change), Epoch(rawValue: UInt64(bitPattern: numbers[0])),
            SequenceNumber(rawValue: UInt64(numbers[1])),
            after: SequenceNumber(rawValue: UInt64(numbers[2])),
            BootTimeInstant(bootID: boot, nanoseconds: numbers[3]))
    }

    /// Runs statements on the outbox of a device, and gives its rows the checksums of what they are then.
    func runOnEntries(_ sql: String) throws {
        try run(
            "\(sql); UPDATE entry SET checksum = "
                + "entry_checksum(change, epoch, sequence, after, boot, nanoseconds)")
    }
}
