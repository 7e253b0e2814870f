/// Where a screen was put: the value of its `placement` register.
public struct Placement: Hashable, Sendable {
    /// How it got there.
    public enum Base: Hashable, Sendable {
        /// As an item of setItems, in the order of the stamps.
        case item
        /// By a push, on the screen that its device saw on top; on nothing if the stack was empty.
        case pushed(on: ScreenID?)
    }

    /// The tab whose stack it is on.
    public let tab: TabID
    /// How it got there.
    public let base: Base

    /// Joins the parts.
    public init(tab: TabID, base: Base) {
        self.tab = tab
        self.base = base
    }

    /// Reads a register; `nil` if a newer version wrote a form that this one does not know.
    public init?(_ value: Value) {
        guard let kind = value.bytes.first,
            let text = Value(bytes: Array(value.bytes.dropFirst())).text
        else { return nil }
        let parts = text.split(separator: "\u{0}", omittingEmptySubsequences: false)
        guard let tab = parts.first.flatMap({ TabID(rawValue: String($0)) }) else { return nil }
        switch (kind, parts.count) {
        case (0, 1):
            self.init(tab: tab, base: .item)
        case (1, 1):
            self.init(tab: tab, base: .pushed(on: nil))
        case (1, 2):
            guard let below = ScreenID(rawValue: String(parts[1])) else { return nil }
            self.init(tab: tab, base: .pushed(on: below))
        default:
            return nil
        }
    }

    /// The register's content: one byte for the base, then the names with a zero byte between
    /// them, which no identifier contains.
    public var value: Value {
        switch base {
        case .item:
            Value(bytes: [0] + tab.rawValue.utf8)
        case .pushed(on: nil):
            Value(bytes: [1] + tab.rawValue.utf8)
        case .pushed(on: .some(let below)):
            Value(bytes: [1] + tab.rawValue.utf8 + [0] + below.rawValue.utf8)
        }
    }
}
