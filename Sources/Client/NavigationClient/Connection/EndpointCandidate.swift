internal import DeviceStore
package import NavigationTransport
internal import NavigationWire
package import ZeroMQ

/// An endpoint to try, with the keys to authenticate there.
package struct EndpointCandidate: Sendable {
    /// The endpoint.
    package let endpoint: ControlEndpoint
    /// The keys for tcp; `nil` for ipc.
    let credentials: ClientCredentials?
    /// The address of the pairing that the endpoint comes from; `nil` for any other source.
    let address: String?
    /// The origin of the endpoint.
    let source: EndpointSource

    /// Creates a candidate for an endpoint that was configured, or found in the file system.
    package init(
        _ endpoint: ControlEndpoint, _ source: EndpointSource,
        _ credentials: ClientCredentials? = nil
    ) {
        self.source = source
        self.endpoint = endpoint
        self.credentials = endpoint.isLocal ? nil : credentials
        address = nil
    }

    /// Creates a candidate for an address of a pairing or an invitation; throws if it is malformed.
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

extension EndpointCandidate {
    /// Returns the candidates for the addresses that a daemon has named, without malformed ones.
    static func nodes(
        _ addresses: [String], _ credentials: ClientCredentials
    ) -> [EndpointCandidate] {
        addresses.compactMap { try? EndpointCandidate(address: $0, credentials) }
    }
}

/// The keys of a client over tcp: its own, and those that authenticate its daemon.
package struct ClientCredentials: Sendable {
    /// The client's own keys: of the device, or of an invitation.
    let keys: CurveKeyPair
    /// The daemon's public key.
    let serverKey: CurvePublicKey
    /// The next key of the daemon, if it has announced one.
    let nextServerKey: CurvePublicKey?

    /// Joins the parts.
    package init(
        keys: CurveKeyPair, serverKey: CurvePublicKey, nextServerKey: CurvePublicKey? = nil
    ) {
        self.keys = keys
        self.serverKey = serverKey
        self.nextServerKey = nextServerKey
    }

    /// The keys to try, in order.
    var serverKeys: [CurvePublicKey] {
        [serverKey] + (nextServerKey.map { [$0] } ?? [])
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
    /// Converts a key of libzmq.
    init?(_ key: CurvePublicKey) {
        self.init(bytes: key.bytes)
    }
}
