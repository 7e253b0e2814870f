public import NavigationWire

/// The result of one command.
public enum CommandResult: Sendable {
    /// The daemon evaluated the change; the receipt has its outcomes.
    case settled(ChangeHandle, Receipt)
    /// There was nothing to change; with the error that prevents a connection, if there is one.
    case unchanged(MirrorUpdate, NavigationClientError?)
    /// The change is in the outbox, for the reason in the error. The next connection of any process
    /// of the device submits it.
    case waiting(ChangeHandle, NavigationClientError)
}
