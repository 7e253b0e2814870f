/// The head of a request as far as it is bounded before anything else reads it: one host, a body of
/// a declared length, no line that another reader could take for two.
package struct RequestHead: Hashable, Sendable {
    /// A head that is not passed on.
    package enum Refusal: Error, Hashable, Sendable {
        /// It is none.
        case malformed
        /// Its body has no length.
        case lengthRequired
        /// Its body is too long.
        case bodyTooLong

        /// The status of the response.
        package var status: Int {
            switch self {
            case .malformed: 400
            case .lengthRequired: 411
            case .bodyTooLong: 413
            }
        }
    }

    /// The head to pass on: with a connection for this request alone.
    package let bytes: [UInt8]
    /// The length of the body, in bytes.
    package let bodyLength: Int

    /// The longest head, in bytes: some ten times what browsers send.
    package static let sizeLimit = 16_384
    /// The most lines of a head.
    package static let lineLimit = 100
    /// The longest body, in bytes: 32 gestures with their payloads.
    package static let bodyLimit = 65_536

    /// Returns the end of the head in the bytes that were received; `nil` if it is not there yet.
    package static func end(in bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (4...bytes.count).first { end in
            bytes[(end - 4)..<end].elementsEqual([13, 10, 13, 10])
        }
    }

    /// Reads a head with the empty line that ends it.
    package init(_ bytes: some Collection<UInt8>) throws(Refusal) {
        // All of it is text that can be printed, so that no reader sees other lines than this one.
        guard bytes.allSatisfy({ (32...126).contains($0) || [9, 10, 13].contains($0) }) else {
            throw .malformed
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        // The empty line, and the nothing behind it.
        guard lines.count >= 3, lines.suffix(2).allSatisfy(\.isEmpty) else { throw .malformed }
        lines.removeLast(2)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[1].hasPrefix("/"), words[2].hasPrefix("HTTP/1."),
            ["GET", "HEAD", "POST"].contains(words[0]), lines.count <= Self.lineLimit,
            lines.allSatisfy({ !$0.contains { $0 == "\r" || $0 == "\n" } })
        else { throw .malformed }
        var kept = [lines[0]]
        var hosts = 0
        var length: Int?
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].allSatisfy({ $0 != " " && $0 != "\t" })
            else { throw .malformed }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            switch line[..<colon].lowercased() {
            case "connection", "keep-alive", "proxy-connection", "upgrade", "te", "expect",
                "http2-settings":
                continue
            case "transfer-encoding": throw .lengthRequired
            case "content-length":
                guard length == nil, !value.isEmpty, value.allSatisfy(\.isNumber) else {
                    throw .malformed
                }
                guard let number = Int(value), number <= Self.bodyLimit else {
                    throw .bodyTooLong
                }
                length = number
            case "host": hosts += 1
            default: break
            }
            kept.append(line)
        }
        guard hosts == 1 else { throw .malformed }
        if length == nil, words[0] == "POST" { throw .lengthRequired }
        kept += ["Connection: close", "", ""]
        self.bytes = Array(kept.joined(separator: "\r\n").utf8)
        bodyLength = length ?? 0
    }
}
