/// The exit status of a command: scripts rely on the numbers.
enum ExitStatus: Int32, Error, Hashable, Sendable {
    /// All is as it was wished, or nearly: what a newer change won over, says so.
    case done = 0
    /// Refused by the daemon or by the rules, or something failed on this machine.
    case failed = 1
    /// The command line makes no sense.
    case usage = 2
    /// The daemon can't be reached: the change is kept in the outbox, or what was to be looked at
    /// is shown as it was last known, if at all. A change that is not kept ends as ``failed``.
    case unreachable = 3
    /// The system or the daemon does not permit it.
    case notPermitted = 4
}
