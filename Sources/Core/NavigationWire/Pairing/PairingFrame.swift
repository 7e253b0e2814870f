internal import NavigationModel

/// The framing of the ticket in a pairing URL, which distinguishes a mistyped character from a
/// missing end: the version, the length, and a checksum of both and of the ticket.
enum PairingFrame {
    private static let headerLength = 3
    private static let checksumLength = 4

    /// Returns the bytes of a URL with this ticket, which is shorter than a URL.
    static func bytes(around ticket: [UInt8]) -> [UInt8] {
        let length = [UInt8(truncatingIfNeeded: ticket.count >> 8), UInt8(ticket.count & 0xff)]
        let content = [PairingURL.version] + length + ticket
        return content + checksum(of: content)
    }

    /// Returns the ticket in the bytes of a URL.
    static func ticket(in bytes: [UInt8], isWhole: Bool) throws(PairingURLError) -> [UInt8] {
        guard bytes.count >= headerLength else { throw .cutOff }
        let end = headerLength + Int(bytes[1]) << 8 + Int(bytes[2])
        guard bytes.count >= end + checksumLength else { throw .cutOff }
        guard isWhole, bytes.count == end + checksumLength,
            Array(bytes[end...]) == checksum(of: Array(bytes[..<end]))
        else { throw .mistyped }
        guard bytes[0] <= PairingURL.version else { throw .newerVersion(bytes[0]) }
        guard bytes[0] == PairingURL.version else { throw .mistyped }
        return Array(bytes[headerLength..<end])
    }

    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        Array(Digest(hashing: bytes).bytes.prefix(checksumLength))
    }
}
