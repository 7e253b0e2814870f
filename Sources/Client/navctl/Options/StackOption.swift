internal import ArgumentParser
internal import NavigationModel

/// The stack that a command applies to: a tab's, a modal's or a standalone bar's.
struct StackOption: ParsableArguments {
    @Option(help: ArgumentHelp("The tab; default: the selected one.", valueName: "tab"))
    var tab: TabID?

    @Option(help: ArgumentHelp("The modal, instead of a tab.", valueName: "modal"))
    var modal: ModalID?

    @Option(help: ArgumentHelp("The standalone bar, instead of a tab.", valueName: "bar"))
    var bar: StandaloneBarID?

    /// The stack; `nil` for that of the selected tab.
    var stack: StackID? {
        modal.map(StackID.modal) ?? bar.map(StackID.bar) ?? tab.map(StackID.tab)
    }

    func validate() throws {
        guard [tab != nil, modal != nil, bar != nil].count(where: \.self) <= 1 else {
            throw ValidationError("a stack is one's own: use --tab, --modal or --bar")
        }
    }
}
