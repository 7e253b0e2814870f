internal import CZeroMQ

/// The libzmq that this process is linked with.
public enum ZeroMQLibrary {
    /// The version found at run time.
    public static var version: ZeroMQVersion {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        unsafe zmq_version(&major, &minor, &patch)
        return ZeroMQVersion(Int(major), Int(minor), Int(patch))
    }

    /// The oldest version that this binding was tested with.
    public static let oldestVersion = ZeroMQVersion(4, 3, 4)

    /// Returns whether libzmq was built with a capability: `curve`, `ipc`, `gssapi`, …
    public static func supports(_ capability: String) -> Bool {
        unsafe zmq_has(capability) == 1
    }

    /// Throws ``ZeroMQError/Code/unsupported`` where libzmq is older than ``oldestVersion``.
    ///
    /// Every ``Context`` checks this first.
    public static func requireVersion() throws(ZeroMQError) {
        guard version >= oldestVersion else {
            throw ZeroMQError(
                .unsupported, "use libzmq \(version), \(oldestVersion) or newer is needed")
        }
    }
}
