internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The properties in effect of a bar, name by name, each with its origin.
struct EffectiveBar {
    private let bar: NavigationBarState
    private let platform: Platform

    init(_ bar: NavigationBarState, on platform: Platform) {
        self.bar = bar
        self.platform = platform
    }

    /// One name.
    struct Value {
        let name: PropertyName
        let text: String?
        let origin: BarProperties.Origin

        /// `name`, `value`, `origin`.
        var members: [String: JSON] {
            [
                "name": .string(name.rawValue), "value": JSON(text),
                "origin": .string(origin.rawValue),
            ]
        }

        var object: JSON { .object(members) }

        /// For people.
        var line: StyledLine {
            var line = StyledLine(name.label, .bold)
            line.append(" " + (text ?? "").label())
            line.append(" (\(origin.rawValue))", .dim)
            return line
        }
    }

    /// All set properties, of the bar or of all bars, in the order of the names.
    var said: [Value] {
        let properties = bar.properties
        return properties.effective.names.map { name in
            let isOwn = properties.own[name] != nil
            return Value(
                name: name, text: properties.effective[name], origin: isOwn ? .own : .appearance)
        }
    }

    /// Returns the value in effect under a name.
    func value(_ name: PropertyName, of subject: Property.Target) -> Value {
        let properties = bar.properties
        if let text = computed(name) { return Value(name: name, text: text, origin: .platform) }
        guard let property = PropertySchema.property(name, of: subject) else {
            let isOwn = properties.own[name] != nil
            return Value(
                name: name, text: properties.effective[name],
                origin: isOwn ? .own : properties.appearance[name] == nil ? .platform : .appearance)
        }
        return Value(
            name: name, text: properties.text(property, name),
            origin: properties.origin(property, name))
    }

    /// Returns the value that the platform derives, which is set nowhere.
    private func computed(_ name: PropertyName) -> String? {
        switch name {
        case Property.behavioralStyle.name(): bar.behavioralStyle(on: platform)
        case Property.currentNSToolbarSection.name(): bar.toolbarSection(on: platform)
        case Property.position.name() where bar.properties.explicitText(.position) == nil:
            bar.position
        case Property.delegate.name() where bar.mode == .controller: bar.delegate
        default: nil
        }
    }
}
