import NavigationModel
import NavigationWire
import StoreSamples

/// Reads text that somebody has pasted for a pairing URL, and what is in one that is whole.
func fuzzPairingURL(_ bytes: [UInt8]) throws {
    try readPairingURL(String(decoding: bytes, as: UTF8.self))
    try readPairingURL(pairingURL(around: bytes))
}

private func readPairingURL(_ text: String) throws {
    let url: PairingURL
    do throws(PairingURLError) { url = try PairingURL(text) } catch {
        try require(!"\(error)".isEmpty, "an error says why")
        return
    }
    try require(PairingURL(url.text) == url, "a URL is read as it was written")
    try require(url.text.utf8.count <= PairingURL.maximumLength, "a URL is as long as it may be")
    try require(!"\(url)".contains(url.text), "a URL does not show itself")
    _ = url.isExpired(at: .zero)
}

/// A URL that is whole, whatever it says.
private func pairingURL(around ticket: [UInt8]) -> String {
    let length = [UInt8(ticket.count >> 8 & 255), UInt8(ticket.count & 255)]
    let content = [PairingURL.version] + length + ticket
    let bytes = content + Digest(hashing: content).bytes.prefix(4)
    return PairingURL.prefix + base64URL(bytes)
}

private func base64URL(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return stride(from: 0, to: bytes.count, by: 3).map { start -> String in
        let group = bytes[start..<min(start + 3, bytes.count)]
        var bits = 0
        for byte in group { bits = bits << 8 | Int(byte) }
        bits <<= 8 * (3 - group.count)
        return String(
            (0...group.count).map { place -> Character in
                digits[bits >> (18 - 6 * place) & 63]
            })
    }.joined()
}

/// Pairing URLs, and what is inside.
let pairingURLSeeds: [[UInt8]] = {
    let secret = SecretKey(bytes: Array(repeating: 9, count: 32))
    let url = secret.flatMap {
        try? PairingURL(
            secretKey: $0, serverKey: SampleRegistry.key(1),
            addresses: ["192.0.2.1:7311", "home.example:7311"], expires: Timestamp(rawValue: 9),
            user: "ada", name: "tablet", role: .viewer)
    }
    guard let text = url?.text else { return [] }
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let values = text.dropFirst(PairingURL.prefix.count).compactMap { digits.firstIndex(of: $0) }
    let bytes = stride(from: 0, to: values.count * 6 - 7, by: 8).map { bit in
        let pair =
            values[bit / 6] << 12 | (bit / 6 + 1 < values.count ? values[bit / 6 + 1] : 0) << 6
        return UInt8(pair >> (10 - bit % 6) & 255)
    }
    return [Array(text.utf8), Array(bytes.dropFirst(3).dropLast(4)), Array(" \(text)\n".utf8)]
}()
