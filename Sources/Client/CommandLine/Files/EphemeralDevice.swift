package import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Synchronization
internal import POSIX

/// The directory of a device that exists as long as this process.
package enum EphemeralDevice {
    private static let made = Mutex<String?>(nil)

    /// The directory; `nil` before ``make()``.
    package static var directory: String? { made.withLock { $0 } }

    /// Makes the directory, once: for its owner alone, among the temporary files.
    package static func make() throws(ValidationError) {
        try made.withLock { made throws(ValidationError) in
            guard made == nil else { return }
            do throws(FileError) {
                made = try DurableFiles.createTemporaryDirectory("navctl")
            } catch {
                throw ValidationError("\(error.description): set TMPDIR")
            }
        }
    }

    /// Removes the directory with its content.
    package static func remove() {
        made.withLock { made in
            if let made { try? FileManager.default.removeItem(atPath: made) }
            made = nil
        }
    }
}
