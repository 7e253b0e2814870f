internal import CZeroMQ

/// The libzmq that this process is linked with.
package enum ZeroMQLibrary {
    /// The version found at run time.
    package static var version: ZeroMQVersion {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        unsafe zmq_version(&major, &minor, &patch)
        return ZeroMQVersion(Int(major), Int(minor), Int(patch))
    }

    /// The oldest version that this binding was tested with.
    package static let oldestVersion = ZeroMQVersion(4, 3, 4)

    /// Returns whether libzmq was built with a capability: `curve`, `ipc`, `gssapi`, …
    package static func supports(_ capability: String) -> Bool {
        unsafe zmq_has(capability) == 1
    }

    /// Throws ``ZeroMQError/Code/unsupported`` where libzmq is older than ``oldestVersion``.
    ///
    /// Every ``Context`` checks this first.
    package static func requireVersion() throws(ZeroMQError) {
        guard version >= oldestVersion else {
            throw ZeroMQError(
                .unsupported, "use libzmq \(version), \(oldestVersion) or newer is needed")
        }
    }
}

/// A version of libzmq, ordered as versions are.
package struct ZeroMQVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The three numbers, most significant first.
    package let major: Int, minor: Int, patch: Int

    /// Joins the three numbers.
    package init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// The version as in `4.3.4`.
    package var description: String { "\(major).\(minor).\(patch)" }

    /// Orders by major, then minor, then patch.
    package static func < (left: ZeroMQVersion, right: ZeroMQVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
