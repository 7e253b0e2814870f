package import NavigationText

/// The bounds of a scene and of the messages about it. The daemon announces them at hello.
public enum SceneLimits {
    /// Tabs that a scene may show, hidden behind More or not.
    public static let tabs = 64
    /// Screens on one stack.
    public static let stackDepth = 10_000
    /// Modals that are presented at once.
    public static let modals = 16
    /// Parts of the bars' look that are set.
    public static let barKeys = 256
    /// Standalone bars that are shown at once.
    public static let standaloneBars = 64
    /// Devices that keep no shared selection: as many as a user has devices. One more returns the one
    /// that was set longest ago to the shared selection, as of a device that never comes back.
    public static let ownSelections = 256
    /// Properties that were ever set on one tab, screen, modal or standalone bar.
    public static let properties = 256
    /// Operations in one change.
    public static let operations = 1_024
    /// Bytes of UTF-8 in a route, property or other text.
    public static let textLength = 2_048
    /// Bytes of UTF-8 in the title of a tab, screen or modal.
    public static let titleLength = 1_024
    /// Bytes in an app's payload for a screen or modal.
    public static let payloadLength = 32_768
    /// Bytes in one attribute of any kind.
    public static let attributeLength = 65_536
    /// Attributes of one tab, screen, modal or standalone bar in one operation: room for all its
    /// properties to be replaced by others, and for what it shows besides.
    public static let attributes = 2 * properties + 64
    /// Bytes of an encoded change.
    public static let changeLength = 100_000
    /// Bytes that the names of screens may take in a change; more of them are named by spans.
    static let namesLength = changeLength - 10_000
    /// Operations of one change that name screens by spans: each costs a look at a whole stack, or
    /// at the whole scene, and its commit is as long as the stack is deep.
    public static let spanOperations = 1
}

/// The limit that a change would exceed, as far as its operations alone show it.
struct LimitExcess: Hashable {
    /// The part that has too much, with the article: `the route`.
    private let subject: String
    /// The bytes that it has; `nil` where others are counted with it.
    private let count: Int?
    private let limit: Int
    private let unit: String

    private init(_ subject: String, _ count: Int?, limit: Int, _ unit: String = "bytes") {
        (self.subject, self.count, self.limit, self.unit) = (subject, count, limit, unit)
    }

    /// The part, its size, the limit and the way out.
    var message: AdvisedMessage {
        guard let count else {
            return .init(
                "\(subject) has at most \(limit) \(unit)", advice: "remove something first")
        }
        return .init(
            "\(subject) has \(count) \(unit), the maximum is \(limit)", advice: "shorten it")
    }

    /// Finds the first; `nil` if there is none.
    init?(of operations: [Operation]) {
        if operations.count > SceneLimits.operations {
            self.init("a change", operations.count, limit: SceneLimits.operations, "operations")
            return
        }
        let spans = operations.count(where: \.body.namesSpans)
        if spans > SceneLimits.spanOperations {
            self.init(
                "a change", spans, limit: SceneLimits.spanOperations, "operations on many screens")
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
        explanation(for: operations).description
    }

    /// Returns the same in its parts.
    package func explanation(for operations: [Operation]) -> AdvisedMessage {
        switch self {
        case .limitExceeded:
            return LimitExcess(of: operations)?.message ?? explanation
        case .malformed:
            let state = SceneState()
            return operations.lazy.compactMap(state.newNameError).first?.message ?? explanation
        case .unspecified, .unknownTab, .unknownScreen, .screenExists, .revisionMismatch,
            .unsupported, .answered, .expired, .unknownModal, .notPermitted, .unknownBar,
            .preferredDisabled:
            return explanation
        }
    }
}
