internal import ArgumentParser
internal import NavigationModel

/// The position of a tab in the bar.
struct TabPlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Put it directly before this tab.", valueName: "tab"))
    var before: TabID?

    @Option(help: ArgumentHelp("Put it directly after this tab.", valueName: "tab"))
    var after: TabID?

    /// The position; `nil` if none is named.
    var place: TabPlace? { before.map(TabPlace.before) ?? after.map(TabPlace.after) }

    func validate() throws {
        if before != nil, after != nil {
            throw ValidationError("use either --before or --after, not both")
        }
    }
}
