import Foundation
import GRDB
import NavigationModel

@testable import NavigationStore

/// A database file that a test looks into or tampers with, past what normally writes it.
struct RawDatabase {
    private let queue: DatabaseQueue

    /// Opens the file, or creates it. Who writes it just then is waited for.
    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { $0.add(function: Self.entryChecksum) }
        queue = try DatabaseQueue(path: path, configuration: configuration)
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

    /// Runs statements.
    func run(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// Runs statements on the outbox of a device, and gives its rows the checksums of what they are then.
    func runOnEntries(_ sql: String) throws {
        try run(
            "\(sql); UPDATE entry SET checksum = "
                + "entry_checksum(change, epoch, sequence, after, boot, nanoseconds)")
    }

    /// The first value that a query returns, as text.
    func value(_ sql: String) throws -> String? {
        try queue.inDatabase { try String.fetchOne($0, sql: sql) }
    }
}
