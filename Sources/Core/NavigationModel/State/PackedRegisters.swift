/// The registers of a small record, one after the other in one array, in the order of their fields.
///
/// Each takes its value and a few bytes more: the registers of one push have one stamp and one
/// revision, which stand there once. To find one costs a look at those before it. Equal registers
/// have equal bytes, in whatever order they were set.
struct PackedRegisters: Hashable, Sendable {
    /// Of each register: flags, the number and the part of the field, the stamp and the revision
    /// unless they are those of the register before, and the value. Lengths and most numbers are
    /// varints.
    private var bytes: [UInt8] = []

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let hasPart = Flags(rawValue: 1)
        static let sharesStamp = Flags(rawValue: 2)
        static let sharesRevision = Flags(rawValue: 4)
    }

    /// The places of a register's parts.
    private struct Entry {
        let start: Int
        let number: UInt32
        let part: Range<Int>
        let stamp: Int
        let revision: Int
        let value: Range<Int>

        var end: Int { value.upperBound }
    }

    // MARK: Reading

    /// A Boolean value indicating whether there is none.
    var isEmpty: Bool { bytes.isEmpty }

    /// Bytes of all.
    var length: Int { bytes.count }

    /// Returns the number of registers whose fields satisfy a condition.
    func count(where isCounted: (_ number: UInt32) -> Bool) -> Int {
        var (count, former) = (0, nil as Entry?)
        while let entry = entry(after: former) {
            if isCounted(entry.number) { count += 1 }
            former = entry
        }
        return count
    }

    /// Returns the register of a field.
    func register(_ field: Field) -> Register? { find(field).match.map(register) }

    /// Returns the stamp of a register.
    func stamp(_ field: Field) -> Stamp? { find(field).match.map(stamp) }

    /// Returns the revision of a register.
    func revision(_ field: Field) -> Revision? { find(field).match.map(revision) }

    /// The newest revision; zero if there is no register.
    var newestRevision: Revision {
        var (newest, former) = (Revision.zero, nil as Entry?)
        while let entry = entry(after: former) {
            newest = max(newest, revision(entry))
            former = entry
        }
        return newest
    }

    /// All registers, in the order of their fields.
    var all: [(field: Field, register: Register)] {
        var all: [(field: Field, register: Register)] = []
        var former: Entry?
        while let entry = entry(after: former) {
            let part = String(decoding: bytes[entry.part], as: UTF8.self)
            all.append((Field(number: entry.number, part: part), register(entry)))
            former = entry
        }
        return all
    }

    /// Returns the register of a field, and the one before its place.
    private func find(_ field: Field) -> (former: Entry?, match: Entry?) {
        var former: Entry?
        while let entry = entry(after: former) {
            if entry.number == field.number {
                if entry.part.isEmpty && field.part.isEmpty { return (former, entry) }
                let order = order(of: entry.part, field.part)
                if order == 0 { return (former, entry) }
                if order > 0 { return (former, nil) }
            } else if entry.number > field.number {
                return (former, nil)
            }
            former = entry
        }
        return (former, nil)
    }

    /// Returns a negative number, zero or a positive number as the bytes of a part come before
    /// those of a text, are the same, or come after them.
    private func order(of part: Range<Int>, _ text: String) -> Int {
        var index = part.lowerBound
        for byte in text.utf8 {
            guard index < part.upperBound else { return -1 }
            guard bytes[index] == byte else { return bytes[index] < byte ? -1 : 1 }
            index += 1
        }
        return index < part.upperBound ? 1 : 0
    }

    /// Returns the places of the register after another, or of the first.
    private func entry(after former: Entry?) -> Entry? {
        let start = former?.end ?? 0
        guard start < bytes.count else { return nil }
        let flags = Flags(rawValue: bytes[start])
        var offset = start + 1
        let number = UInt32(truncatingIfNeeded: varint(at: &offset))
        let part = flags.contains(.hasPart) ? range(at: &offset) : offset..<offset
        var (stamp, revision) = (offset, offset)
        if let former, flags.contains(.sharesStamp) {
            stamp = former.stamp
        } else {
            offset += Self.fixedLength
            skipVarint(at: &offset)
            skipVarint(at: &offset)
            revision = offset
        }
        if let former, flags.contains(.sharesRevision) {
            revision = former.revision
        } else {
            skipVarint(at: &offset)
        }
        return Entry(
            start: start, number: number, part: part, stamp: stamp, revision: revision,
            value: range(at: &offset))
    }

    private func register(_ entry: Entry) -> Register {
        Register(
            stamp: stamp(entry), value: Value(bytes: Array(bytes[entry.value])),
            revision: revision(entry))
    }

    /// Bytes of a stamp's time and device.
    private static let fixedLength = 24

    private func stamp(_ entry: Entry) -> Stamp {
        var offset = entry.stamp + Self.fixedLength
        return Stamp(
            time: Timestamp(rawValue: Int64(bitPattern: integer(at: entry.stamp))),
            device: DeviceID(
                high: integer(at: entry.stamp + 8), low: integer(at: entry.stamp + 16)),
            sequence: SequenceNumber(rawValue: varint(at: &offset)),
            index: UInt32(truncatingIfNeeded: varint(at: &offset)))
    }

    private func revision(_ entry: Entry) -> Revision {
        var offset = entry.revision
        return Revision(rawValue: varint(at: &offset))
    }

    private func integer(at offset: Int) -> UInt64 {
        unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    private func range(at offset: inout Int) -> Range<Int> {
        let length = Int(truncatingIfNeeded: varint(at: &offset))
        defer { offset += length }
        return offset..<offset + length
    }

    private func varint(at offset: inout Int) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    private func skipVarint(at offset: inout Int) {
        while bytes[offset] >= 0x80 { offset += 1 }
        offset += 1
    }

    // MARK: Writing

    /// Adds a register, or replaces it. Costs a copy of all.
    mutating func set(_ register: Register, at field: Field) {
        let (former, match) = find(field)
        let start = former?.end ?? 0
        let shared = former.map { (stamp($0), revision($0)) }
        var changed = PackedRegisters()
        changed.bytes.reserveCapacity(64 + field.part.utf8.count + register.value.bytes.count)
        changed.append(
            field.number, field.part.utf8, register.stamp, register.revision,
            register.value.bytes[...], after: shared)
        // The next one shares something else from now on.
        var end = match?.end ?? start
        if let next = entry(after: match ?? former) {
            changed.append(
                next.number, bytes[next.part], stamp(next), revision(next), bytes[next.value],
                after: (register.stamp, register.revision))
            end = next.end
        }
        var all: [UInt8] = []
        all.reserveCapacity(start + changed.bytes.count + bytes.count - end)
        all += bytes[..<start]
        all += changed.bytes
        all += bytes[end...]
        bytes = all
    }

    private mutating func append(
        _ number: UInt32, _ part: some Collection<UInt8>, _ stamp: Stamp, _ revision: Revision,
        _ value: ArraySlice<UInt8>, after former: (stamp: Stamp, revision: Revision)?
    ) {
        var flags: Flags = part.isEmpty ? [] : .hasPart
        if former?.stamp == stamp { flags.insert(.sharesStamp) }
        if former?.revision == revision { flags.insert(.sharesRevision) }
        bytes.append(flags.rawValue)
        append(varint: UInt64(number))
        if !part.isEmpty {
            append(varint: UInt64(part.count))
            bytes += part
        }
        if !flags.contains(.sharesStamp) {
            append(integer: UInt64(bitPattern: stamp.time.rawValue))
            append(integer: stamp.device.high)
            append(integer: stamp.device.low)
            append(varint: stamp.sequence.rawValue)
            append(varint: UInt64(stamp.index))
        }
        if !flags.contains(.sharesRevision) { append(varint: revision.rawValue) }
        append(varint: UInt64(value.count))
        bytes += value
    }

    private mutating func append(integer: UInt64) {
        unsafe withUnsafeBytes(of: integer) { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func append(varint: UInt64) {
        var rest = varint
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
