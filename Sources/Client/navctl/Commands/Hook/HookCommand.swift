internal import ArgumentParser

/// `navctl hook`
struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Run programs before and after changes.",
        discussion: """
            A hook reads one JSON object from its standard input: event, tab, modal or bar,
            screens, refresh, animated, device, author, revision, selectedTab. What it
            writes is told on standard error, each line under its name.

              shouldPush, shouldPop, shouldSelect
                run before a change of this device leaves it. Exit status 0 allows it;
                any other refuses it: the command ends with 1 and nothing is kept. So
                does a hook that can't be started or takes longer than 10 seconds.
              didPush, didPop, didSelect
                run by 'navctl watch' for what anybody has committed, one after the
                other, with its revision.

            Hooks belong to the device's directory and are not synced.

            EXAMPLES:
              navctl hook set shouldPop ./ask-first.sh
              navctl hook set didPush /usr/bin/notify-send navsync pushed
              navctl hook list
            """,
        subcommands: [HookListCommand.self, HookSetCommand.self, HookRemoveCommand.self],
        defaultSubcommand: HookListCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
