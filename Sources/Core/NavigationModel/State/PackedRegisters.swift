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

    /// No registers.
    init() {}

    /// No registers, with room for those that writes of one stamp are about to add.
    init(reservingCapacityFor writes: ArraySlice<RegisterWrite>) {
        let length = writes.reduce(Self.stampLength) {
            $0 + Self.entryLength + $1.field.part.utf8.count + $1.value.bytes.count
        }
        bytes.reserveCapacity(length)
    }

    // MARK: Reading

    /// A Boolean value indicating whether there is none.
    var isEmpty: Bool { bytes.isEmpty }

    /// Bytes of all.
    var length: Int { bytes.count }

    /// Bytes of their values.
    var valueLength: Int {
        let span = bytes.span
        var (length, former) = (0, nil as Entry?)
        while let entry = Self.entry(after: former, in: span) {
            length += entry.value.count
            former = entry
        }
        return length
    }

    /// Returns the number of registers whose fields satisfy a condition.
    func count(where isCounted: (_ number: UInt32) -> Bool) -> Int {
        let span = bytes.span
        var (count, former) = (0, nil as Entry?)
        while let entry = Self.entry(after: former, in: span) {
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
        let span = bytes.span
        var (newest, former) = (Revision.zero, nil as Entry?)
        while let entry = Self.entry(after: former, in: span) {
            newest = max(newest, revision(entry))
            former = entry
        }
        return newest
    }

    /// All registers, in the order of their fields.
    var all: [(field: Field, register: Register)] {
        var all: [(field: Field, register: Register)] = []
        let span = bytes.span
        var former: Entry?
        while let entry = Self.entry(after: former, in: span) {
            let part = String(decoding: bytes[entry.part], as: UTF8.self)
            all.append((Field(number: entry.number, part: part), register(entry)))
            former = entry
        }
        return all
    }

    /// Returns the register of a field, and the one before its place.
    private func find(_ field: Field) -> (former: Entry?, match: Entry?) {
        let (span, part) = (bytes.span, field.part.utf8.span)
        var former: Entry?
        while let entry = Self.entry(after: former, in: span) {
            if entry.number == field.number {
                let order = Self.order(of: span.extracting(entry.part), part)
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
    /// those of another, are the same, or come after them.
    private static func order(of part: Span<UInt8>, _ other: Span<UInt8>) -> Int {
        for index in 0..<min(part.count, other.count) where part[index] != other[index] {
            return part[index] < other[index] ? -1 : 1
        }
        return part.count - other.count
    }

    /// Returns the places of the register after another, or of the first.
    private static func entry(after former: Entry?, in bytes: Span<UInt8>) -> Entry? {
        let start = former?.end ?? 0
        guard start < bytes.count else { return nil }
        let flags = Flags(rawValue: bytes[start])
        var offset = start + 1
        let number = UInt32(truncatingIfNeeded: varint(at: &offset, in: bytes))
        let part = flags.contains(.hasPart) ? range(at: &offset, in: bytes) : offset..<offset
        var (stamp, revision) = (offset, offset)
        if let former, flags.contains(.sharesStamp) {
            stamp = former.stamp
        } else {
            offset += fixedLength
            skipVarint(at: &offset, in: bytes)
            skipVarint(at: &offset, in: bytes)
            revision = offset
        }
        if let former, flags.contains(.sharesRevision) {
            revision = former.revision
        } else {
            skipVarint(at: &offset, in: bytes)
        }
        return Entry(
            start: start, number: number, part: part, stamp: stamp, revision: revision,
            value: range(at: &offset, in: bytes))
    }

    private func register(_ entry: Entry) -> Register {
        Register(
            stamp: stamp(entry), value: Value(bytes: Array(bytes[entry.value])),
            revision: revision(entry))
    }

    /// Bytes of a stamp's time and device.
    private static let fixedLength = 24
    /// Bytes of a stamp and a revision, about.
    private static let stampLength = 32
    /// Bytes of a register beside its stamp, its revision, the part of its field and its value, about.
    private static let entryLength = 4

    private func stamp(_ entry: Entry) -> Stamp {
        let span = bytes.span
        var offset = entry.stamp + Self.fixedLength
        return Stamp(
            time: Timestamp(rawValue: Int64(bitPattern: integer(at: entry.stamp))),
            device: DeviceID(
                high: integer(at: entry.stamp + 8), low: integer(at: entry.stamp + 16)),
            sequence: SequenceNumber(rawValue: Self.varint(at: &offset, in: span)),
            index: UInt32(truncatingIfNeeded: Self.varint(at: &offset, in: span)))
    }

    private func revision(_ entry: Entry) -> Revision {
        var offset = entry.revision
        return Revision(rawValue: Self.varint(at: &offset, in: bytes.span))
    }

    private func integer(at offset: Int) -> UInt64 {
        unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    private static func range(at offset: inout Int, in bytes: Span<UInt8>) -> Range<Int> {
        let length = Int(truncatingIfNeeded: varint(at: &offset, in: bytes))
        defer { offset += length }
        return offset..<offset + length
    }

    private static func varint(at offset: inout Int, in bytes: Span<UInt8>) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    private static func skipVarint(at offset: inout Int, in bytes: Span<UInt8>) {
        while bytes[offset] >= 0x80 { offset += 1 }
        offset += 1
    }

    // MARK: Writing

    /// Adds a register, or replaces one that yields to it. Costs a move of those behind it, or a copy
    /// of all if these take much more or less than before.
    mutating func join(_ register: Register, at field: Field) -> SceneState.Record.Joined {
        let place = find(field)
        let present = place.match.map(self.register)
        if let present, !present.yields(to: register) { return (present, false) }
        set(register, at: field, place)
        return (present, true)
    }

    private mutating func set(
        _ register: Register, at field: Field, _ place: (former: Entry?, match: Entry?)
    ) {
        let (former, match) = place
        let start = former?.end ?? 0
        let shared = former.map { (stamp($0), revision($0)) }
        let next = Self.entry(after: match ?? former, in: bytes.span)
        guard match != nil || next != nil else {
            // Those of one write come in order.
            let sharesAll = shared.map { $0 == (register.stamp, register.revision) } ?? false
            bytes.reserveCapacity(
                bytes.count + (sharesAll ? 0 : Self.stampLength) + Self.entryLength
                    + field.part.utf8.count + register.value.bytes.count)
            append(
                field.number, field.part.utf8, register.stamp, register.revision,
                register.value.bytes[...], after: shared)
            return
        }
        let end = next?.end ?? match?.end ?? start
        var changed = PackedRegisters()
        changed.bytes.reserveCapacity(
            128 + field.part.utf8.count + register.value.bytes.count + end - start)
        changed.append(
            field.number, field.part.utf8, register.stamp, register.revision,
            register.value.bytes[...], after: shared)
        // The next one shares something else from now on.
        if let next {
            changed.append(
                next.number, bytes[next.part], stamp(next), revision(next), bytes[next.value],
                after: (register.stamp, register.revision))
        }
        let length = bytes.count - (end - start) + changed.bytes.count
        if (bytes.capacity / 2...bytes.capacity).contains(length) {
            bytes.replaceSubrange(start..<end, with: changed.bytes)
        } else {
            var all: [UInt8] = []
            all.reserveCapacity(length)
            all += bytes[..<start]
            all += changed.bytes
            all += bytes[end...]
            bytes = all
        }
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
