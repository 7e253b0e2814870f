internal import ArgumentParser

/// A command under the name that it had before: it works, and neither help nor completions list it.
protocol FormerName: AsyncParsableCommand {
    associatedtype Command: AsyncParsableCommand
    /// The former name.
    static var formerName: String { get }
    /// The command, with what was given to it.
    var command: Command { get set }
}

extension FormerName {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: formerName, abstract: Command.configuration.abstract,
            discussion: Command.configuration.discussion, shouldDisplay: false)
    }

    mutating func run() async throws { try await command.run() }
}

/// `navctl devices`, which is `navctl presence` now.
struct DevicesFormerName: FormerName {
    static let formerName = "devices"
    @OptionGroup var command: PresenceCommand
}

/// `navctl device withdraw`, which is `navctl device uninvite` now.
struct WithdrawFormerName: FormerName {
    static let formerName = "withdraw"
    @OptionGroup var command: DeviceUninviteCommand
}

/// `navctl key next`, which is `navctl key prepare` now.
struct NextFormerName: FormerName {
    static let formerName = "next"
    @OptionGroup var command: KeyPrepareCommand
}

/// `navctl key switch`, which is `navctl key activate` now.
struct SwitchFormerName: FormerName {
    static let formerName = "switch"
    @OptionGroup var command: KeyActivateCommand
}
