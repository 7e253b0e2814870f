internal import ArgumentParser

/// `navctl traits`
struct TraitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traits",
        abstract: "Show and change this device's traits.",
        discussion: """
            The platform, how it is held, light or dark, the language, how far its content
            is scrolled, whether its keyboard is shown, its bars are hidden, what has the
            focus and what is pressed: they decide how the scene looks here, and are told to
            no other device. 'navctl watch' of this device prints each change.

            EXAMPLES:
              navctl traits platform iOS 18.0
              navctl traits scroll 40
              navctl traits immersive on; navctl traits gesture tap
              navctl traits set locale ar
            """,
        subcommands: [
            TraitsShowCommand.self, TraitsSetCommand.self, TraitsResetCommand.self,
            TraitsPlatformCommand.self, TraitsScrollCommand.self, TraitsKeyboardCommand.self,
            TraitsGestureCommand.self, TraitsImmersiveCommand.self, TraitsFocusCommand.self,
            TraitsPressCommand.self,
        ],
        defaultSubcommand: TraitsShowCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
