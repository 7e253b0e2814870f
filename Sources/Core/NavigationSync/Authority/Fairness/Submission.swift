internal import NavigationModel
internal import NavigationWire

/// A submitted change with its session and principal.
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
    /// The device's name: the registry's takes precedence over hello's.
    var author: DeviceName { device?.name ?? session.name }

    /// Returns the age of the change, in microseconds: the device's own figure, and the time that
    /// it was queued here. `nil` if the device does not know.
    func age(at now: ClockReading) -> Int64? {
        guard let told = submit.age, told >= 0 else { return nil }
        let waited = max(.zero, now.uptime - inbound.received).microseconds
        let (age, isTooLong) = told.addingReportingOverflow(waited)
        return isTooLong ? .max : age
    }
}
