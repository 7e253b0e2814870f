internal import NavigationServer

/// The format of a setting's values: one rule to read them, to show them and to describe them.
struct ValueFormat<Value: Hashable & Sendable>: Sendable {
    /// The valid values, for the reference and for messages: `a number from 1 to 10`.
    let description: String
    /// Reads a value; an error names the problem and the remedy.
    let read: @Sendable (String) throws(FormatError) -> Value
    /// Returns a value in a form that reads back the same.
    let show: @Sendable (Value) -> String

    /// Returns the format with a word for no value at all.
    func orWord(_ word: String) -> ValueFormat<Value?> {
        ValueFormat<Value?>(description: "\(description), or \(word)") {
            [read] text throws(FormatError) in
            if text == word { return nil }
            do throws(FormatError) {
                return try read(text)
            } catch {
                throw FormatError("\(error.text), or '\(word)'", ofSecret: error.isSecret)
            }
        } show: { [show] value in
            value.map(show) ?? word
        }
    }
}

/// The problem of a value and the remedy: the end of a sentence that begins with the setting and
/// the value.
struct FormatError: Error, Hashable {
    let text: String
    /// A Boolean value indicating whether the value is a secret, which no message may quote.
    let isSecret: Bool

    init(_ text: String, ofSecret isSecret: Bool = false) {
        self.text = text
        self.isSecret = isSecret
    }
}

extension ValueFormat where Value == String {
    /// An absolute path of at most `limit` bytes.
    static func path(to what: String, limit: Int = 4_000) -> ValueFormat {
        ValueFormat(
            description: "the absolute path of \(what)"
                + (limit < 4_000 ? ", of at most \(limit) bytes" : "")
        ) { text throws(FormatError) in
            guard text.hasPrefix("/") else {
                throw FormatError("is not an absolute path: begin it with '/'")
            }
            guard text.utf8.count <= limit else {
                throw FormatError(
                    "has \(text.utf8.count) bytes: choose a path of \(limit) at most")
            }
            guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
                throw FormatError("has control characters: choose a path without them")
            }
            // One form of it, so that paths made of it are well-formed too.
            let isBare = text.hasSuffix("/") && text.utf8.count > 1
            return isBare ? String(text.dropLast()) : text
        } show: {
            $0
        }
    }
}

extension ValueFormat where Value == TCPAddress {
    /// `host:port`, with or without a wildcard for the host; error messages give `port` as an
    /// example.
    static func address(
        wildcards: Bool, lastPort: UInt16 = .max, port: UInt16 = 7311
    ) -> ValueFormat {
        ValueFormat(
            description: "host:port (IPv6 in brackets, port 1 to \(lastPort)"
                + (wildcards ? "; * for every interface)" : ")")
        ) { text throws(FormatError) in
            guard let address = TCPAddress(text) else {
                throw FormatError(advice(for: text, port))
            }
            guard address.port <= lastPort else {
                throw FormatError(
                    "is too high, as the next port is used too: use \(lastPort) at most")
            }
            guard wildcards || !address.isWildcard else {
                throw FormatError(
                    "is a wildcard address, which clients can't connect to: write a name or a "
                        + "number")
            }
            return address
        } show: {
            $0.description
        }
    }

    /// Returns the problem of text that is no address, with an example.
    private static func advice(for text: String, _ usual: UInt16) -> String {
        let example = "write, for example, 127.0.0.1:\(usual)"
        guard let colon = text.lastIndex(of: ":") else {
            return "has no port: \(example)"
        }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        if host.contains(":"), !host.hasPrefix("[") {
            return "is not of the form host:port: write IPv6 in brackets, as in [::1]:\(usual)"
        }
        guard let number = Int(port) else { return "is not of the form host:port: \(example)" }
        guard (1...Int(UInt16.max)).contains(number) else {
            return "has no valid port: use 1 to \(UInt16.max)"
        }
        return "has no host: \(example)"
    }
}
