internal import NavigationStore
internal import POSIX

/// The number of the node that last used a data directory, in a file of that: the next process there
/// need not wait until the lease of one that crashed runs out.
///
/// It counts for this directory on this machine since its boot only, so that a copy of the directory
/// elsewhere ends nobody's lease.
package struct NodeRecord: Sendable {
    /// The path.
    package let path: String
    private let directory: String

    /// The greatest length of the file, in bytes.
    private static let lengthLimit = 256

    /// Names the record in a data directory.
    package init(in directory: String) {
        self.directory = directory
        path = directory + "/navsync.node"
    }

    /// The node of the process before; `nil` if none is known. The caller holds the directory's lock,
    /// so that the process is gone.
    package var former: Int64? {
        guard let place,
            let bytes = try? DurableFiles.read(path, atMost: Self.lengthLimit),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == place.count + 1, words.dropLast().elementsEqual(place) else {
            return nil
        }
        return words.last.flatMap { Int64($0) }
    }

    /// Records the node of this process, durably.
    package func write(_ node: Int64) throws {
        let words = (place ?? []).map { String($0) } + ["\(node)"]
        try DurableFiles.replace(path, with: Array((words.joined(separator: " ") + "\n").utf8))
    }

    /// The boot of the machine, and the directory; `nil` if they are not known.
    private var place: [Substring]? {
        guard let status = try? FileStatus(of: directory),
            let bytes = try? DurableFiles.read("/proc/sys/kernel/random/boot_id", atMost: 64),
            let boot = String(validating: bytes, as: UTF8.self)?.split(
                whereSeparator: \.isWhitespace
            ).first
        else { return nil }
        return [boot, "\(status.device)", "\(status.inode)"]
    }
}
