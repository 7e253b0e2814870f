internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl heal`
struct HealCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "heal",
        abstract: "Restore lost scenes from what devices remember.",
        discussion: """
            Every device is a copy of the scenes that it mirrors. One that has seen more
            than the daemon has keeps what it had; and one whose daemon is gone keeps all
            of it. This hands over what this device remembers, lists what all devices
            have handed over since the daemon started, and puts the newest of each scene
            back, under a new epoch, with all that was done since. Run it on each device
            that is left; the order does not matter.

            What is taken has all that is known to have been acknowledged. Where two
            devices remember different histories, nothing is done to the scene: name the
            state to take. The other stays with its device. --accept-loss takes one
            although some of what was acknowledged is missing in it.

            On a terminal it asks first. Where nobody can be asked it goes on. Ends with
            1 if a scene is left for a person to decide.

            EXAMPLES:
              navctl heal --list
              navctl heal
              navctl heal 3f2a9c01
            """)

    @Argument(
        help: ArgumentHelp(
            "The state to take, by the beginning of its digest; default: the newest of each scene.",
            valueName: "state"))
    var state: String?

    @Flag(help: "Hand over and list, and heal nothing.")
    var list = false

    @Flag(help: "Take a state although some of what was acknowledged is missing in it.")
    var acceptLoss = false

    @Flag(help: "Don't ask.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }
    var mentionsShelf: Bool { false }

    func run(in session: SceneMirror, _ output: Output) async throws {
        let timeout = max(options.timeout.duration, Self.timeout)
        let handed = try await session.uploadRememberedStates(within: timeout)
        let states = try await session.rememberedStates()
        let choices = try choices(among: states)
        var report = HealReport(states: states, choices: choices, contained: handed.contained)
        for state in states {
            report.differences[state.position] = try? await session.differences(to: state)
        }
        let taken = list ? [] : choices.compactMap { chosen(by: $0.choice) }
        if output.format == .text { try report.writeStates(to: output) }
        if !taken.isEmpty, !yes, Prompt.isPossible {
            let scenes = taken.map { "\($0.position.scene.label)" }.joined(separator: ", ")
            try Prompt.confirm("put these in the place of what the daemon has: \(scenes)")
        }
        for state in taken {
            report.healed.append(
                try await session.heal(
                    state.position, acceptingLoss: acceptLoss, within: timeout))
        }
        try report.writeEnd(to: output)
        if !taken.isEmpty {
            try await session.meetAgain(within: timeout)
            // The daemon now has the states that this device remembered.
            _ = try await session.uploadRememberedStates(within: timeout)
        }
        if !list, report.isUndecided(takingLoss: acceptLoss) { throw ExitStatus.failed }
    }

    /// Returns the choice for each scene, by name; if one state is named, for its scene alone.
    private func choices(
        among states: [RememberedState]
    ) throws -> [(scene: SceneID, choice: HealingChoice)] {
        guard let state else {
            return Dictionary(grouping: states, by: \.position.scene).sorted { $0.key < $1.key }
                .compactMap { scene, states in
                    HealingChoice(among: states).map { (scene, $0) }
                }
        }
        let named = states.filter { "\($0.position.digest)".hasPrefix(state.lowercased()) }
        guard let one = named.first, named.count == 1 else {
            throw CommandError(
                message: named.isEmpty
                    ? "no state begins with '\(state.label())': 'navctl heal --list' lists them"
                    : "more than one state begins with '\(state.label())': say more of it")
        }
        let isLacking = [.complete, .unknown].contains(one.standing)
        return [(one.position.scene, isLacking ? .state(one) : .lacking(one))]
    }

    private func chosen(by choice: HealingChoice) -> RememberedState? {
        switch choice {
        case .state(let state): state
        case .lacking(let state): acceptLoss ? state : nil
        case .several: nil
        }
    }

    /// The minimum timeout of a request: a scene may be large.
    private static let timeout = Duration.seconds(60)
}
