internal import NavigationModel

/// The limits of one user and of one connection. The daemon announces these and the `Limits` of a
/// scene at hello.
public enum UserLimits {
    /// Scenes of one user; the first change of a further one is refused.
    public static let scenes = 64
    /// Devices of one user that are paired, or have changed a scene on the daemon's own machine, and
    /// are not revoked; a further one takes the place of a local one that was not heard for a week, or is
    /// refused.
    public static let devices = 256
    /// Devices of one user that are known at all, the revoked among them, who are kept so that nobody
    /// takes their place; a further one is refused.
    public static let devicesKept = 1_024
    /// Invitations of one user that are open; a further one is refused.
    public static let invitations = 16
    /// Changes of one connection that may be unanswered; one more is answered `busy`.
    public static let inFlight = 256
    /// Requests of one sender (a key, or a local connection) that wait for what takes long to read: what a
    /// mirror missed, a snapshot, a page of history, an earlier state, a status; one more is answered
    /// `busy`. As many as a user has scenes, and a mirror of each asks for one.
    public static let reads = 64
    /// Requests, or changes, that come in spite of the wait that `busy` has told; one more costs the
    /// connection. It is several times what a client may have under way when it is first told.
    public static let maxIgnoredRetries = 1_000
    /// Changes of one scene that a device keeps waiting at most.
    public static let outbox = 10_000

    /// All limits by the names that they are announced under.
    public static let announced: [String: UInt64] = [
        "scenes": UInt64(scenes), "devices": UInt64(devices),
        "invitations": UInt64(invitations), "inFlight": UInt64(inFlight), "reads": UInt64(reads),
        "impatience": UInt64(maxIgnoredRetries), "outbox": UInt64(outbox),
        "tabs": UInt64(SceneLimits.tabs),
        "stackDepth": UInt64(SceneLimits.stackDepth), "modals": UInt64(SceneLimits.modals),
        "barKeys": UInt64(SceneLimits.barKeys),
        "standaloneBars": UInt64(SceneLimits.standaloneBars),
        "properties": UInt64(SceneLimits.properties), "operations": UInt64(SceneLimits.operations),
        "attributes": UInt64(SceneLimits.attributes),
        "titleLength": UInt64(SceneLimits.titleLength),
        "payloadLength": UInt64(SceneLimits.payloadLength),
        "textLength": UInt64(SceneLimits.textLength),
        "attributeLength": UInt64(SceneLimits.attributeLength),
        "changeLength": UInt64(SceneLimits.changeLength),
        "spanOperations": UInt64(SceneLimits.spanOperations),
    ]
}
