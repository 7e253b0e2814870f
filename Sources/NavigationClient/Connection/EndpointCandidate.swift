internal import NavigationStore
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

/// One way to the daemon: an endpoint, and what is needed to get in there.
struct EndpointCandidate: Sendable {
    /// The endpoint.
    let endpoint: ControlEndpoint
    /// The keys for tcp; `nil` for ipc.
    let credentials: ClientCredentials?
    /// The address of the pairing that it comes from; `nil` if it was named otherwise.
    let address: String?
    /// Why it is tried.
    let source: EndpointSource

    /// A way that was named, by flag or environment, or found in the file system.
    init(
        _ endpoint: ControlEndpoint, _ source: EndpointSource,
        _ credentials: ClientCredentials? = nil
    ) {
        self.source = source
        self.endpoint = endpoint
        self.credentials = endpoint.isLocal ? nil : credentials
        address = nil
    }

    /// An address of a pairing or an invitation; throws what is wrong with it.
    init(address: String, _ credentials: ClientCredentials) throws(NavigationClientError) {
        do {
            endpoint = try ControlEndpoint("tcp://\(address)")
        } catch {
            throw .transport(error)
        }
        self.credentials = credentials
        self.address = address
        source = .pairing
    }
}

extension ClientCredentials {
    /// The credentials of a paired device.
    init(_ pairing: Pairing, _ keys: CurveKeyPair) throws(NavigationClientError) {
        guard let serverKey = CurvePublicKey(bytes: pairing.serverKey.bytes) else {
            throw .strange
        }
        self.init(
            keys: keys, serverKey: serverKey,
            nextServerKey: pairing.nextServerKey.flatMap { CurvePublicKey(bytes: $0.bytes) })
    }
}

extension PublicKey {
    /// The same key as libzmq has it.
    init?(_ key: CurvePublicKey) {
        self.init(bytes: key.bytes)
    }
}
