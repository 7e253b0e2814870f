internal import FoundationEssentials
internal import Glibc
internal import NavigationText
internal import POSIX

/// A small JSON file in a device's directory, for data of the device alone that is never synced.
package struct DeviceFile<Content: Codable & Sendable>: Sendable {
    /// The path of the file.
    package let path: String
    private let directory: String
    private let empty: Content

    /// - Parameter empty: the content while there is no file.
    package init(_ name: String, in directory: String, empty: Content) {
        self.directory = directory
        self.empty = empty
        path = directory + "/" + name
    }

    /// A Boolean value indicating whether there is a file.
    package var isThere: Bool { unsafe access(path, F_OK) == 0 }

    /// The version of the file, for comparison; `nil` while there is none.
    package var mark: FileVersion? {
        (try? FileStatus(of: path)).map { FileVersion(file: $0.inode, modified: $0.modified) }
    }

    /// One state of a file.
    package struct FileVersion: Hashable, Sendable {
        fileprivate let file: UInt64
        fileprivate let modified: Duration
    }

    /// Returns its content.
    ///
    /// - Throws: ``CommandError`` if it is damaged: people have to repair or remove it; and if
    ///   users other than this one and root could have written it.
    package func read() throws(CommandError) -> Content {
        do throws(FileError) {
            // A pipe would block.
            guard try DurableFiles.size(of: path) != nil else { return empty }
        } catch {
            throw CommandError(message: "\(error.description)", advice: "remove it to start over")
        }
        try checkTrust()
        let bytes = try TextFile.read(path, atMost: Self.limit)
        do {
            return try JSONDecoder().decode(Content.self, from: Data(bytes))
        } catch {
            throw CommandError(
                message: "'\(path)' is damaged: \(Self.reason(error))",
                advice: "repair it, or remove it to start over")
        }
    }

    /// Replaces the content; others see the old or the new. Makes the directory at first use.
    package func write(_ content: Content) throws(CommandError) {
        do throws(FileError) { try DurableFiles.createDirectory(directory) } catch {
            throw CommandError(error)
        }
        try checkTrust()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(content) else {
            throw CommandError(
                message: "can't write '\(path)': its content can't be encoded as JSON")
        }
        try TextFile.write(String(decoding: data, as: UTF8.self) + "\n", to: path, isPrivate: true)
    }

    /// Deletes the file.
    package func remove() throws(CommandError) {
        do throws(FileError) { try DurableFiles.remove(path) } catch { throw CommandError(error) }
    }

    /// The maximum size in bytes: no such file has reason to be larger.
    private static var limit: Int { 1 << 20 }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
            DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            return place.isEmpty ? "invalid JSON" : "invalid value of '\(place)'"
        default:
            return "it can't be read"
        }
    }

    /// Throws if users other than this one and root could have written the file: a hook in it is a
    /// command that is run.
    private func checkTrust() throws(CommandError) {
        do throws(TrustError) {
            try PathTrust.check(directory: directory)
            if isThere { try PathTrust.check(file: path) }
        } catch {
            throw CommandError(message: "\(error.description)")
        }
    }
}
