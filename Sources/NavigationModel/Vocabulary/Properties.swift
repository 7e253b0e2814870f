/// What an app says about one tab, screen, modal or bar beyond what every one has: texts by names.
///
/// Each is a register of its own, so devices that say different things at once are both heard.
/// ``Property`` lists the names that navsync gives a meaning; others are carried all the same.
public struct Properties: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The texts; none is empty, for an empty one stands for what was never said.
    public private(set) var values: [PropertyName: String]

    /// Nothing said.
    public init() {
        values = [:]
    }

    /// Drops what is empty.
    public init(_ texts: [PropertyName: String]) {
        self.values = texts.filter { !$0.value.isEmpty }
    }

    /// Later names win over equal earlier ones.
    public init(dictionaryLiteral elements: (PropertyName, String)...) {
        self.init(Dictionary(elements) { _, later in later })
    }

    /// What is said under a name; empty text takes it away.
    public subscript(_ name: PropertyName) -> String? {
        get { values[name] }
        set { values[name] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Whether nothing is said.
    public var isEmpty: Bool { values.isEmpty }

    /// The names in use, in their order.
    public var names: [PropertyName] { values.keys.sorted() }

    /// What is said under names that begin with `prefix` and a dot, by the rest of the names.
    public func under(_ prefix: String) -> Properties {
        let start = Array((prefix + ".").utf8)
        var part: [PropertyName: String] = [:]
        for (name, text) in values where name.rawValue.utf8.starts(with: start) {
            let rest = name.rawValue.utf8.dropFirst(start.count)
            if let name = PropertyName(rawValue: String(Substring(rest))) { part[name] = text }
        }
        return Properties(part)
    }
}
