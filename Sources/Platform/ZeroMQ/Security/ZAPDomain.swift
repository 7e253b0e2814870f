/// A service that a ZAP handler authorizes for: the ``SocketOption/zapDomain`` of a socket.
public struct ZAPDomain: Hashable, Sendable, CustomStringConvertible {
    /// The name: 1 to ``maximumLength`` bytes.
    public let name: String

    /// The longest name that libzmq accepts, in bytes.
    public static let maximumLength = 255

    /// Takes a name; `nil` for an empty one, which would switch ZAP off, and for one too long.
    public init?(_ name: String) {
        guard (1...Self.maximumLength).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    /// The name.
    public var description: String { name }
}
