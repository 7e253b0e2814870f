package import NavigationModel
internal import NavigationProperties

/// A change that a program requests as JSON: an intent, with the conditions of its change.
///
/// The object has a `kind`, the members of that kind as operations have them in results, the
/// `payload` of a new or updated screen or modal, and optionally `animated`, `beneath` and
/// `ifRevision`.
package struct RequestedChange: Hashable, Sendable {
    /// The intent.
    package let intent: Intent
    /// A Boolean value indicating whether the transition may be animated.
    package let isAnimated: Bool
    /// A Boolean value indicating whether it may push, pop or select beneath a modal.
    package let isBeneath: Bool
    /// The only revision at which the daemon may take it.
    package let requiredRevision: Revision?

    /// Reads an object.
    package init(_ json: JSON) throws(JSONContentError) {
        var reader = try JSONReader(json, as: "the intent")
        isAnimated = try reader.flag("animated") ?? false
        isBeneath = try reader.flag("beneath") ?? true
        requiredRevision = try reader.integer("ifRevision").map {
            Revision(rawValue: UInt64(clamping: $0))
        }
        intent = try Intent(&reader)
    }
}

extension Intent {
    /// Reads an intent, all members of which are its own.
    fileprivate init(_ reader: inout JSONReader) throws(JSONContentError) {
        let kind = try reader.requiredText("kind")
        guard let read = Self.kinds[kind] else {
            throw JSONContentError(
                "no intent of kind '\(kind)': the kinds are "
                    + Self.kinds.keys.sorted().joined(separator: ", "))
        }
        self = try read(&reader)
        try reader.finish()
    }

    private typealias Reading = @Sendable (inout JSONReader) throws(JSONContentError) -> Intent

    /// The kinds of intents, most of them named as the operation that they become.
    package static var jsonKinds: [String] { kinds.keys.sorted() }

    private static let kinds: [String: Reading] =
        tabKinds.merging(stackKinds) { tab, _ in tab }.merging(modalKinds) { other, _ in other }
        .merging(barKinds) { other, _ in other }

    private static let tabKinds: [String: Reading] = [
        "declareTab": { reader throws(JSONContentError) in
            let tab = TabDescription(
                id: try reader.requiredIdentifier("tab"), title: try reader.requiredText("title"),
                icon: try reader.text("icon"), isEnabled: try reader.flag("enabled") ?? true,
                badge: try reader.text("badge"), properties: try reader.newProperties(of: .tab),
                stack: try screens(try reader.list("stack")))
            return .declareTab(tab, try place(&reader))
        },
        "updateTab": { reader throws(JSONContentError) in
            let id: TabID = try reader.requiredIdentifier("tab")
            return .batch([
                .updateTab(
                    id, title: try reader.text("title"), icon: try reader.text("icon"),
                    isEnabled: try reader.flag("enabled")),
                .setProperties(.tab(id), try reader.properties(of: .tab)),
            ])
        },
        "moveTab": { reader throws(JSONContentError) in
            let id: TabID = try reader.requiredIdentifier("tab")
            guard let place = try place(&reader) else {
                throw JSONContentError("the intent names no tab 'before' or 'after' which to move")
            }
            return .moveTab(id, place)
        },
        "removeTab": { reader throws(JSONContentError) in
            .removeTab(try reader.requiredIdentifier("tab"))
        },
        "selectTab": { reader throws(JSONContentError) in
            .selectTab(try reader.requiredIdentifier("tab"))
        },
        "keepSelection": { reader throws(JSONContentError) in
            let mode = try reader.requiredText("mode")
            switch mode {
            case "shared": return .keepSelection(.shared)
            case "own": return .keepSelection(.own)
            case "following": return .keepSelection(.following(try device(&reader, "followed")))
            default:
                throw JSONContentError("no mode '\(mode)': use shared, own or following")
            }
        },
        "handOff": { reader throws(JSONContentError) in
            .handOff(to: try device(&reader, "device"))
        },
        "setBadge": { reader throws(JSONContentError) in
            let id: TabID = try reader.requiredIdentifier("tab")
            guard reader.has("badge") else {
                throw JSONContentError("the intent has no 'badge': use null to clear it")
            }
            let text = try reader.text("badge")
            let badge = text.map { $0.isEmpty ? BadgeValue.dot : .text($0) }
            return .setBadge(id, badge ?? .cleared)
        },
        "addToBadge": { reader throws(JSONContentError) in
            .addToBadge(
                try reader.requiredIdentifier("tab"), try reader.requiredInteger("count"))
        },
    ]

