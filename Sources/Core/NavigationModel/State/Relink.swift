/// The place of a screen that was put on one that a prune dropped: the value of its `relink`
/// register.
///
/// It counts for a placement that was put on the dropped one, and for no other.
public struct Relink: Hashable, Sendable {
    /// The screen that was dropped.
    public let forgotten: ScreenID
    /// The screen that it leads to instead; `nil` for none.
    public let below: ScreenID?

    /// Joins the parts.
    public init(of forgotten: ScreenID, to below: ScreenID?) {
        self.forgotten = forgotten
        self.below = below
    }

    /// Reads a register; `nil` if a newer version wrote a form that this one does not know.
    public init?(_ value: Value) {
        let parts = value.text?.split(separator: "\u{0}", omittingEmptySubsequences: false)
        let names = parts?.map { ScreenID(rawValue: String($0)) } ?? []
        guard (1...2).contains(names.count), let forgotten = names[0] else { return nil }
        if names.count == 2, names[1] == nil { return nil }
        self.init(of: forgotten, to: names.count == 2 ? names[1] : nil)
    }

    /// The register's content: the two names, or the first alone, with a zero byte between them,
    /// which no identifier contains.
    public var value: Value {
        .text(([forgotten] + (below.map { [$0] } ?? [])).map(\.rawValue).joined(separator: "\u{0}"))
    }
}
