internal import Glibc

/// A watch on a directory: readable when something has happened to an entry of it.
package final class DirectoryWatch: Sendable {
    /// The kinds of events that are watched for.
    package enum Event: Hashable, Sendable {
        /// A file has been written and closed.
        case written
        /// An entry has been removed, or moved away.
        case removed

        fileprivate var mask: UInt32 {
            switch self {
            case .written: UInt32(IN_CLOSE_WRITE)
            case .removed: UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
            }
        }
    }

    private let inotify: FileDescriptor

    /// Starts to watch.
    package init(of path: String, for event: Event) throws(FileError) {
        let number = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard number >= 0 else { throw FileError("watch", path) }
        inotify = FileDescriptor(number, named: path)
        guard unsafe inotify_add_watch(number, path, event.mask) >= 0 else {
            throw FileError("watch", path)
        }
    }

    /// An inotify descriptor, to be polled.
    package var fileDescriptor: CInt { inotify.number }

    /// Reads the pending events; returns `false` if there were none. All of them mean the same.
    package func drain() -> Bool {
        var isNews = false
        // Bounded: later events make it readable again.
        for _ in 0..<Self.reads {
            guard let events = try? inotify.read(atMost: Self.length), !events.isEmpty else {
                break
            }
            isNews = true
        }
        return isNews
    }

    /// Bytes of events that one call reads: hundreds of them.
    private static let length = 16_384
    private static let reads = 16
}
