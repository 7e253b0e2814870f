/// The exit status of a command: scripts rely on the numbers.
enum ExitStatus: Int32, Error, Hashable, Sendable {
    /// The command succeeded; an outcome such as superseded by a newer change is reported.
    case done = 0
    /// Refused by the daemon or by the rules, or something failed on this machine.
    case failed = 1
    /// The command line is invalid.
    case usage = 2
    /// The daemon can't be reached: the change is queued in the outbox, or the requested data is
    /// shown as it was last known, if at all. A change that is not queued ends as ``failed``.
    case unreachable = 3
    /// The system or the daemon denies permission.
    case notPermitted = 4
}
