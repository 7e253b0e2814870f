internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel

/// A command that changes this device's own traits. It needs no daemon.
protocol TraitCommand: AsyncParsableCommand {
    /// The options of every command.
    var options: GlobalOptions { get }
    /// Changes the traits.
    func change(_ traits: inout StoredTraits) async throws
}

extension TraitCommand {
    mutating func run() async throws {
        try options.requireLastingDevice()
        let directory = options.deviceDirectory
        let former = try StoredTraits.read(in: directory)
        var traits = former
        try await change(&traits)
        if traits != former { try StoredTraits.file(in: directory).write(traits) }
        switch options.output {
        case .json: try options.results.write(.object(traits.members))
        case .text: for line in traits.lines { try options.results.write(line) }
        }
    }

    /// Returns the reading order of the scene, as this device knows it.
    func tour(on traits: StoredTraits) async throws -> ReadingOrder {
        let looked = try await SceneSource().load(options)
        return ReadingOrder(BarLayout(looked.scene, on: traits.device))
    }

    /// Throws if an element is not displayed; `none` and empty text name none.
    func check(_ element: String, on traits: StoredTraits) async throws {
        guard element != "none", !element.isEmpty else { return }
        _ = try await tour(on: traits).stop(named: element)
    }
}
