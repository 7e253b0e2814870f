internal import ArgumentParser
internal import NavigationModel

/// Which stack a command is about: a tab's or a modal's.
struct StackOption: ParsableArguments {
    @Option(help: ArgumentHelp("The tab; default: the selected one.", valueName: "tab"))
    var tab: TabID?

    @Option(help: ArgumentHelp("The modal, instead of a tab.", valueName: "modal"))
    var modal: ModalID?

    /// The stack; `nil` for that of the selected tab.
    var stack: StackID? { modal.map(StackID.modal) ?? tab.map(StackID.tab) }

    func validate() throws {
        guard tab == nil || modal == nil else {
            throw ValidationError("a stack is a tab's or a modal's: use --tab or --modal")
        }
    }
}
