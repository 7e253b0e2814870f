internal import CommandLine
internal import NavigationBars
internal import NavigationText

/// One step of setting a daemon up.
struct SetupStep: Sendable {
    /// The change of a step.
    enum Action: Hashable, Sendable {
        case write(SetupFile)
        case run(SystemProgram)
        /// A request to the daemon, once it runs: to add the user.
        case addUser
    }

    /// The effect, as an imperative.
    let purpose: TerminalText
    let action: Action
    /// A Boolean value indicating whether nothing is left to do.
    let isDone: Bool

    /// The file or the command of the step.
    var detail: TerminalText? {
        switch action {
        case .write(let file): "\(file.path)"
        case .run(let program): "\(program.text)"
        case .addUser: nil
        }
    }

    /// Returns the line of the step in a plan.
    func line(_ state: State) -> StyledLine {
        var line = StyledLine("\(state.rawValue)", state == .planned ? .bold : .dim)
        line.pad(to: 8)
        line.append(purpose)
        if let detail { line.append(": \(detail)", .dim) }
        return line
    }

    /// The state of a step; each is a word of the output.
    enum State: String {
        case planned
        case present
        case done
    }
}

/// A step as JSON.
struct SetupStepJSON: Encodable {
    private let purpose: String
    private let state: String
    private let file: String?
    private let command: [String]?

    init(_ step: SetupStep, _ state: SetupStep.State) {
        purpose = step.purpose.description
        self.state = state.rawValue
        switch step.action {
        case .write(let file): (self.file, command) = (file.path, nil)
        case .run(let program): (file, command) = (nil, program.words)
        case .addUser: (file, command) = (nil, nil)
        }
    }
}
