/// Why a device's directory did not do what it was asked. Nothing in it was changed.
public struct DeviceDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds, for programs.
    public enum Code: Hashable, Sendable {
        /// The directory can't be read or written at all: permissions, a file in its place.
        case unusable
        /// It was written by a newer version.
        case newer
        /// The content on disk is not what was written.
        case damaged
        /// The disk is full, or another process kept the directory busy too long: try again.
        case unavailable
        /// One change is too large.
        case limitExceeded
        /// Too many changes wait.
        case outboxFull
        /// Another process has had the device adopt another store.
        case adopted
        /// There is no such change where it was looked for.
        case notFound
        /// This instance of it has been closed.
        case closed
    }

    /// The kind.
    public let code: Code
    /// The mistake, and the way to mend it.
    public let description: String

    /// Joins the parts.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// A change that no daemon would take.
    static func tooLarge(_ size: String, most: Int) -> DeviceDirectoryError {
        DeviceDirectoryError(
            .limitExceeded, "the change has \(size), and \(most) are the most: make several of it")
    }

    static func closed(_ path: String) -> DeviceDirectoryError {
        DeviceDirectoryError(.closed, "\(path) has been closed here: open it anew")
    }

    static func rotten(_ id: OutboxEntry.ID) -> DeviceDirectoryError {
        DeviceDirectoryError(
            .damaged,
            "what change \(id.rawValue) was is not known any more: drop it, and make it anew")
    }

    static func notOnShelf(_ id: OutboxEntry.ID) -> DeviceDirectoryError {
        DeviceDirectoryError(
            .notFound, "no change \(id.rawValue) on the shelf")
    }
}
