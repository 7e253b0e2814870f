package import ZeroMQ

/// The two channels of a daemon, each on a socket of its own.
package enum Channel: String, Hashable, Sendable, CaseIterable {
    /// Requests and replies.
    case control
    /// The publications.
    case feed

    /// The ZAP domain of the channel: never empty, since libzmq calls no ZAP handler for an empty
    /// one.
    package var domainName: String { "navsync.\(rawValue)" }

    /// Creates the channel of a domain; `nil` for a domain of another program.
    package init?(_ domain: ZAPDomain) {
        guard let service = Channel.allCases.first(where: { $0.domainName == domain.name }) else {
            return nil
        }
        self = service
    }
}
