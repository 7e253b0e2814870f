internal import NavigationModel

/// The limits of one user and of one connection. The daemon announces these and the `SceneLimits`
/// at hello.
package enum UserLimits {
    /// Scenes of one user; the first change of a further one is refused.
    package static let scenes = 64
    /// Scenes in the trash of one user; a further one replaces the oldest.
    package static let trash = 16
    /// The time for which a scene is kept in the trash.
    package static let trashTime = Duration.seconds(30 * 86_400)
    /// Devices of one user that are paired, or have changed a scene on the daemon's own machine,
    /// and are not revoked; a further one replaces a local one that was not seen for a week, or is
    /// refused.
    package static let devices = 256
    /// Devices of one user in the registry, revoked ones included, which are kept so that their ids
    /// can't be reused; a further one is refused.
    package static let devicesKept = 1_024
    /// Invitations of one user that are open; a further one is refused.
    package static let invitations = 16
    /// Changes of one connection in flight; one more is answered `busy`.
    package static let inFlight = 256
    /// Queued requests of one sender (a key, or a local connection) for expensive reads: missing
    /// commits, a snapshot, a page of the log, an earlier state, a status; one more is answered
    /// `busy`. As many as a user has scenes, and a mirror of each sends one.
    package static let reads = 64
    /// Requests, or changes, that a client may send before the announced retry time; one more ends
    /// the connection. It is several times the number that a client may have in flight at the first
    /// `busy`.
    package static let maxIgnoredRetries = 1_000
    /// The most pending changes of one scene in a device's outbox.
    package static let outbox = 10_000

    /// All limits by the names that they are announced under.
    package static let announced: [String: UInt64] = [
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
