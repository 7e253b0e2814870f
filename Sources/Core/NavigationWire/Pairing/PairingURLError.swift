/// An error in reading a pairing URL. It repeats nothing of the text, which may hold a secret.
public enum PairingURLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has another prefix, or is longer than any pairing URL.
    case notPairingURL
    /// Its end is missing.
    case cutOff
    /// A character is not the one that was written.
    case mistyped
    /// It was written by a newer version.
    case newerVersion(UInt8)
    /// It is whole, but lacks something that a device needs.
    case incomplete(String)

    /// The failure, and the remedy.
    public var description: String {
        switch self {
        case .notPairingURL:
            "that is not a pairing URL: it begins with '\(PairingURL.prefix)'"
        case .cutOff: "the pairing URL is cut off: copy it whole, to its last character"
        case .mistyped: "the pairing URL is mistyped: copy it, or scan its QR code"
        case .newerVersion(let version):
            "the pairing URL is of version \(version), and this navsync knows "
                + "\(PairingURL.version): update navsync on this device"
        case .incomplete(let what):
            "the pairing URL can't be used (\(what)): make a new one"
        }
    }
}
