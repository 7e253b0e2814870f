/// The time and the author of a register's write: unique, and totally ordered by effective time,
/// then device, then sequence, then the index inside the change.
public struct Stamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The effective time.
    public let time: Timestamp
    /// The author.
    public let device: DeviceID
    /// The author's number for the change.
    public let sequence: SequenceNumber
    /// The place inside the change; 0 stands for the change as a whole.
    public let index: UInt32

    /// Joins the four parts.
    public init(time: Timestamp, device: DeviceID, sequence: SequenceNumber, index: UInt32 = 0) {
        self.time = time
        self.device = device
        self.sequence = sequence
        self.index = index
    }

    /// The stamp below every one that a device or the daemon makes.
    public static let zero = Stamp(time: .zero, device: .daemon, sequence: .zero)

    /// Returns the stamp of another place inside the same change.
    public func at(_ index: UInt32) -> Stamp {
        Stamp(time: time, device: device, sequence: sequence, index: index)
    }

    /// The stamp directly after this write, and before every write of a later time: for values that
    /// the daemon rewrites without changing their meaning.
    var rewritten: Stamp {
        let first: UInt32 = 1 << 31
        return at(index < first ? index + first : index == .max ? index : index + 1)
    }

    /// Returns a Boolean value indicating whether both stamps name the same write, whatever time
    /// each side gave it.
    ///
    /// A device knows only its own estimate of the time of a change that is not confirmed yet.
    public func namesSameWrite(as other: Stamp) -> Bool {
        device == other.device && sequence == other.sequence && index == other.index
    }

    /// `time/device/sequence.index`, for logs.
    public var description: String { "\(time)/\(device)/\(sequence).\(index)" }

    /// Orders by time, device, sequence and index.
    public static func < (left: Stamp, right: Stamp) -> Bool {
        (left.time, left.device, left.sequence, left.index)
            < (right.time, right.device, right.sequence, right.index)
    }

    /// Bytes of the canonical encoding.
    static let canonicalLength = 36

    /// Reads the canonical encoding, which has ``canonicalLength`` bytes.
    init(canonical bytes: some Collection<UInt8>) {
        func number(_ start: Int, _ count: Int) -> UInt64 {
            bytes.dropFirst(start).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(
            time: Timestamp(rawValue: Int64(bitPattern: number(0, 8))),
            device: DeviceID(high: number(8, 8), low: number(16, 8)),
            sequence: SequenceNumber(rawValue: number(24, 8)),
            index: UInt32(truncatingIfNeeded: number(32, 4)))
    }
}

/// A point of daemon time: microseconds since 1970-01-01 00:00 UTC by the daemon's clock.
///
/// Only the daemon's clock exists. Devices estimate it; they never assert it.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Microseconds since 1970.
    public let rawValue: Int64

    /// Wraps microseconds since 1970.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The time before all changes.
    public static let zero = Timestamp(rawValue: 0)

    /// The smallest later time; time stands still at the end of the range.
    public var next: Timestamp { advanced(byMicroseconds: 1) }

    /// Returns this time moved by `count` microseconds, held within the range of the type.
    public func advanced(byMicroseconds count: Int64) -> Timestamp {
        let (sum, overflow) = rawValue.addingReportingOverflow(count)
        guard overflow else { return Timestamp(rawValue: sum) }
        return Timestamp(rawValue: count > 0 ? .max : .min)
    }

    /// The number of microseconds, in decimal.
    public var description: String { String(rawValue) }

    /// Orders earlier times first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.rawValue < right.rawValue
    }
}
