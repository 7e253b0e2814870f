internal import ArgumentParser
internal import NavigationClient

/// The local changes that a command applies to.
struct LocalChangeSelection: ParsableArguments {
    @Argument(help: "The changes, by their ids.")
    var ids: [ChangeID] = []

    @Flag(help: "All of them.")
    var all = false

    func validate() throws {
        guard ids.isEmpty == all else {
            throw ValidationError(all ? "use either ids or --all" : "name an id, or say --all")
        }
    }
}
