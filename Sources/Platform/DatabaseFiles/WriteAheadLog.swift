internal import POSIX
internal import NavigationModel

/// A check of SQLite's write-ahead log as it is on disk, before SQLite recovers it.
package struct WriteAheadLog {
    /// Valid frames behind a corrupt one.
    package struct Corruption: Hashable, CustomStringConvertible {
        /// The number of the first corrupt frame, from 1 on; 0 for the log's own header.
        package let frame: Int
        /// Whole frames of later transactions.
        package let following: Int
        /// Frames in all.
        package let count: Int

        package var description: String {
            let place = frame == 0 ? "its header" : "frame \(frame) of \(count)"
            return "\(place) is corrupt, and \(following) valid frames follow it"
        }
    }

    private let salts: [UInt8]
    private let isBigEndian: Bool
    private let pageSize: Int
    /// The checksum of the frame before, as it is stored.
    private var previous: Checksum
    /// Frames read.
    package private(set) var count = 0
    /// Frames before the first that is not whole.
    package private(set) var whole = 0
    private var firstBad: Int?
    /// A Boolean value indicating whether the transaction of the first bad frame is over.
    private var isPast = false
    private var following = 0

    /// A running checksum: two sums of 32 bits.
    struct Checksum: Hashable {
        var first: UInt32 = 0
        var second: UInt32 = 0
    }

    package static let headerLength = 32
    package static let frameHeaderLength = 24
    /// The page size assumed where the log's header can't be trusted: the one that this store uses.
    private static let usualPageSize = 4_096
    /// The most reads of a log that others may be writing to: a finding counts if two reads in a
    /// row agree.
    private static let looks = 4

    /// Returns the corruption in the log at `path`; `nil` if there is none, or no log.
    package static func corruption(in path: String) throws -> Corruption? {
        guard var found = try WriteAheadLog(at: path)?.found else { return nil }
        for _ in 1..<looks {
            // A writer may have been in the middle of it.
            guard let again = try WriteAheadLog(at: path)?.found else { return nil }
            if again == found { return found.corruption }
            found = again
        }
        return nil
    }

    /// Reads the log at `path`; `nil` if there is none.
    package init?(at path: String) throws {
        guard let size = try DurableFiles.size(of: path), size > Self.headerLength else {
            return nil
        }
        let header = try DurableFiles.read(path, atMost: Self.headerLength)
        guard header.count == Self.headerLength else { return nil }
        self.init(header: header)
        let length = Self.frameHeaderLength + pageSize
        var rest: [UInt8] = []
        var isHeader = true
        var log = self
        try DurableFiles.forEachChunk(of: path, length: length * 64) { chunk in
            rest += isHeader ? chunk.dropFirst(Self.headerLength) : chunk[...]
            isHeader = false
            var start = 0
            while rest.count - start >= length {
                log.take(rest[start..<start + length])
                start += length
            }
            rest.removeFirst(start)
            return true
        }
        self = log
    }

    /// Starts with a log's header.
    package init(header: [UInt8]) {
        isBigEndian = header[3] & 1 == 1
        salts = Array(header[16..<24])
        previous = Checksum(stored: header[24..<32])
        let size = Int(Self.word(header[8..<12]))
        let isSound = Checksum().adding(header[..<24], isBigEndian: isBigEndian) == previous
        let isPageSize = size >= 512 && size <= 65_536 && size & (size - 1) == 0
        pageSize = isSound && isPageSize ? size : Self.usualPageSize
        if !isSound { firstBad = 0 }
    }

    /// Checks the next frame.
    package mutating func take(_ frame: ArraySlice<UInt8>) {
        count += 1
        let start = frame.startIndex
        let stored = Checksum(stored: frame[start + 16..<start + 24])
        // Zeros behind the log are no frame, although their checksum is right.
        let isFrame = frame[start..<start + Self.frameHeaderLength].contains { $0 != 0 }
        // With an untrusted header the salts are those that the frames agree on.
        let isCurrent =
            isFrame && (firstBad == 0 || frame[start + 8..<start + 16].elementsEqual(salts))
        let computed =
            isCurrent
            ? previous
                .adding(frame[start..<start + 8], isBigEndian: isBigEndian)
                .adding(frame[(start + Self.frameHeaderLength)...], isBigEndian: isBigEndian)
            : nil
        previous = stored
        if computed == stored {
            if firstBad == nil { whole += 1 } else if isPast { following += 1 }
        } else if firstBad == nil {
            firstBad = count
        }
        let endsTransaction = Self.word(frame[start + 4..<start + 8]) != 0
        if firstBad != nil, isCurrent, endsTransaction { isPast = true }
    }

    /// The finding, with the salts that a restarted log does not share.
    private var found: Found? { corruption.map { Found(salts: salts, corruption: $0) } }

    private struct Found: Equatable {
        let salts: [UInt8]
        let corruption: Corruption

        static func == (left: Found, right: Found) -> Bool {
            left.salts == right.salts && left.corruption.frame == right.corruption.frame
        }
    }

    private var corruption: Corruption? {
        guard let firstBad, following > 0 else { return nil }
        return Corruption(frame: firstBad, following: following, count: count)
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension WriteAheadLog.Checksum {
    /// Reads a checksum as it is stored: big endian, whatever the byte order of the words.
    package init(stored bytes: ArraySlice<UInt8>) {
        first = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        second = bytes.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the checksum continued with more bytes, a multiple of 8.
    package func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Self {
        var sum = self
        unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset + 8 <= buffer.count {
                let words = unsafe (
                    buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
                    buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                )
                let read =
                    isBigEndian
                    ? (UInt32(bigEndian: words.0), UInt32(bigEndian: words.1))
                    : (UInt32(littleEndian: words.0), UInt32(littleEndian: words.1))
                sum.first = sum.first &+ read.0 &+ sum.second
                sum.second = sum.second &+ read.1 &+ sum.first
                offset += 8
            }
        }
        return sum
    }
}
