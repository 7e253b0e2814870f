internal import NavigationModel

/// Who is behind a connection.
struct Session: Hashable, Sendable {
    let user: UserID
    let device: DeviceID
    let name: DeviceName
    var heard: Duration

    func key(_ scene: SceneID) -> SceneKey { SceneKey(user: user, scene: scene) }
}

/// The connections that have said hello.
struct Sessions: Sendable {
    private var byPeer: [Peer: Session] = [:]

    var count: Int { byPeer.count }
    var all: some Collection<Session> { byPeer.values }

    mutating func open(_ session: Session, for peer: Peer) {
        if byPeer.count >= DaemonLimits.sessions, byPeer[peer] == nil,
            let silent = byPeer.min(by: { $0.value.heard < $1.value.heard })?.key
        {
            // libzmq does not say when a peer of a ROUTER leaves, so the silent make room. One that
            // is alive after all gets `helloFirst` and says hello again.
            byPeer[silent] = nil
        }
        byPeer[peer] = session
    }

    mutating func hear(_ peer: Peer, at uptime: Duration) -> Session? {
        byPeer[peer]?.heard = uptime
        return byPeer[peer]
    }

    mutating func forget(_ peer: Peer) {
        byPeer[peer] = nil
    }
}
