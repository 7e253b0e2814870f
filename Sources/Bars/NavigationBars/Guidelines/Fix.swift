/// A property to set or unset on an item, so that a guideline finds nothing there any more.
package struct Fix: Hashable, Sendable, Encodable {
    /// The item to set it on; the scene for all bars.
    package let item: SceneItem
    /// The name of a property; `title` and `badge` without a language are the item's own.
    package let name: String
    /// The value to set; `nil` unsets the property.
    package let value: String?

    /// Joins the parts.
    package init(_ item: SceneItem, _ name: String, _ value: String?) {
        self.item = item
        self.name = name
        self.value = value
    }

    private enum Key: CodingKey {
        case item, name, value
    }

    /// Encodes the value of an unset property too, as `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(item, forKey: .item)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
    }
}
