/// Something to say of an item, so that a guideline has nothing to find there any more.
package struct Fix: Hashable, Sendable, Encodable {
    /// Of what it is said; of the scene it is said for all bars.
    package let item: SceneItem
    /// The name of a property; `title` and `badge` without a language are the item's own.
    package let name: String
    /// What is said; `nil` takes away what was said.
    package let value: String?

    /// Says something.
    package init(_ item: SceneItem, _ name: String, _ value: String?) {
        self.item = item
        self.name = name
        self.value = value
    }

    private enum Key: CodingKey {
        case item, name, value
    }

    /// What is taken away has a value too: `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(item, forKey: .item)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
    }
}
