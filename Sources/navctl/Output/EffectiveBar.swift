internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// The properties in effect of a bar, name by name, and where each is set.
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

    /// All that is said, by the bar or for all, in the order of the names.
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

    /// Returns the values that nobody sets and the platform derives.
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
