internal import ArgumentParser
internal import CommandLine
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

        /// For programs.
        var object: EffectivePropertyJSON {
            EffectivePropertyJSON(name: name.rawValue, value: text, origin: origin.rawValue)
        }

        /// For people.
        var line: StyledLine {
            var line = StyledLine(name.label, .bold)
            line.append(" " + (text ?? "").label())
            line.append(" (\(origin.rawValue))", .dim)
            return line
        }
    }

    /// All set properties, of the bar or of all bars, in the order of the names.
    var explicit: [Value] {
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

/// A property in effect as JSON.
struct EffectivePropertyJSON: Encodable {
    /// The name.
    let name: String
    /// The value; `nil` if the platform has none.
    let value: String?
    /// The origin of the value.
    let origin: String
}

/// The bars that a command applies to: all without settings of their own, or one.
struct BarTarget: ParsableArguments {
    @Option(help: ArgumentHelp("The bar of this tab only", valueName: "tab"))
    var tab: TabID?

    @Option(help: ArgumentHelp("The bar of this modal only", valueName: "modal"))
    var modal: ModalID?

    @Option(help: ArgumentHelp("This standalone bar only", valueName: "bar"))
    var bar: StandaloneBarID?

    func validate() throws {
        guard [tab != nil, modal != nil, bar != nil].count(where: \.self) <= 1 else {
            throw ValidationError("use only one of: --tab, --modal, --bar")
        }
    }

    /// The item of the bar; `nil` for all bars.
    var item: ItemID? {
        modal.map(ItemID.modal) ?? bar.map(ItemID.bar) ?? tab.map(ItemID.tab)
    }

    /// The target of its properties.
    var subject: Property.Target { item?.target ?? .appearance }

    /// Returns the bar in a scene.
    func state(in scene: Scene) throws(CommandError) -> NavigationBarState {
        switch item {
        case nil:
            return NavigationBarState(
                mode: .controller, screens: [], properties: scene.barProperties(own: [:]))
        case .tab(let id):
            guard let tab = scene.tab(id) else {
                throw missing("tab", id.label, scene.tabs.map(\.id))
            }
            return scene.navigationBar(of: tab)
        case .modal(let id):
            guard let modal = scene.modal(id) else {
                throw missing("modal", id.label, scene.modals.map(\.id))
            }
            return scene.navigationBar(of: modal)
        case .bar(let id):
            guard let bar = scene.standaloneBar(id) else {
                throw missing("bar", id.label, scene.standaloneBars.map(\.id))
            }
            return scene.navigationBar(of: bar)
        case .screen:
            return NavigationBarState(
                mode: .controller, screens: [], properties: scene.barProperties(own: [:]))
        }
    }

    private func missing(
        _ kind: TerminalText, _ id: TerminalText, _ known: [some Identifier]
    ) -> CommandError {
        let list = known.map(\.label).joined(separator: ", ")
        return CommandError(
            message: "no \(kind) '\(id)'" + (list.isEmpty ? ": there is none" : ""),
            advice: list.isEmpty ? nil : "use one of \(list)")
    }
}
