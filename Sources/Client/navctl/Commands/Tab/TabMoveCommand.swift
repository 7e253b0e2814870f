internal import ArgumentParser
internal import NavigationModel

/// `navctl tab move`
struct TabMoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a tab within the bar.",
        discussion: """
            EXAMPLES:
              navctl tab move search --before inbox
            """)

    @Argument(help: "The tab.")
    var id: TabID

    @OptionGroup var place: TabPlaceOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard place.place != nil else { throw ValidationError("say --before or --after") }
    }

    func intent() throws -> Intent {
        guard let place = place.place else { throw ValidationError("say --before or --after") }
        return .moveTab(id, place)
    }
}
