/// The decision of a ZAP handler about a connection.
public enum ZAPVerdict: Hashable, Sendable {
    /// The connection is authorized, and every message that it brings has this ``Message/userID``:
    /// 1 to ``maximumUserID`` bytes, or the connection is refused as ``failed``.
    case accepted(userID: String)
    /// The peer is not authorized. It receives status 400.
    case denied
    /// No decision is possible now. The peer receives status 500.
    case failed

    /// The longest user id, in bytes.
    public static let maximumUserID = 255

    /// The frames of the reply after the request's id: status, its text, user id, no metadata.
    package var frames: [[UInt8]] {
        switch self {
        case .accepted(let user) where (1...Self.maximumUserID).contains(user.utf8.count):
            [Array("200".utf8), Array("OK".utf8), Array(user.utf8), []]
        case .accepted, .failed:
            [Array("500".utf8), Array("Can't tell now".utf8), [], []]
        case .denied:
            [Array("400".utf8), Array("Not known".utf8), [], []]
        }
    }
}
