internal import CZeroMQ

/// The text form of keys, ZeroMQ RFC 32: five printable characters for four bytes.
enum Z85 {
    /// Bytes of a key.
    static let keyLength = 32
    /// Characters of a key.
    static let textLength = 40

    /// The text of 32 bytes.
    static func encodeKey(_ bytes: [UInt8]) -> String {
        precondition(bytes.count == keyLength, "a key has 32 bytes")
        var text = [CChar](repeating: 0, count: textLength + 1)
        _ = unsafe zmq_z85_encode(&text, bytes, bytes.count)
        return unsafe text.withUnsafeBytes { buffer in
            unsafe String(decoding: buffer.prefix(textLength), as: UTF8.self)
        }
    }

    /// The bytes of 40 characters; `nil` for another length or a character outside the alphabet.
    static func decodeKey(_ text: String) -> [UInt8]? {
        guard text.utf8.count == textLength else { return nil }
        return decodeKey(text.utf8.map(CChar.init(bitPattern:)) + [0])
    }

    /// The same from a null-terminated buffer.
    static func decodeKey(_ text: [CChar]) -> [UInt8]? {
        guard text.count == textLength + 1, text.last == 0, !text.dropLast().contains(0) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: keyLength)
        guard unsafe zmq_z85_decode(&bytes, text) != nil else { return nil }
        // libzmq 4.3.4 lets some bad groups pass; what is written back the same was good.
        let written = encodeKey(bytes)
        guard written.utf8.elementsEqual(text.dropLast().map(UInt8.init(bitPattern:))) else {
            return nil
        }
        return bytes
    }
}
