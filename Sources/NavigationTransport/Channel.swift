internal import ZeroMQ

/// The two things that a daemon offers, each on a socket of its own.
package enum Channel: String, Hashable, Sendable, CaseIterable {
    /// Requests and replies.
    case control
    /// What is published.
    case feed

    /// What the ZAP handler is asked with: a name that is never empty, so that it is asked.
    var domainName: String { "navsync.\(rawValue)" }

    /// The service of a domain; `nil` for one that is not ours.
    init?(_ domain: ZAPDomain) {
        guard let service = Channel.allCases.first(where: { $0.domainName == domain.name }) else {
            return nil
        }
        self = service
    }
}
