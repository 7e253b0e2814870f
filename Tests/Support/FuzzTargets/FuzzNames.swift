import NavigationModel
import NavigationServer
import NavigationTransport
import NavigationWire
import ZeroMQ

/// Reads text that says who or where somebody is: `User-Id`s, keys, ids, addresses; and the bytes as
/// a key file.
func fuzzNames(_ bytes: [UInt8]) throws {
    try readKeyFile(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    if let name = ConnectionName(text) {
        try require(name.text == text, "a name has one text")
        try require(name.handshake > 0, "a handshake has its own number")
    }
    if let principal = Principal(text) {
        try require(Principal(principal.description) == principal, "a principal has one text")
        try require(ConnectionName(text) == nil, "a principal is no name of a connection")
    }
    if let key = PublicKey(text) {
        try require(key.description == text.lowercased(), "a key has one text")
    }
    if let id = InvitationID(text) {
        try require(id.description == text.lowercased(), "an invitation has one text")
    }
    if let fingerprint = Fingerprint(text) {
        try require(Fingerprint(fingerprint.description) == fingerprint, "so has a fingerprint")
    }
    if let process = PeerCredentials(zapAddress: text) {
        let words = "localhost:\(process.uid):\(process.gid):\(process.pid)"
        try require(PeerCredentials(zapAddress: words) == process, "so has a process")
    }
    if let endpoint = try? Endpoint(text) {
        try require((try? Endpoint(endpoint.description)) == endpoint, "so has an endpoint")
    }
    _ = try? ControlEndpoint(text)
    _ = [UserID(rawValue: text)?.rawValue, DeviceName(rawValue: text)?.rawValue]
}

/// A key file holds a key or none, and what is said of one that holds none repeats nothing of it.
private func readKeyFile(_ bytes: [UInt8]) throws {
    let isAlone: Bool
    do throws(KeyFileError) {
        let pair = try KeyFile("device.key").pair(of: bytes)
        let texts = [pair.secretKey.z85, "\(pair.secretKey.z85)\n\(pair.publicKey.z85)"]
        isAlone = texts.contains { [Array($0.utf8), Array("\($0)\n".utf8)].contains(bytes) }
    } catch {
        let text = String(decoding: bytes.prefix(40), as: UTF8.self)
        try require(bytes.count < 8 || !"\(error)".contains(text), "a mistake shows no key")
        return
    }
    try require(isAlone, "a key file is its key alone")
}

/// Names as they are, and almost.
let nameSeeds: [[UInt8]] = {
    let key = String(repeating: "0a", count: 32)
    return [
        "uid:1000/1", "uid:4294967295/18446744073709551615", "uid:4294967296/1", "key:\(key)/2",
        "invite:0123456789abcdef/3", "uid:1000", "key:\(key)", "invite:0123456789abcdef", key,
        "0123456789abcdef", "localhost:1000:1000:4242", "tcp://[::1]:7440", "tcp://desk:7440",
        "ipc:///run/navsync/control.sock", "ipc://@navsync", "tcp://*:*",
        "0123 4567 89ab cdef 0123 4567 89ab cdef", "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7",
        "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6\n",
    ].map { Array($0.utf8) }
}()
