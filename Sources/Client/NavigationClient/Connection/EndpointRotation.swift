internal import NavigationTransport

/// The order in which the endpoints of a daemon are tried: round-robin, until one answers, with a
/// backoff after each round in which all have failed.
///
/// A pure state machine: its connection reports events to it, and dials the endpoint that it
/// selects. It stays at an endpoint that answers until that one fails.
package struct EndpointRotation {
    /// The step after a failure.
    package struct Step {
        /// The reason to report, once all endpoints have failed in a round.
        package var report: UnavailableReason?
        /// The wait before the next endpoint; `nil` for a single one, which its own socket retries.
        package var wait: Duration?
    }

    private var candidates: [EndpointCandidate]
    private var index = 0
    /// The number of endpoints tried since all were tried before, or one answered.
    private var tried = 0
    /// The number of rounds in which all endpoints failed.
    private var rounds = 0
    /// The most telling failure of this round.
    private var mostSevere: UnavailableReason?
    /// The number of nodes that have named another one, since the last reply of any other kind.
    private var redirections = 0
    /// The endpoints that have failed since then.
    private var failed: Set<ControlEndpoint> = []
    /// The number of times since then that a redirection has led to one of them.
    private var returns = 0

    /// The first timeout for one of several endpoints; it doubles each round, up to the maximum.
    private static let shortestTimeout = Duration.milliseconds(1_500)
    static let longestTimeout = Duration.seconds(12)
    /// The first timeout for an endpoint that has failed, and is tried beside one that answers; it
    /// doubles each time, up to the maximum. Meanwhile that one may take over.
    static let shortestTimeoutOfFailed = Duration.milliseconds(500)
    /// The first backoff between two rounds, short as people wait for it, and its maximum.
    private static let shortestBackoff = Duration.milliseconds(250)
    private static let longestBackoff = Duration.seconds(10)
    /// The pause before a further node that the one before has named, for as long as one may take over
    /// from another; it doubles after as many redirections more, up to the maximum.
    static let redirectionPause = Duration.milliseconds(200)
    static let redirectionsOfTakeover = 40
    static let longestRedirectionPause = Duration.seconds(10)
    /// The number of redirections of which one leads to a node that has failed: it may have been
    /// started again. The others ask anew the node that named it, which knows its successor first.
    static let redirectionsToFailed = 6

    /// Begins with the first of the candidates, of which there is at least one.
    package init(_ candidates: [EndpointCandidate]) {
        self.candidates = candidates
    }

    /// The endpoint that is being tried, or has answered.
    package var current: EndpointCandidate { candidates[index] }

    /// The timeout for an endpoint that does not answer at all; `nil` if there is no other.
    package var timeout: Duration? {
        guard candidates.count > 1 else { return nil }
        guard returns > 0, failed.contains(current.endpoint) else {
            return min(Self.shortestTimeout * growth, Self.longestTimeout)
        }
        return min(
            Self.shortestTimeoutOfFailed * Double(1 << min(returns - 1, 8)), Self.longestTimeout)
    }

    /// Records that the present endpoint has answered.
    package mutating func succeed() {
        (tried, rounds, mostSevere) = (0, 0, nil)
    }

    /// Records that the present endpoint has failed.
    package mutating func fail(_ reason: UnavailableReason) -> Step {
        if reason.weight >= (mostSevere?.weight ?? 0) { mostSevere = reason }
        failed.insert(current.endpoint)
        tried += 1
        let isLast = tried >= candidates.count
        let report = isLast ? mostSevere ?? reason : nil
        if isLast { (tried, rounds, mostSevere) = (0, rounds + 1, nil) }
        let backoff = min(Self.shortestBackoff * growth, Self.longestBackoff)
        return Step(
            report: report, wait: candidates.count > 1 ? (isLast ? backoff : .zero) : nil)
    }

    /// Moves on to the next endpoint.
    package mutating func advance() {
        index = (index + 1) % candidates.count
    }

    /// Moves on from an endpoint that was connected, and is silent or can't be trusted.
    package mutating func abandon() {
        failed.insert(current.endpoint)
        advance()
    }

    /// Tries first, from now on, the endpoints of the node that the present one has named, unless that
    /// node has failed; returns the wait before: none the first time, a pause after that, since owners
    /// may be changing.
    package mutating func redirect(to named: [EndpointCandidate]) -> Duration {
        redirections += 1
        let answering = named.filter { !failed.contains($0.endpoint) }
        let isDue = redirections.isMultiple(of: Self.redirectionsToFailed)
        guard !answering.isEmpty || isDue || named.isEmpty else { return pause }
        let preferred = answering + named.filter { failed.contains($0.endpoint) }
        if !preferred.isEmpty {
            let endpoints = Set(preferred.map(\.endpoint))
            let rest = candidates.filter { !endpoints.contains($0.endpoint) }
            (candidates, index) = (Array((preferred + rest).prefix(Self.maximum)), 0)
            (tried, rounds, mostSevere) = (0, 0, nil)
            if failed.contains(current.endpoint) { returns += 1 }
        }
        return redirections == 1 ? .zero : pause
    }

    /// Records that the present endpoint has replied without naming another.
    package mutating func settle() {
        (redirections, failed, returns) = (0, [], 0)
    }

    /// Tries further endpoints after those that are known: of the other nodes of a fleet.
    package mutating func add(_ others: [EndpointCandidate]) {
        for other in others
        where candidates.count < Self.maximum
            && !candidates.contains(where: { $0.endpoint == other.endpoint })
        {
            candidates.append(other)
        }
    }

    private var pause: Duration {
        let doublings = min(redirections / Self.redirectionsOfTakeover, 8)
        return min(Self.redirectionPause * (1 << doublings), Self.longestRedirectionPause)
    }

    /// The most endpoints.
    static let maximum = 32

    private var growth: Double { Double(1 << min(rounds, 8)) }
}
