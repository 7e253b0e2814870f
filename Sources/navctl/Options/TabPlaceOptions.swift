internal import ArgumentParser
internal import NavigationModel

/// Where in the bar a tab is to stand.
struct TabPlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Put it directly before this tab.", valueName: "tab"))
    var before: TabID?

    @Option(help: ArgumentHelp("Put it directly after this tab.", valueName: "tab"))
    var after: TabID?

    /// The place; `nil` if none is named.
    var place: TabPlace? { before.map(TabPlace.before) ?? after.map(TabPlace.after) }

    func validate() throws {
        if before != nil, after != nil {
            throw ValidationError("use either --before or --after, not both")
        }
    }
}
