package import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The directory of a device that exists as long as this process.
package enum EphemeralDevice {
    private static let made = Mutex<String?>(nil)

    /// The directory; `nil` before ``make()``.
    package static var directory: String? { made.withLock { $0 } }

    /// Makes the directory, once: for its owner alone, among the temporary files.
    package static func make() throws(ValidationError) {
        try made.withLock { made throws(ValidationError) in
            guard made == nil else { return }
            let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
            let parent = place.isEmpty ? "/tmp" : place
            var template = Array("\(parent)/navctl-XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else {
                let reason = unsafe String(cString: strerror(errno))
                throw ValidationError(
                    "can't create a directory in \(parent): \(reason): set TMPDIR")
            }
            made = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
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
