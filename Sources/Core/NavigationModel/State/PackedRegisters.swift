internal import NavigationProto

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

    /// The places of a register's parts; before the first register none.
    private struct Entry {
        private(set) var start = 0
        private(set) var number: UInt32 = 0
        private(set) var part = 0..<0
        private(set) var stamp = 0
        private(set) var revision = 0
        private(set) var value = 0..<0

        var end: Int { value.upperBound }
        /// The register itself; `nil` before the first.
        var ifAny: Entry? { end > 0 ? self : nil }

        /// Goes on to the next register; returns `false` after the last.
        mutating func advance(in bytes: Span<UInt8>) -> Bool {
            guard end < bytes.count else { return false }
            start = end
            let flags = Flags(rawValue: bytes[start])
            var offset = start + 1
            number = UInt32(truncatingIfNeeded: bytes.varint(at: &offset))
            part = flags.contains(.hasPart) ? bytes.range(at: &offset) : offset..<offset
            if !flags.contains(.sharesStamp) {
                stamp = offset
                offset += PackedRegisters.fixedLength
                bytes.skipVarint(at: &offset)
                bytes.skipVarint(at: &offset)
            }
            if !flags.contains(.sharesRevision) {
                revision = offset
                bytes.skipVarint(at: &offset)
            }
            value = bytes.range(at: &offset)
            return true
        }
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
        var (length, entry) = (0, Entry())
        while entry.advance(in: span) { length += entry.value.count }
        return length
    }

    /// Returns the number of registers whose fields satisfy a condition.
    func count(where isCounted: (_ number: UInt32) -> Bool) -> Int {
        let span = bytes.span
        var (count, entry) = (0, Entry())
        while entry.advance(in: span) {
            if isCounted(entry.number) { count += 1 }
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
        var (newest, entry) = (Revision.zero, Entry())
        while entry.advance(in: span) { newest = max(newest, revision(entry)) }
        return newest
    }

    /// All registers, in the order of their fields.
    var all: [(field: Field, register: Register)] {
        var all: [(field: Field, register: Register)] = []
        let span = bytes.span
        var entry = Entry()
        while entry.advance(in: span) {
            let part = String(decoding: bytes[entry.part], as: UTF8.self)
            all.append((Field(number: entry.number, part: part), register(entry)))
        }
        return all
    }

    /// Returns the register of a field, and the one before its place.
    private func find(_ field: Field) -> (former: Entry?, match: Entry?) {
        let (span, part) = (bytes.span, field.part.utf8.span)
        var (former, entry) = (Entry(), Entry())
        while entry.advance(in: span) {
            if entry.number == field.number {
                let order = Self.order(of: span.extracting(entry.part), part)
                if order == 0 { return (former.ifAny, entry) }
                if order > 0 { break }
            } else if entry.number > field.number {
                break
            }
            former = entry
        }
        return (former.ifAny, nil)
    }

    /// Returns a negative number, zero or a positive number as the bytes of a part come before
    /// those of another, are the same, or come after them.
    private static func order(of part: Span<UInt8>, _ other: Span<UInt8>) -> Int {
        for index in 0..<min(part.count, other.count) where part[index] != other[index] {
            return part[index] < other[index] ? -1 : 1
        }
        return part.count - other.count
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
            sequence: SequenceNumber(rawValue: span.varint(at: &offset)),
            index: UInt32(truncatingIfNeeded: span.varint(at: &offset)))
    }

    private func revision(_ entry: Entry) -> Revision {
        var offset = entry.revision
        return Revision(rawValue: bytes.span.varint(at: &offset))
    }

    private func integer(at offset: Int) -> UInt64 {
        unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
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
        var entry = match ?? former ?? Entry()
        let next = entry.advance(in: bytes.span) ? entry : nil
        guard match != nil || next != nil else {
            // Those of one write come in order.
            let sharesAll = shared.map { $0 == (register.stamp, register.revision) } ?? false
            bytes.reserveCapacity(
                bytes.count + (sharesAll ? 0 : Self.stampLength) + Self.entryLength
                    + field.part.utf8.count + register.value.bytes.count)
            append(
                field.number, field.part.utf8.span, register.stamp, register.revision,
                register.value.bytes.span, after: shared)
            return
        }
        let end = next?.end ?? match?.end ?? start
        var changed = PackedRegisters()
        changed.bytes.reserveCapacity(
            128 + field.part.utf8.count + register.value.bytes.count + end - start)
        changed.append(
            field.number, field.part.utf8.span, register.stamp, register.revision,
            register.value.bytes.span, after: shared)
        // The next one shares something else from now on.
        if let next {
            changed.append(
                next.number, bytes.span.extracting(next.part), stamp(next), revision(next),
                bytes.span.extracting(next.value), after: (register.stamp, register.revision))
        }
        let length = bytes.count - (end - start) + changed.bytes.count
        if (bytes.capacity / 2...bytes.capacity).contains(length) {
            bytes.replaceSubrange(start..<end, with: changed.bytes)
        } else {
            var all: [UInt8] = []
            all.reserveCapacity(length)
            all.append(bytes.span.extracting(first: start))
            all.append(changed.bytes.span)
            all.append(bytes.span.extracting(droppingFirst: end))
            bytes = all
        }
    }

    private mutating func append(
        _ number: UInt32, _ part: Span<UInt8>, _ stamp: Stamp, _ revision: Revision,
        _ value: Span<UInt8>, after former: (stamp: Stamp, revision: Revision)?
    ) {
        var flags: Flags = part.isEmpty ? [] : .hasPart
        if former?.stamp == stamp { flags.insert(.sharesStamp) }
        if former?.revision == revision { flags.insert(.sharesRevision) }
        bytes.append(flags.rawValue)
        append(varint: UInt64(number))
        if !part.isEmpty {
            append(varint: UInt64(part.count))
            bytes.append(part)
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
        bytes.append(value)
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

extension Span<UInt8> {
    /// Reads a length, and returns the range of that many bytes behind it.
    fileprivate func range(at offset: inout Int) -> Range<Int> {
        let length = Int(truncatingIfNeeded: varint(at: &offset))
        defer { offset += length }
        return offset..<offset + length
    }

    fileprivate func varint(at offset: inout Int) -> UInt64 {
        // Nearly all are of one byte.
        let first = self[offset]
        guard first >= 0x80 else {
            offset += 1
            return UInt64(first)
        }
        return longVarint(at: &offset)
    }

    private func longVarint(at offset: inout Int) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = self[offset]
            offset += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    fileprivate func skipVarint(at offset: inout Int) {
        while self[offset] >= 0x80 { offset += 1 }
        offset += 1
    }
}
