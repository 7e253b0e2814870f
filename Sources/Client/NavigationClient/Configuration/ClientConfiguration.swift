public import NavigationModel
public import NavigationWire

/// The daemon, the device and the user of a client. An empty configuration finds all three itself.
public struct ClientConfiguration: Hashable, Sendable {
    /// The daemon's endpoint: `ipc:///directory/control.sock` or `tcp://host:port`.
    ///
    /// `nil` uses `NAVSYNC_ENDPOINT`, the addresses of the device's pairing, or a socket as
    /// ``Locations/endpoint(given:)`` says, but that of the daemon that the device belongs to. Only
    /// a paired device can connect over tcp.
    public var endpoint: String?
    /// The device's directory, created at first use; `nil` uses the user's own, as
    /// ``Locations/deviceDirectory(given:)`` says.
    public var deviceDirectory: String?
    /// The device's name; `nil` leaves the name as it is, and names a new device as
    /// ``Locations/deviceName(of:)`` says.
    public var deviceName: DeviceName?
    /// The owner of the scenes; `nil` uses the user of the device's pairing, or else the user that
    /// this machine's daemon authenticates the process as; the login name before any daemon has
    /// answered.
    public var user: UserID?
    /// A Boolean value indicating whether the device's directory is created if it is not there. A
    /// client for ``NavigationClient/administration(timeout:)`` alone needs none.
    public var createsDevice: Bool
    /// A Boolean value indicating whether the device exists for a single command, with a mirror of
    /// the mode ``MirrorMode/oneShot(timeout:flushesOutbox:toleratesDamage:)``: the daemon removes
    /// it from the user's devices when the client is closed.
    ///
    /// Changes that can't be submitted by then are lost, and an error says so. For a directory of
    /// its own that is removed afterwards, of a device that is not paired.
    public var isEphemeral: Bool
    /// A Boolean value indicating whether other devices of the user don't see that this one is
    /// present, nor its place.
    public var isHidden: Bool
    /// The most that the client may do, whatever the role of the device: with `viewer` its
    /// changes throw ``NavigationClientError/Code/viewer``, and the daemon refuses any that its
    /// connections would send.
    public var role: Role

    /// Creates a configuration; whatever is left out, the client finds itself.
    public init(
        endpoint: String? = nil, deviceDirectory: String? = nil, deviceName: DeviceName? = nil,
        user: UserID? = nil, createsDevice: Bool = true, isEphemeral: Bool = false,
        isHidden: Bool = false, role: Role = .full
    ) {
        self.role = role
        self.isHidden = isHidden
        self.createsDevice = createsDevice
        self.isEphemeral = isEphemeral
        self.endpoint = endpoint
        self.deviceDirectory = deviceDirectory
        self.deviceName = deviceName
        self.user = user
    }
}

/// The origin of a daemon's endpoint.
public enum EndpointSource: String, Hashable, Sendable, CaseIterable {
    /// The configuration names the endpoint.
    case option
    /// `NAVSYNC_ENDPOINT` names it.
    case environment
    /// The socket of the user's own daemon.
    case own
    /// The socket of the machine's daemon, which serves everybody.
    case system
    /// The addresses that the device was paired with.
    case pairing

    /// A Boolean value indicating whether the source names one daemon, whatever path it has today.
    var isLasting: Bool {
        switch self {
        case .option, .environment: false
        case .own, .system, .pairing: true
        }
    }
}
