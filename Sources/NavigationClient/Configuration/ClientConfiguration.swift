public import NavigationModel

/// The daemon, the device and the user that a client speaks for. Empty, it finds all three itself.
public struct ClientConfiguration: Hashable, Sendable {
    /// The daemon's endpoint: `ipc:///directory/control.sock` or `tcp://host:port`; `nil` takes
    /// `NAVSYNC_ENDPOINT`, the addresses that the device was paired with, or a socket as
    /// ``Locations/endpoint(given:)`` says, but that of the daemon that the device belongs to. Only
    /// a paired device can connect to tcp.
    public var endpoint: String?
    /// The device's directory, made at first use; `nil` takes the user's own, as
    /// ``Locations/deviceDirectory(given:)`` says.
    public var deviceDirectory: String?
    /// The device's name; `nil` leaves its name as it is, and names a new one as
    /// ``Locations/deviceName(of:)`` says.
    public var deviceName: DeviceName?
    /// Whose scenes are meant; `nil` is whose device it was paired as, or else who runs the process, which
    /// the daemon of this machine says; by its login name before any has.
    public var user: UserID?
    /// A Boolean value indicating whether the device is for this visit alone: at the end of a
    /// ``OneShotSession`` its place among the user's devices is given up. What can't be handed over by then
    /// is lost, and said to be. For a directory of its own that is removed then, of a device that is not
    /// paired.
    public var isEphemeral: Bool

    /// A client that finds everything itself.
    public init(
        endpoint: String? = nil, deviceDirectory: String? = nil, deviceName: DeviceName? = nil,
        user: UserID? = nil, isEphemeral: Bool = false
    ) {
        self.isEphemeral = isEphemeral
        self.endpoint = endpoint
        self.deviceDirectory = deviceDirectory
        self.deviceName = deviceName
        self.user = user
    }
}
