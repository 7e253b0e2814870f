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
        abstract: "Restore lost scenes from states saved on devices.",
        discussion: """
            Every device mirrors its scenes. A device whose mirror is newer than the
            daemon's state, or whose daemon is lost, saves that mirror. 'heal' uploads the
            states saved on this device, lists the states that all devices have uploaded
            since the daemon started, and restores the newest of each scene in a new epoch,
            with the changes made since. Run it on each remaining device, in any order.

            A state is restored only if it has every commit known to be acknowledged. If
            devices saved different logs of a scene, the scene is left unchanged: name the
            state to restore. --accept-loss restores a state that lacks acknowledged
            commits.

            Asks for confirmation on a terminal. The exit status is 1 if a scene needs a
            decision.

            EXAMPLES:
              navctl heal --list
              navctl heal
              navctl heal 3f2a9c01
            """)

    @Argument(
        help: ArgumentHelp(
            "The state to restore, by a prefix of its digest; default: the newest",
            valueName: "state"))
    var state: String?

    @Flag(help: "Upload and list states, restore nothing")
    var list = false

    @Flag(help: "Restore a state even if it lacks acknowledged commits")
    var acceptLoss = false

    @Flag(help: "Skip the confirmation")
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
            try Prompt.confirm("replace the daemon's state of these scenes: \(scenes)")
        }
        for state in taken {
            report.healed.append(
                try await session.heal(
                    state.position, acceptingLoss: acceptLoss, within: timeout))
        }
        try report.writeEnd(to: output)
        if !taken.isEmpty {
            try await session.reconnect(within: timeout)
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
            throw named.isEmpty
                ? CommandError(
                    message: "no state with the prefix '\(state.label())'",
                    advice: "see 'navctl heal --list'")
                : CommandError(
                    message: "the prefix '\(state.label())' is ambiguous",
                    advice: "use a longer one")
        }
        let isLacking = [.complete, .unknown].contains(one.completeness)
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
