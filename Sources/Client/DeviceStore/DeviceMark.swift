internal import DatabaseFiles
internal import POSIX
internal import Glibc
internal import NavigationModel
internal import Synchronization

/// The number of a device's newest change, in a file beside its database: a database without that
/// change at the next opening has lost its end.
final class DeviceMark: Sendable {
    private let path: String
    /// The open file, from the first change on.
    private let file = Mutex<FileDescriptor?>(nil)

    /// Creates a mark at `path`; the first change creates the file.
    init(path: String) {
        self.path = path
    }

    /// The newest saved change; `nil` if it is not known.
    var newest: Int64? {
        guard let bytes = try? DurableFiles.read(path, atMost: 64) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count == 2, let number = Int64(fields[0]), number >= 0,
            Self.line(number).utf8.elementsEqual(bytes)
        else { return nil }
        return number
    }

    /// Records the newest change. If that fails, the earlier record holds.
    func note(_ newest: Int64) {
        file.withLock { file in
            let flags = O_WRONLY | O_CREAT | O_NOFOLLOW
            if file == nil { file = try? FileDescriptor(opening: path, flags) }
            try? file?.overwrite(Array(Self.line(newest).utf8))
        }
    }

    /// Closes the file. Idempotent.
    func close() {
        file.withLock { $0 = nil }
    }

    /// Returns a line of constant length, so that a new one overwrites the old.
    private static func line(_ number: Int64) -> String {
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 19 - digits.count)) + digits
        let checksum = UInt64(bitPattern: Checksum.of(Array(padded.utf8))).hexadecimal
        return "\(padded) \(checksum)\n"
    }
}
