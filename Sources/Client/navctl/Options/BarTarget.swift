internal import ArgumentParser
internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The bars that a command applies to: all without settings of their own, or one.
struct BarTarget: ParsableArguments {
    @Option(help: ArgumentHelp("The bar of this tab alone.", valueName: "tab"))
    var tab: TabID?

    @Option(help: ArgumentHelp("The bar of this modal alone.", valueName: "modal"))
    var modal: ModalID?

    @Option(help: ArgumentHelp("This standalone bar alone.", valueName: "bar"))
    var bar: StandaloneBarID?

    func validate() throws {
        guard [tab != nil, modal != nil, bar != nil].count(where: \.self) <= 1 else {
            throw ValidationError("name one bar: use --tab, --modal or --bar")
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
            message: "no \(kind) '\(id)': " + (list.isEmpty ? "there is none" : "there are \(list)")
        )
    }
}
