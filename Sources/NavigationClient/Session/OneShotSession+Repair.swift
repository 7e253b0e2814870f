internal import NavigationModel
internal import NavigationStore
public import NavigationSync
public import NavigationWire

/// Looking for faults, and mending a mirror.
extension OneShotSession {
    /// Has the daemon read the scene anew in every way that there is. It reads its whole database: it
    /// is for people who look for a fault.
    public func audit() async throws(NavigationClientError) -> Audit {
        let call = Request.Call.audit(scene: driver.key.scene)
        guard case .audit(let audit) = try await ask(call) else { throw .strange }
        return audit
    }

    /// Takes a fresh snapshot in the place of what the device's directory has, even if that can't be
    /// read. The outbox stays. Returns what stands in the way: that the daemon serves another store than
    /// the device's own, too, for the snapshot is of that one's scene.
    public func repair() async -> NavigationClientError? {
        if case .failure = kept {
            do { try directory.forgetConfirmed(driver.key) } catch {
                return .device(error, at: deviceDirectory)
            }
        }
        let blockingError = await driver.repair(until: deadline)
        return await driver.otherStore ?? blockingError
    }

    /// The state that this very session found to differ from the daemon's, and has replaced.
    public var repairedDivergence: Divergence? { get async { await driver.repairedDivergence } }

    /// The loss that was found in the device's own files when they were opened, in words; `nil` for none.
    public var loss: String? { directory.loss }

    /// The first fault that is found in the whole of the device's own database, in words; `nil` for none.
    public var databaseFault: String? {
        do { return try directory.fault() } catch { return error.description }
    }

    /// The reports of states that differed: a directory for each, with both states.
    public var reports: [String] { directory.reports }

    /// The daemon's limits, by name; empty without contact.
    public var limits: [String: UInt64] { get async { await driver.limits } }
}
