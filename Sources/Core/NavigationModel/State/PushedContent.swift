/// The content that two pushes on one place share if they are twins: the value of a register that
/// the push alone writes, so that later updates of a screen make no twins, and part none.
package struct PushedContent: Hashable, Sendable {
    /// The source of the content.
    private enum Source: UInt8 {
        /// All attributes of the push, or the identity that the app has named.
        case fingerprint
        /// The route alone: of a push that a daemon of version 0.1.0 committed.
        case route
        /// An item of setItems, which is nobody's twin whatever its content.
        case item
    }

    /// Sixteen bytes of a SHA-256.
    private let high: UInt64, low: UInt64
    private let source: Source

    private init(_ source: Source, _ high: UInt64 = 0, _ low: UInt64 = 0) {
        (self.high, self.low, self.source) = (high, low, source)
    }

    /// Hashes a value.
    private init(_ source: Source, hashing value: Value) {
        let lanes = Digest(hashing: value.bytes).lanes
        self.init(source, lanes[0], lanes[1])
    }

    /// The content of items.
    static let item = PushedContent(.item)

    /// Returns the content of a push of which there is the route alone.
    static func route(_ route: Value) -> PushedContent { PushedContent(.route, hashing: route) }

    /// Reads the registers of a screen; `nil` if it has no route, so that it was never shown.
    init?(_ record: SceneState.Record, _ base: Placement.Parent) {
        guard record.stamp(ScreenField.route) != nil else { return nil }
        guard base != .item else {
            self = .item
            return
        }
        guard let explicit = record[ScreenField.pushedContent]?.value else {
            self = .route(record[ScreenField.route]?.value ?? .none)
            return
        }
        guard explicit.bytes.count == Fingerprint.length else {
            self.init(.fingerprint, hashing: explicit)
            return
        }
        let half = { (bytes: ArraySlice<UInt8>) in bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(.fingerprint, half(explicit.bytes[..<8]), half(explicit.bytes[8...]))
    }

    /// The content of a push as its register has it.
    package struct Fingerprint: Hashable, Sendable {
        /// The register's content.
        package let value: Value

        /// Hashes the attributes of a push. Neither their order counts nor those that are empty,
        /// which are unset. Where there is an identity it alone counts.
        init(of attributes: [Attribute]) {
            let explicit = attributes.filter { !$0.value.bytes.isEmpty }
            let identity = explicit.first { $0.field == ScreenField.identity }
            var hash = CanonicalHash()
            let counted = identity.map { [$0] } ?? explicit.sorted { $0.field < $1.field }
            for attribute in counted {
                hash.append(attribute.field.number)
                hash.append(attribute.field.part)
                hash.append(attribute.value.bytes)
            }
            let digest = Digest(finishing: &hash)
            value = Value(bytes: Array(digest.bytes.prefix(Self.length)))
        }

        fileprivate static let length = 16
    }
}

/// The place of a screen that was put on one that a prune dropped: the value of its `relink`
/// register.
///
/// It counts for a placement that was put on the dropped one, and for no other.
package struct Relink: Hashable, Sendable {
    /// The screen that was dropped.
    package let pruned: ScreenID
    /// The screen that it leads to instead; `nil` for none.
    package let below: ScreenID?

    /// Joins the parts.
    package init(of pruned: ScreenID, to below: ScreenID?) {
        self.pruned = pruned
        self.below = below
    }

    /// Reads a register; `nil` if a newer version wrote a form that this one does not know.
    package init?(_ value: Value) {
        let parts = value.text?.split(separator: "\u{0}", omittingEmptySubsequences: false)
        let names = parts?.map { ScreenID(rawValue: String($0)) } ?? []
        guard (1...2).contains(names.count), let pruned = names[0] else { return nil }
        if names.count == 2, names[1] == nil { return nil }
        self.init(of: pruned, to: names.count == 2 ? names[1] : nil)
    }

    /// The register's content: the two names, or the first alone, with a zero byte between them,
    /// which no identifier contains.
    package var value: Value {
        .text(([pruned] + (below.map { [$0] } ?? [])).map(\.rawValue).joined(separator: "\u{0}"))
    }
}
