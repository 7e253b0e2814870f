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
