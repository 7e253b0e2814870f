/// The limit that a change would exceed, as far as its operations alone show it.
struct LimitExcess: Hashable, CustomStringConvertible {
    /// The part that has too much, with the article: `the route`.
    private let subject: String
    /// The bytes that it has; `nil` where others are counted with it.
    private let count: Int?
    private let limit: Int
    private let unit: String

    private init(_ subject: String, _ count: Int?, limit: Int, _ unit: String = "bytes") {
        (self.subject, self.count, self.limit, self.unit) = (subject, count, limit, unit)
    }

    /// The part, its size, the limit and the way out, as one sentence without a full stop.
    var description: String {
        guard let count else {
            return "\(subject) has at most \(limit) \(unit): remove something first"
        }
        return "\(subject) has \(count) \(unit), and \(limit) are the most: shorten it"
    }

    /// Finds the first; `nil` if there is none.
    init?(of operations: [Operation]) {
        if operations.count > SceneLimits.operations {
            self.init("a change", operations.count, limit: SceneLimits.operations, "steps")
            return
        }
        let spans = operations.count(where: \.body.namesSpans)
        if spans > SceneLimits.spanOperations {
            self.init(
                "a change", spans, limit: SceneLimits.spanOperations, "steps over many screens")
            return
        }
        let own = operations.lazy.compactMap(\.body.excess).first
        guard let excess = own ?? operations.lazy.compactMap(\.body.growthLimit).first else {
            return nil
        }
        self = excess
    }

    /// Returns the excess of attributes that an operation sets.
    static func of(_ attributes: [Attribute], _ kind: RecordID.Kind) -> LimitExcess? {
        if attributes.count > SceneLimits.attributes {
            return LimitExcess(
                "an item", attributes.count, limit: SceneLimits.attributes, "attributes")
        }
        return attributes.lazy.compactMap { attribute in
            let count = attribute.value.bytes.count
            switch (kind, attribute.field) {
            case (.tab, TabField.title), (.screen, ScreenField.title), (.modal, ModalField.title):
                return bytes("the title", count, SceneLimits.titleLength)
            case (.tab, TabField.icon): return bytes("the icon", count)
            case (.screen, ScreenField.route), (.modal, ModalField.route):
                return bytes("the route", count)
            case (.screen, ScreenField.identity): return bytes("the identity", count)
            case (.screen, ScreenField.payload), (.modal, ModalField.payload):
                return bytes("the payload", count, SceneLimits.payloadLength)
            default:
                guard let name = attribute.field.property else {
                    return bytes("an attribute", count, SceneLimits.attributeLength)
                }
                return bytes("property '\(name)'", count)
            }
        }.first
    }

    /// Returns the excess of a text; `nil` if it is short enough.
    static func bytes(
        _ subject: String, _ count: Int, _ limit: Int = SceneLimits.textLength
    ) -> LimitExcess? {
        count > limit ? LimitExcess(subject, count, limit: limit) : nil
    }

    /// Returns the limit of a stack, which has `count` screens or is about to grow.
    static func depth(_ count: Int?) -> LimitExcess {
        LimitExcess("a stack", count, limit: SceneLimits.stackDepth, "screens")
    }

    /// Returns the limit of what a scene has.
    static func scene(_ limit: Int, _ unit: String) -> LimitExcess {
        LimitExcess("a scene", nil, limit: limit, unit)
    }

    /// The limit of the properties of an item.
    static let properties = LimitExcess(
        "an item", nil, limit: SceneLimits.properties, "properties")
}

extension Rejection {
    /// Returns the reason and the way out as exactly as the rejected operations allow: the limit
    /// that there is, the character that a name may not have.
    public func message(for operations: [Operation]) -> String {
        switch self {
        case .limitExceeded:
            return LimitExcess(of: operations)?.description ?? message
        case .malformed:
            let state = SceneState()
            return operations.lazy.compactMap(state.newNameError).first?.description ?? message
        case .unspecified, .unknownTab, .unknownScreen, .screenExists, .revisionMismatch,
            .unsupported, .answered, .expired, .unknownModal, .notPermitted, .unknownBar,
            .preferredDisabled:
            return message
        }
    }
}
