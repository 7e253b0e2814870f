internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties

extension JSON {
    /// Returns the effective value of a property, by its type: a truth value, a number or a text;
    /// `null` for none.
    static func typed(
        _ property: Property, _ properties: Properties, _ parts: String...
    ) -> JSON {
        let name = parts.first.map { property.name($0) }
        return typed(properties.text(property, name), property.type)
    }

    /// Returns the effective value of a property of a bar.
    static func typed(_ property: Property, _ bar: BarProperties) -> JSON {
        typed(bar.text(property), property.type)
    }

    private static func typed(_ text: String?, _ form: PropertyType) -> JSON {
        guard let text else { return .null }
        return switch form {
        case .flag: .bool(text == "true")
        case .integer: Int64(text).map(JSON.integer) ?? .null
        case .number: Double(text).map(JSON.number) ?? .null
        case .text, .choice, .color, .list, .offset, .insets: .string(text)
        }
    }
}
