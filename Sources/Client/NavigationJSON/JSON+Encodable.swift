extension JSON: Encodable {
    /// The JSON that a value encodes to: a missing member is `null`.
    package init(encoding value: some Encodable) throws {
        self = try JSONTreeEncoder.json(of: value, writesNulls: true)
    }

    /// Encodes the value as it is.
    package func encode(to encoder: any Encoder) throws {
        if case .object(let members) = self { return try members.encode(to: encoder) }
        if case .array(let elements) = self { return try elements.encode(to: encoder) }
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .null, .array, .object: try container.encodeNil()
        }
    }
}

/// A value of a library, whose missing members are left out.
package struct Sparse<Value: Encodable>: Encodable {
    private let value: Value

    /// Wraps a value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Encodes the value without its missing members.
    package func encode(to encoder: any Encoder) throws {
        (encoder as? JSONTreeEncoder)?.writesNulls = false
        try value.encode(to: encoder)
    }
}

/// Two values as one object, with the members of both.
package struct Joined<First: Encodable, Second: Encodable>: Encodable {
    private let first: First
    private let second: Second

    /// Joins two values; of a member of both the second's counts.
    package init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Encodes both into one object.
    package func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        try second.encode(to: encoder)
    }
}

/// An encoder into a tree of JSON.
private final class JSONTreeEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// A Boolean value indicating whether a missing member is written as `null`.
    var writesNulls: Bool
    private var content = Content.value(.null)

    /// The value encoded so far.
    private enum Content {
        case value(JSON)
        case elements([Part])
        case members([String: Part])
    }

    /// A part that is complete, or is being encoded.
    enum Part {
        case json(JSON)
        case encoder(JSONTreeEncoder)
    }

    init(writesNulls: Bool) {
        self.writesNulls = writesNulls
    }

    static func json(of value: some Encodable, writesNulls: Bool) throws -> JSON {
        switch value {
        case let json as JSON: return json
        case let text as String: return .string(text)
        case let flag as Bool: return .bool(flag)
        case let number as any BinaryInteger: return JSON(number)
        case let number as Double: return .number(number)
        case let number as Float: return .number(Double(number))
        default:
            let encoder = JSONTreeEncoder(writesNulls: writesNulls)
            try value.encode(to: encoder)
            return encoder.json
        }
    }

    private var json: JSON {
        switch content {
        case .value(let json): json
        case .elements(let parts): .array(parts.map(Self.json))
        case .members(let parts): .object(parts.mapValues(Self.json))
        }
    }

    private static func json(of part: Part) -> JSON {
        switch part {
        case .json(let json): json
        case .encoder(let encoder): encoder.json
        }
    }

    func set(_ json: JSON) { content = .value(json) }

    func add(_ part: Part) {
        guard case .elements(var parts) = content else { return }
        content = .value(.null)
        parts.append(part)
        content = .elements(parts)
    }

    func put(_ part: Part, _ name: String) {
        guard case .members(var parts) = content else { return }
        content = .value(.null)
        parts[name] = part
        content = .members(parts)
    }

    var count: Int { if case .elements(let parts) = content { parts.count } else { 0 } }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A second container adds to the members of the first.
        if case .members = content {} else { content = .members([:]) }
        return KeyedEncodingContainer(Members(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .elements = content {} else { content = .elements([]) }
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    func child() -> JSONTreeEncoder { JSONTreeEncoder(writesNulls: writesNulls) }

    func json(of value: some Encodable) throws -> JSON {
        try Self.json(of: value, writesNulls: writesNulls)
    }
}

private struct Single: SingleValueEncodingContainer {
    let encoder: JSONTreeEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.set(.null) }
    func encode(_ value: some Encodable) throws { encoder.set(try encoder.json(of: value)) }
}

private struct Elements: UnkeyedEncodingContainer {
    let encoder: JSONTreeEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.count }

    func encodeNil() { encoder.add(.json(.null)) }
    func encode(_ value: some Encodable) throws { encoder.add(.json(try encoder.json(of: value))) }

    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    func superEncoder() -> any Encoder { nested() }

    private func nested() -> JSONTreeEncoder {
        let child = encoder.child()
        encoder.add(.encoder(child))
        return child
    }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONTreeEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.put(.json(.null), key.stringValue) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        encoder.put(.json(try encoder.json(of: value)), key.stringValue)
    }

    private func put(_ value: (some Encodable)?, _ key: Key) throws {
        if let value {
            try encode(value, forKey: key)
        } else if encoder.writesNulls {
            encodeNil(forKey: key)
        }
    }

    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try put(value, key) }
    // Without these, a missing value of such a type would be left out.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { nested("super") }
    func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

    private func nested(_ name: String) -> JSONTreeEncoder {
        let child = encoder.child()
        encoder.put(.encoder(child), name)
        return child
    }
}
