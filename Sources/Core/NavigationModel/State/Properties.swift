/// The properties of one tab, screen, modal or bar beyond those that every one has: texts by name.
///
/// Each is a register of its own, so devices that set different ones at once both succeed.
/// `Property` lists the names that navsync gives a meaning; others are carried all the same.
public struct Properties: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The texts by name; none is empty, since empty text stands for an unset property.
    public private(set) var values: [PropertyName: String]

    /// Creates a value without properties.
    public init() {
        values = [:]
    }

    /// Takes the texts that are not empty.
    public init(_ texts: [PropertyName: String]) {
        self.values = texts.filter { !$0.value.isEmpty }
    }

    /// Later names win over equal earlier ones.
    public init(dictionaryLiteral elements: (PropertyName, String)...) {
        self.init(Dictionary(elements) { _, later in later })
    }

    /// The text under a name; empty text unsets it.
    public subscript(_ name: PropertyName) -> String? {
        get { values[name] }
        set { values[name] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// A Boolean value indicating whether no property is set.
    public var isEmpty: Bool { values.isEmpty }

    /// The names in use, in their order.
    public var names: [PropertyName] { values.keys.sorted() }

    /// Returns the properties whose names begin with `prefix` and a dot, by the rest of the names.
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
