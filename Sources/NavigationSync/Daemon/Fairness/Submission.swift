internal import NavigationModel
internal import NavigationWire

/// A change that is handed over, and by whom.
struct Submission: Sendable {
    let inbound: InboundRequest
    let submit: SubmitRequest
    let session: Session
    /// The device in the registry; `nil` before its first change.
    let device: RegisteredDevice?

    var request: Request { inbound.request }
    var peer: Peer { inbound.peer }
    var key: SceneKey { session.key(submit.scene) }
    var share: FairnessKey { FairnessKey(peer) }
    /// The device's name: the registry knows better than hello.
    var author: DeviceName { device?.name ?? session.name }

    /// Returns the age of the change, in microseconds: what the device said, and how long it has
    /// waited here for its turn or its scene. `nil` if the device does not know.
    func age(at now: ClockReading) -> Int64? {
        guard let told = submit.age, told >= 0 else { return nil }
        let waited = max(.zero, now.uptime - inbound.received).microseconds
        let (age, isTooLong) = told.addingReportingOverflow(waited)
        return isTooLong ? .max : age
    }
}
