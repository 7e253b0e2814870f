internal import DatabaseFiles
internal import NavigationModel

/// One scene's part of a row of the journal: the commits and the receipts of a batch.
struct JournalSlice: Hashable, Sendable {
    /// The row: the number of the batch.
    let row: Int64
    /// The commits; none if all changes altered nothing.
    let segment: Segment
    /// The runs of receipts, packed; `nil` if there are none.
    let receipts: [UInt8]?

    /// Bytes of it in memory, about.
    var length: Int { segment.bytes.count + (receipts?.count ?? 0) + Self.overhead }

    /// Bytes in memory beyond the commits and the receipts: arrays, and the entry of its row.
    private static let overhead = 256

    /// Decodes the runs of receipts, in order; throws ``StoreError/damagedScene(_:_:)`` if they are
    /// corrupt.
    func runs(of key: SceneKey) throws -> [ReceiptRun] {
        let title = "invalid receipts at revision \(segment.revision)"
        guard segment.isSound else { throw StoreError.damagedScene(key, title) }
        guard let receipts else { return [] }
        guard let runs = ReceiptRun.runs(in: PackedReader(receipts[...])) else {
            throw StoreError.damagedScene(key, title)
        }
        return runs
    }
}

/// A row of the journal: the slices of a batch, one after the other.
///
/// `slices` has each behind a checksum of its own, with the scene, the last revision and its own
/// lengths. `scenes` says the same of all, behind another: so a slice that is damaged hides none of
/// the others, nor does damage in `scenes`.
enum JournalRow {
    /// A slice with its scene's row.
    typealias Part = (scene: Int64, slice: JournalSlice)

    /// Encodes a row.
    static func encoded(_ parts: [Part]) -> (scenes: [UInt8], slices: [UInt8]) {
        var (scenes, slices) = (PackedWriter(), PackedWriter())
        slices.reserve(parts.reduce(0) { $0 + $1.slice.length })
        scenes.appendChecked { scenes in
            for (scene, slice) in parts {
                let start = slices.bytes.count
                slices.appendChecked { write(slice, of: scene, to: &$0) }
                scenes.append(UInt64(bitPattern: scene))
                scenes.append(slice.segment.revision.rawValue)
                scenes.append(UInt64(slice.segment.count))
                scenes.append(UInt64(slices.bytes.count - start))
            }
        }
        return (scenes.bytes, slices.bytes)
    }

    private static func write(
        _ slice: JournalSlice, of scene: Int64, to writer: inout PackedWriter
    ) {
        let segment = slice.segment
        writer.append(UInt64(bitPattern: scene))
        writer.append(segment.revision.rawValue)
        writer.append(segment.lengths.map { UInt64($0.count) + 1 } ?? 0)
        writer.append(UInt64(slice.receipts?.count ?? 0))
        writer.append(UInt64(segment.bytes.count))
        writer.append(segment.lengths ?? [])
        writer.append(slice.receipts ?? [])
        writer.append(segment.bytes)
    }

    /// Decodes a row; `nil` if its slices can't be told apart. A damaged one is unsound, and has the
    /// title that it had.
    static func parts(of row: Int64, scenes: [UInt8], slices: [UInt8]) -> [Part]? {
        guard let entries = entries(in: scenes) else { return parts(of: row, slices: slices) }
        var place = 0
        return entries.map { entry in
            let end = place &+ Int(clamping: entry.length)
            defer { place = end }
            guard end >= place, end <= slices.count,
                let (part, length) = part(of: row, slices[place..<end]), length == end - place,
                part.scene == entry.scene, part.slice.segment.revision == entry.revision
            else {
                let segment = Segment(
                    unsound: entry.revision, count: Int(clamping: entry.count))
                return (entry.scene, JournalSlice(row: row, segment: segment, receipts: nil))
            }
            return part
        }
    }

    private struct Entry {
        let scene: Int64
        let revision: Revision
        let count: UInt64
        let length: UInt64
    }

    private static func entries(in scenes: [UInt8]) -> [Entry]? {
        guard var reader = PackedReader(checked: scenes) else { return nil }
        var entries: [Entry] = []
        while !reader.isAtEnd {
            guard let scene = reader.number(), let revision = reader.number(),
                let count = reader.number(), let length = reader.number()
            else { return nil }
            entries.append(
                Entry(
                    scene: Int64(bitPattern: scene), revision: Revision(rawValue: revision),
                    count: count, length: length))
        }
        return entries
    }

    /// Decodes the slices by themselves; `nil` if one is damaged.
    private static func parts(of row: Int64, slices: [UInt8]) -> [Part]? {
        var (rest, parts) = (slices[...], [Part]())
        while !rest.isEmpty {
            guard let (part, length) = part(of: row, rest) else { return nil }
            parts.append(part)
            rest = rest.dropFirst(length)
        }
        return parts.isEmpty ? nil : parts
    }

    /// Decodes the first slice, and returns its length; `nil` if it is damaged.
    private static func part(
        of row: Int64, _ bytes: ArraySlice<UInt8>
    ) -> (part: Part, length: Int)? {
        var reader = PackedReader(bytes.dropFirst(PackedReader.checksumLength))
        guard let scene = reader.number(), let revision = reader.number(),
            let lengthsCount = reader.number(), let receiptsCount = reader.number(),
            let count = reader.number(),
            let lengths = reader.bytes(max(1, lengthsCount) - 1),
            let receipts = reader.bytes(receiptsCount), let commits = reader.bytes(count)
        else { return nil }
        let length = bytes.count - reader.count
        guard PackedReader(checked: Array(bytes.prefix(length))) != nil else { return nil }
        let segment = Segment(
            revision: Revision(rawValue: revision), bytes: commits,
            lengths: lengthsCount > 0 ? lengths : nil)
        let slice = JournalSlice(
            row: row, segment: segment, receipts: receiptsCount > 0 ? receipts : nil)
        return ((Int64(bitPattern: scene), slice), length)
    }
}
