package import ArgumentParser
package import NavigationModel

/// The stack that a command applies to: a tab's, a modal's or a standalone bar's.
package struct StackOption: WordsReadable {
    @Option(help: ArgumentHelp("The tab; default: the selected tab", valueName: "tab"))
    package var tab: TabID?

    @Option(help: ArgumentHelp("The modal, instead of a tab", valueName: "modal"))
    package var modal: ModalID?

    @Option(help: ArgumentHelp("The standalone bar, instead of a tab", valueName: "bar"))
    package var bar: StandaloneBarID?

    /// Creates the options for the parser.
    package init() {}

    package init(_ words: inout CommandWords) throws {
        tab = try words.option("--tab")
        modal = try words.option("--modal")
        bar = try words.option("--bar")
    }

    /// The stack; `nil` for that of the selected tab.
    package var stack: StackID? {
        modal.map(StackID.modal) ?? bar.map(StackID.bar) ?? tab.map(StackID.tab)
    }

    package func validate() throws {
        guard [tab != nil, modal != nil, bar != nil].count(where: \.self) <= 1 else {
            throw ValidationError("use only one of: --tab, --modal, --bar")
        }
    }
}

/// The animation of a change.
package struct MotionOption: WordsReadable {
    @Flag(help: "Animate the change on all devices")
    package var animated = false

    /// Creates the options for the parser.
    package init() {}

    package init(_ words: inout CommandWords) throws {
        animated = words.flag("--animated")
    }
}

/// The permission to change screens that a modal covers.
package struct BeneathModalOption: WordsReadable {
    @Flag(help: "Change screens covered by a modal")
    package var beneath = false

    /// Creates the options for the parser.
    package init() {}

    package init(_ words: inout CommandWords) throws {
        beneath = words.flag("--beneath")
    }
}
