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
        let spans = operations.count(where: \.namesSpans)
        if spans > SceneLimits.spanOperations {
            self.init(
                "a change", spans, limit: SceneLimits.spanOperations, "steps over many screens")
            return
        }
        let own = operations.lazy.compactMap(Self.ofText).first
        guard let excess = own ?? operations.lazy.compactMap(Self.ofCount).first else { return nil }
        self = excess
    }

    /// Returns the excess of the step's own content.
    private static func ofText(_ operation: Operation) -> LimitExcess? {
        switch operation {
        case .declareTab(_, _, let attributes), .updateTab(_, let attributes):
            return of(attributes, .tab)
        case .push(_, _, _, let attributes), .updateScreen(_, let attributes):
            return of(attributes, .screen)
        case .setItems(_, let items):
            if items.count > SceneLimits.stackDepth { return depth(items.count) }
            return items.lazy.compactMap { of($0.attributes, .screen) }.first
        case .presentModal(_, let attributes), .updateModal(_, let attributes):
            return of(attributes, .modal)
        case .declareBar(_, let attributes), .updateBar(_, let attributes):
            return of(attributes, .standaloneBar)
        case .setBadge(_, .text(let text), _): return bytes("the badge", text.utf8.count)
        case .setBar(_, let text): return bytes("the text", (text ?? "").utf8.count)
        case .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge, .addToBadge, .pop, .restore,
            .dismissModal, .answerModal, .removeBar, .prune, .rekey, .deviceRevoked,
            .devicePaired, .unknown:
            return nil
        }
    }

    private static func of(_ attributes: [Attribute], _ kind: RecordID.Kind) -> LimitExcess? {
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

    private static func bytes(
        _ subject: String, _ count: Int, _ limit: Int = SceneLimits.textLength
    ) -> LimitExcess? {
        count > limit ? LimitExcess(subject, count, limit: limit) : nil
    }

    private static func depth(_ count: Int?) -> LimitExcess {
        LimitExcess("a stack", count, limit: SceneLimits.stackDepth, "screens")
    }

    /// Returns the limit of the object that the step adds to.
    private static func ofCount(_ operation: Operation) -> LimitExcess? {
        switch operation {
        case .declareTab: LimitExcess("a scene", nil, limit: SceneLimits.tabs, "tabs")
        case .push, .restore, .setItems: depth(nil)
        case .presentModal: LimitExcess("a scene", nil, limit: SceneLimits.modals, "modals")
        case .setBar: LimitExcess("a scene", nil, limit: SceneLimits.barKeys, "parts of its look")
        case .declareBar:
            LimitExcess("a scene", nil, limit: SceneLimits.standaloneBars, "standalone bars")
        case .updateTab, .updateScreen, .updateModal, .updateBar:
            LimitExcess("an item", nil, limit: SceneLimits.properties, "properties")
        case .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge, .addToBadge, .pop,
            .dismissModal, .answerModal, .removeBar, .prune, .rekey, .deviceRevoked,
            .devicePaired, .unknown:
            nil
        }
    }
}

extension Operation {
    /// A Boolean value indicating whether the step takes or brings back screens by spans of them.
    fileprivate var namesSpans: Bool {
        switch self {
        case .pop(.spans, _), .restore(.spans, _): true
        default: false
        }
    }
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
