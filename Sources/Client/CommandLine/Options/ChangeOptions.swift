package import ArgumentParser
package import NavigationModel

/// The stack that a command applies to: a tab's, a modal's or a standalone bar's.
package struct StackOption: ParsableArguments {
    @Option(help: ArgumentHelp("The tab; default: the selected one.", valueName: "tab"))
    package var tab: TabID?

    @Option(help: ArgumentHelp("The modal, instead of a tab.", valueName: "modal"))
    package var modal: ModalID?

    @Option(help: ArgumentHelp("The standalone bar, instead of a tab.", valueName: "bar"))
    package var bar: StandaloneBarID?

    /// Creates the options for the parser.
    package init() {}

    /// The stack; `nil` for that of the selected tab.
    package var stack: StackID? {
        modal.map(StackID.modal) ?? bar.map(StackID.bar) ?? tab.map(StackID.tab)
    }

    package func validate() throws {
        guard [tab != nil, modal != nil, bar != nil].count(where: \.self) <= 1 else {
            throw ValidationError("a stack is one's own: use --tab, --modal or --bar")
        }
    }
}

/// The animation of a change.
package struct MotionOption: ParsableArguments {
    @Flag(help: "Tell those who show it to animate it.")
    package var animated = false

    /// Creates the options for the parser.
    package init() {}
}

/// The permission to change screens that a modal covers.
package struct BeneathModalOption: ParsableArguments {
    @Flag(help: "Do it although a modal covers it.")
    package var beneath = false

    /// Creates the options for the parser.
    package init() {}
}