    private static func device(
        _ reader: inout JSONReader, _ member: String
    ) throws(JSONContentError) -> DeviceID {
        let text = try reader.requiredText(member)
        guard let device = DeviceID(text) else {
            throw JSONContentError("'\(member)' is no device id: 32 hexadecimal digits")
        }
        return device
    }

    private static let stackKinds: [String: Reading] = [
        "push": { reader throws(JSONContentError) in
            let stack = try reader.stack()
            return .push(try ScreenDescription(&reader, isPushed: true), onto: stack)
        },
        "pop": { reader throws(JSONContentError) in .pop(from: try reader.stack()) },
        "popScreen": { reader throws(JSONContentError) in
            .popScreen(try reader.requiredIdentifier("screen"))
        },
        "popTo": { reader throws(JSONContentError) in
            .popTo(try reader.requiredIdentifier("screen"))
        },
        "popToRoot": { reader throws(JSONContentError) in .popToRoot(of: try reader.stack()) },
        "setItems": { reader throws(JSONContentError) in
            .setItems(try screens(try reader.requiredList("items")), of: try reader.stack())
        },
        "updateScreen": { reader throws(JSONContentError) in
            let id: ScreenID = try reader.requiredIdentifier("screen")
            return .batch([
                .updateScreen(
                    id, title: try reader.text("title"), payload: try reader.payload()),
                .setProperties(.screen(id), try reader.properties(of: .screen)),
            ])
        },
    ]

    private static let modalKinds: [String: Reading] = [
        "presentModal": { reader throws(JSONContentError) in
            .presentModal(
                ModalDescription(
                    route: try reader.requiredText("route"),
                    kind: try reader.identifier("modalKind") ?? .simple,
                    title: try reader.text("title"), payload: try reader.payload(),
                    properties: try reader.newProperties(of: .modal),
                    stack: try screens(try reader.list("stack"))))
        },
        "updateModal": { reader throws(JSONContentError) in
            let id: ModalID = try reader.requiredIdentifier("modal")
            return .batch([
                .updateModal(
                    id, title: try reader.text("title"), kind: try reader.identifier("modalKind"),
                    payload: try reader.payload()),
                .setProperties(.modal(id), try reader.properties(of: .modal)),
            ])
        },
        "dismissModal": { reader throws(JSONContentError) in
            .dismissModal(try reader.requiredIdentifier("modal"))
        },
        "answerModal": { reader throws(JSONContentError) in
            .answerModal(
                try reader.requiredIdentifier("modal"), try reader.requiredIdentifier("answer"))
        },
    ]

    private static let barKinds: [String: Reading] = [
        "setBar": { reader throws(JSONContentError) in
            .setBar(try reader.requiredIdentifier("key"), try reader.text("value"))
        },
        "declareBar": { reader throws(JSONContentError) in
            .declareBar(
                StandaloneBarDescription(
                    id: try reader.requiredIdentifier("bar"),
                    properties: try reader.newProperties(of: .standaloneBar),
                    items: try screens(try reader.list("items"))))
        },
        "updateBar": { reader throws(JSONContentError) in
            .setProperties(
                .bar(try reader.requiredIdentifier("bar")),
                try reader.properties(of: .standaloneBar))
        },
        "removeBar": { reader throws(JSONContentError) in
            .removeBar(try reader.requiredIdentifier("bar"))
        },
        "batch": { reader throws(JSONContentError) in
            var intents: [Intent] = []
            for element in try reader.requiredList("intents") {
                var part = try JSONReader(element, as: "an intent of the batch")
                intents.append(try Intent(&part))
            }
            return .batch(intents)
        },
    ]

    private static func place(
        _ reader: inout JSONReader
    ) throws(JSONContentError) -> TabPlace? {
        let before: TabID? = try reader.identifier("before")
        let after: TabID? = try reader.identifier("after")
        guard before == nil || after == nil else {
            throw JSONContentError("the intent has both 'before' and 'after'")
        }
        return before.map(TabPlace.before) ?? after.map(TabPlace.after)
    }

    private static func screens(
        _ elements: [JSON]?
    ) throws(JSONContentError) -> [ScreenDescription] {
        var screens: [ScreenDescription] = []
        for element in elements ?? [] {
            var reader = try JSONReader(element, as: "a screen")
            screens.append(try ScreenDescription(&reader, isPushed: false))
            try reader.finish()
        }
        return screens
    }
}

extension ScreenDescription {
    /// - Parameter isPushed: A Boolean value indicating whether it may have an identity.
    fileprivate init(
        _ reader: inout JSONReader, isPushed: Bool
    ) throws(JSONContentError) {
        self.init(
            route: try reader.requiredText("route"), title: try reader.text("title"),
            payload: try reader.payload(), properties: try reader.newProperties(of: .screen),
            identity: isPushed ? try reader.text("identity") : nil)
    }
}
