internal import FoundationEssentials
public import NavigationModel

/// Payloads as values: JSON with its keys in order, so that two devices that encode one value push one
/// screen.
enum Payload {
    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    static func decoded<Value: Decodable>(_ bytes: [UInt8]?, as type: Value.Type) throws -> Value? {
        try bytes.map { try JSONDecoder().decode(type, from: Data($0)) }
    }
}

extension ScreenDescription {
    /// Describes a screen with a value as its payload.
    ///
    /// - Throws: the encoder's error. A payload is limited to what the model allows one screen.
    public init(
        route: String, title: String? = nil, encoding payload: some Encodable,
        properties: Properties = [:], identity: String? = nil
    ) throws {
        self.init(
            route: route, title: title, payload: try Payload.encoded(payload),
            properties: properties, identity: identity)
    }
}

extension Screen {
    /// Returns the payload as a value; `nil` if there is none.
    ///
    /// - Throws: the decoder's error, also for what another version of the app has encoded.
    public func payload<Value: Decodable>(as type: Value.Type) throws -> Value? {
        try Payload.decoded(payload, as: type)
    }
}

extension ModalDescription {
    /// Describes a modal with a value as its payload.
    ///
    /// - Throws: the encoder's error.
    public init(
        route: String, kind: ModalKind = .simple, title: String? = nil,
        encoding payload: some Encodable, properties: Properties = [:],
        stack: [ScreenDescription] = []
    ) throws {
        self.init(
            route: route, kind: kind, title: title, payload: try Payload.encoded(payload),
            properties: properties, stack: stack)
    }
}

extension Modal {
    /// Returns the payload as a value; `nil` if there is none.
    ///
    /// - Throws: the decoder's error.
    public func payload<Value: Decodable>(as type: Value.Type) throws -> Value? {
        try Payload.decoded(payload, as: type)
    }
}
