public import NavigationWire

/// What became of one command.
public enum CommandResult: Sendable {
    /// The daemon took the change; this is what it came to.
    case settled(ChangeHandle, Receipt)
    /// All is as it is wished; if there is an obstacle, as far as this device knows.
    case unchanged(MirrorUpdate, NavigationClientError?)
    /// The change is in the outbox, and this is why it is still there. The next contact of any
    /// process of the device hands it over.
    case waiting(ChangeHandle, NavigationClientError)
}
