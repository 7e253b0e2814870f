/// A YAML file as nodes that know their place, independent of their meaning.
package enum YAMLDocument {
    /// Reads the one document of a file; pure, in time and space linear in the file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content: UTF-8, with or without a byte order mark.
    ///   - limit: the largest file that is read, in bytes.
    /// - Returns: the root; an empty plain scalar if there is none.
    /// - Throws: the first mistake of the syntax, a file that is too long or no UTF-8, and what no
    ///   file of ours needs: anchors, aliases, unknown tags, deep nesting.
    package static func read(
        _ bytes: [UInt8], limit: Int
    ) throws(YAMLDiagnostic) -> YAMLNode {
        guard bytes.count <= limit else {
            throw YAMLDiagnostic(
                .start,
                "the file has \(bytes.count) bytes: there may be \(limit) at most")
        }
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
        if let invalid = firstInvalidByte(of: text) {
            throw YAMLDiagnostic(
                TextPosition(ofByte: invalid, in: text),
                "this is not UTF-8: save the file in the encoding UTF-8")
        }
        return try YAMLComposer.compose(text)
    }

    private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return offset
    }
}
