internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The states that devices remember, and those that were restored.
struct HealReport {
    let states: [RememberedState]
    let choices: [(scene: SceneID, choice: HealingChoice)]
    /// The states of this device that the daemon contains completely.
    let contained: [Head]
    /// The visible differences between the current scenes and the states.
    var differences: [Head: [SceneDifference]] = [:]
    var healed: [Head] = []

    /// Returns a Boolean value indicating whether a scene is left for a person to decide.
    func isUndecided(takingLoss: Bool) -> Bool {
        choices.contains { _, choice in
            switch choice {
            case .state: false
            case .lacking: !takingLoss
            case .several: true
            }
        }
    }

    /// A paragraph for each state.
    var lines: [StyledLine] {
        states.flatMap { state in
            let position = state.position
            let words: [TerminalText] = [
                "revision \(position.revision)", Self.size(state),
                "newest \(state.latest.local.label())", "from \(Self.devices(state))",
            ]
            let title: TerminalText =
                "\(position.scene.label) \(Self.name(state)): \(words.joined(separator: ", "))"
            return [StyledLine(title), StyledLine("  \(Self.completeness(of: state))", .dim)]
                + lines(of: differences[position])
        }
    }

    private func lines(of differences: [SceneDifference]?) -> [StyledLine] {
        guard let differences else { return [] }
        if differences.isEmpty { return [StyledLine("  same as the daemon's scene", .dim)] }
        let rest = differences.count - Self.maxDifferences
        let lines = DifferenceText.lines(of: differences).prefix(Self.maxDifferences).map { line in
            var indented = StyledLine("  ")
            indented.append(line)
            return indented
        }
        return lines + (rest > 0 ? [StyledLine("  and \(rest) more differences", .dim)] : [])
    }

    /// Writes the remembered states.
    func writeStates(to output: Output) throws {
        for line in lines { try output.write(line) }
        guard states.isEmpty else { return }
        Console.print(
            contained.isEmpty
                ? "no device has uploaded a state that the daemon may lack"
                : "the daemon has every state saved on this device")
    }

    /// Writes the restored states, and the remaining choices.
    func writeEnd(to output: Output) throws {
        guard output.format == .text else { return try output.write(object: object) }
        for head in healed {
            try output.write(
                text: "healed \(head.scene.label): revision \(head.revision), digest "
                    + "\(head.digest)\n")
        }
        for (scene, choice) in choices {
            switch choice {
            case .state: break
            case .lacking(let state) where !healed.contains { $0.scene == scene }:
                Console.print(
                    "\(scene.label) not healed: the newest saved state is at revision "
                        + "\(state.position.revision), and \(Self.completeness(of: state)); run this on "
                        + "the other devices first, or use --accept-loss")
            case .lacking: break
            case .several(let states):
                let names = states.map { Self.name($0) }.joined(separator: " or ")
                Console.print(
                    "\(scene.label) not healed: devices saved different logs of it; "
                        + "choose with 'navctl heal \(names)'")
            }
        }
    }

    /// For programs.
    var object: HealJSON {
        HealJSON(
            states: states.map { HealJSON.State($0, differences[$0.position]) },
            healed: healed.map(HealJSON.Healed.init),
            undecided: choices.compactMap { scene, choice in
                if case .state = choice { return nil }
                return healed.contains { $0.scene == scene } ? nil : scene.rawValue
            },
            contained: contained.count)
    }

    /// Returns the beginning of a state's digest, which names it.
    private static func name(_ state: RememberedState) -> String {
        String("\(state.position.digest)".prefix(8))
    }

    private static func size(_ state: RememberedState) -> TerminalText {
        let tabs: TerminalText = state.tabs == 1 ? "1 tab" : "\(state.tabs) tabs"
        return state.screens == 1 ? "\(tabs), 1 screen" : "\(tabs), \(state.screens) screens"
    }

    private static func devices(_ state: RememberedState) -> TerminalText {
        state.devices.count == 1 ? "1 device" : "\(state.devices.count) devices"
    }

    private static func completeness(of state: RememberedState) -> TerminalText {
        switch state.completeness {
        case .complete: "it has all acknowledged commits"
        case .behind(1): "it lacks 1 acknowledged revision"
        case .behind(let count): "it lacks \(count) acknowledged revisions"
        case .different: "it differs from the acknowledged state at its revision"
        case .unknown: "the acknowledged revision is unknown"
        }
    }

    /// The maximum number of listed differences of a state.
    private static let maxDifferences = 12
}

/// The remembered states, and those that were restored, as JSON.
struct HealJSON: Encodable {
    fileprivate let states: [State]
    fileprivate let healed: [Healed]
    fileprivate let undecided: [String]
    fileprivate let contained: Int

    fileprivate struct Healed: Encodable {
        let scene: String
        let epoch: String
        let revision: UInt64
        let digest: String

        init(_ head: Head) {
            scene = head.scene.rawValue
            epoch = head.epoch.description
            revision = head.revision.rawValue
            digest = head.digest.description
        }
    }

    fileprivate struct State: Encodable {
        let scene: String
        let store: String
        let epoch: String
        let revision: UInt64
        let digest: String
        let latest: JSON
        let tabs: JSON
        let screens: JSON
        let devices: [String]
        let acknowledged: UInt64?
        let complete: Bool?
        let differences: [DifferenceJSON]?

        init(_ state: RememberedState, _ differences: [SceneDifference]?) {
            let position = state.position
            scene = position.scene.rawValue
            store = state.store.description
            epoch = position.epoch.description
            revision = position.revision.rawValue
            digest = position.digest.description
            latest = JSON(state.latest.rawValue)
            tabs = JSON(state.tabs)
            screens = JSON(state.screens)
            devices = state.devices.map(\.description)
            acknowledged = state.acknowledged?.revision.rawValue
            complete = state.completeness == .unknown ? nil : state.completeness == .complete
            self.differences = differences?.map(DifferenceJSON.init)
        }
    }
}
