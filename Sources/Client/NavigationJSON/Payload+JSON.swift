internal import FoundationEssentials
internal import NavigationModel

extension JSON {
    /// The payload of a screen or modal: a text for bytes that are UTF-8, as JSON is, an object with
    /// `base64` for others, and `null` for none.
    init(payload: [UInt8]?) {
        guard let payload else {
            self = .null
            return
        }
        self =
            String(validating: payload, as: UTF8.self).map(JSON.string)
            ?? .object(["base64": .string(Data(payload).base64EncodedString())])
    }
}

extension JSONReader {
    /// Returns the member `payload` as bytes, none of an empty text, which unsets it; `nil` if it is
    /// missing or `null`. Throws for more than a payload can have: the daemon would reject it later.
    mutating func payload() throws(JSONContentError) -> [UInt8]? {
        let limit = SceneLimits.payloadLength
        guard let bytes = try payloadBytes() else { return nil }
        guard bytes.count > limit else { return bytes }
        throw error("payload", "has \(bytes.count) bytes: use at most \(limit)")
    }

    private mutating func payloadBytes() throws(JSONContentError) -> [UInt8]? {
        switch take("payload") {
        case nil: return nil
        case .string(let text)?: return Array(text.utf8)
        case .object(let members)?:
            guard members.count == 1, case .string(let digits)? = members["base64"],
                let data = Data(base64Encoded: digits)
            else { break }
            return Array(data)
        case .null?, .bool?, .integer?, .number?, .array?: break
        }
        throw error("payload", "has to be a text, or an object with 'base64' for other bytes")
    }
}
