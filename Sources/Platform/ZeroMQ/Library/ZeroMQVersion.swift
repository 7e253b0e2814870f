/// A version of libzmq, ordered as versions are.
public struct ZeroMQVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The three numbers, most significant first.
    public let major: Int, minor: Int, patch: Int

    /// Joins the three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// The version as in `4.3.4`.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Orders by major, then minor, then patch.
    public static func < (left: ZeroMQVersion, right: ZeroMQVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
