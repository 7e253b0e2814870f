import Foundation
import Glibc

@testable import CommandLine
@testable import Demo
import NavigationText
import POSIX

/// Waits for the deletion of an entry of a directory, by inotify: no polling, no sleep.
struct Deletion {
    private let watch: FileDescriptor
    private let path: String

    /// Watches from now on.
    init(of name: String, in directory: String) throws {
        watch = FileDescriptor(inotify_init(), named: directory)
        path = "\(directory)/\(name)"
        guard unsafe inotify_add_watch(watch.number, directory, UInt32(IN_DELETE)) >= 0 else {
            throw CommandError.system("watch '\(directory)'")
        }
    }

    /// Returns a Boolean value indicating whether it is deleted, by the end of `limit` at the
    /// latest.
    func happens(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while FileManager.default.fileExists(atPath: path) {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0 else { return false }
            var poller = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&poller, 1, Int32(rest)) > 0 { _ = try? watch.read(atMost: 4_096) }
        }
        return true
    }
}
