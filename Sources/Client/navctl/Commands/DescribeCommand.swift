internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl describe`
struct DescribeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Show an item's effective properties.",
        discussion: """
            What nobody has said is there, too, as the platform has it. Without an id it
            describes the screen that is shown.

            EXAMPLES:
              navctl describe inbox
              navctl describe k3f9x2m7q0va --output json | jq .item
            """)

    @Argument(help: "The id of a tab, a screen, a modal or a standalone bar.")
    var id: String?

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let (view, blockingError) = await session.fetchScene()
        let found = ItemDescription.all(in: view.scene, on: options.platform)
        let shown = view.scene.modals.last?.stack ?? view.scene.selected?.stack ?? []
        guard let id = id ?? shown.last?.id.rawValue else {
            throw CommandError(message: "no screen is shown: name what to describe")
        }
        let items = found.filter { $0.id == id }
        guard !items.isEmpty else {
            throw CommandError(
                message: "nothing has the id '\(id.label())': 'navctl show' lists what there is")
        }
        switch output.format {
        case .json:
            // A tab and a bar may have the same name: each is described.
            try output.write([
                "kind": .string(items[0].kind), "item": items[0].object,
                "items": .array(
                    items.map { ["kind": .string($0.kind), "item": $0.object] }),
                "revision": .init(view.revision),
            ])
        case .text:
            for item in items { for line in item.lines { try output.write(line) } }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}
