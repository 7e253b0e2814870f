/// The credentials of the peer of an IPC connection, as the kernel recorded them at its connect.
package struct PeerCredentials: Hashable, Sendable {
    /// The effective user.
    package let uid: UInt32
    /// The effective primary group; supplementary groups are not reported.
    package let gid: UInt32
    /// The process; by now it may have ended, and another one have its number.
    package let pid: UInt32

    /// The host that libzmq writes before the numbers, on every machine.
    private static let host = "localhost"

    /// Reads the address of a ZAP request, `localhost:uid:gid:pid`, from the right; `nil` for that
    /// of another transport, as for an IPv6 address that ends like one.
    package init?(zapAddress: String) {
        let parts = zapAddress.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts.dropLast(3).elementsEqual([Self.host[...]]) else {
            return nil
        }
        let numbers = parts.suffix(3).compactMap(Self.number)
        guard numbers.count == 3 else { return nil }
        uid = numbers[0]
        gid = numbers[1]
        pid = numbers[2]
    }

    /// Decimal digits, and no sign.
    private static func number(_ text: Substring) -> UInt32? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt32(text)
    }
}
