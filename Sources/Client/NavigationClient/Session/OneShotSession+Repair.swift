internal import DeviceStore
internal import NavigationModel
public import NavigationSync
public import NavigationWire

/// Audit of the scene, and repair of the mirror.
extension OneShotSession {
    /// Audits the scene in the daemon's database. This reads the whole database: it is for people
    /// who look for a fault.
    public func audit() async throws(NavigationClientError) -> Audit {
        let call = Request.Call.audit(scene: driver.key.scene)
        guard case .audit(let audit) = try await ask(call) else { throw .strange }
        return audit
    }

    /// Replaces the state in the device's directory by a fresh snapshot, even if that state can't
    /// be read. The outbox stays. Returns the error that prevents it, also at another store than
    /// the device's own, since the snapshot is of that store's scene.
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
    public var repairedDivergence: Divergence? { get async { await driver.problem.divergence } }

    /// A description of the loss that was found in the device's own files when they were opened;
    /// `nil` for none.
    public var loss: String? { directory.loss }

    /// A description of the first fault in the device's own database, all of which is read; `nil`
    /// for none.
    public var databaseFault: String? {
        do { return try directory.fault() } catch { return error.description }
    }

    /// The reports of divergences: a directory for each, with both states.
    public var reports: [String] { directory.reports }

    /// The daemon's limits, by name; empty without a connection.
    public var limits: [String: UInt64] { get async { await driver.limits } }
}
