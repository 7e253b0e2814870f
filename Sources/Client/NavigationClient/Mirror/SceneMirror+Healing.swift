internal import DeviceStore
package import NavigationModel
internal import NavigationSync
package import NavigationWire

/// States that devices have stored and the daemon may have lost.
extension SceneMirror {
    /// The result of sending the device's stored states to the daemon.
    package struct UploadResult: Hashable, Sendable {
        /// The states that the daemon holds now.
        package internal(set) var held: [Head] = []
        /// The states that the daemon has all of: the device has dropped them.
        package internal(set) var contained: [Head] = []
    }

    /// Sends the daemon all states that the device has stored of the user's scenes, some of which
    /// the daemon may have lost; at another store than the device's own, and where the daemon can't
    /// read the scene, the mirrored states too.
    ///
    /// - Parameter limit: The time from now on for each reply of the daemon.
    package func uploadRememberedStates(
        within limit: Duration
    ) async throws(NavigationClientError) -> UploadResult {
        let blockingError = await driver.waitUntilReady(.mirror, until: deadline)
        if let blockingError, blockingError.code != .damaged { throw blockingError }
        let isVisiting = await driver.core.connectedStore == .other
        let states: [LostState]
        do {
            states = try database.lostStates(
                of: key.user, withMirrored: isVisiting || blockingError != nil)
        } catch { throw .device(error, at: client.deviceDirectory) }
        var handed = UploadResult()
        for state in states {
            guard let end = try await upload(state, within: limit) else {
                handed.held.append(state.position)
                continue
            }
            handed.contained.append(state.position)
            // Nothing is done here for a state that still belongs to another store.
            guard state.noticed != nil else { continue }
            do {
                try database.requeue(state.key, of: state.position.epoch, after: end)
                try database.discardLostState(state.position, of: state.key)
            } catch { throw .device(error, at: client.deviceDirectory) }
            if state.key == driver.key { await driver.clearRepaired(state.position) }
        }
        return handed
    }

    /// Returns the states of the user's scenes that devices have sent to the daemon.
    package func rememberedStates() async throws(NavigationClientError) -> [RememberedState] {
        guard
            case .rememberedStates(let states) = try await requestWithRetry(
                .listRemembered, within: .seconds(5))
        else { throw .strange }
        return states
    }

    /// Returns the visible differences between the daemon's scene and a state that it holds.
    package func differences(
        to state: RememberedState
    ) async throws(NavigationClientError) -> [SceneDifference] {
        let scene = state.position.scene
        let remembered = try await download(
            state.offer.id, of: scene, length: state.offer.length)
        guard case .status(let status) = try await request(.status(scene: scene)) else {
            throw .strange
        }
        guard status.head.revision > .zero else {
            return SceneState().scene.differences(to: remembered.scene)
        }
        let call = Request.Call.state(scene: scene, at: status.head.revision)
        guard case .pastState(let offer) = try await request(call) else { throw .strange }
        let present = try await download(offer.id, of: scene, length: offer.length)
        return present.scene.differences(to: remembered.scene)
    }

    /// Replaces the daemon's scene by a state, in an epoch of its own, with all that was committed
    /// since the loss. Returns the new head.
    ///
    /// - Parameters:
    ///   - acceptsLoss: A Boolean value indicating whether the state may lack what is known to have
    ///     been acknowledged.
    ///   - limit: The time that it may take.
    /// - Throws: ``NavigationClientError/Code/refused``; then nothing was changed.
    package func heal(
        _ position: Head, acceptingLoss acceptsLoss: Bool = false,
        within limit: Duration
    ) async throws(NavigationClientError) -> Head {
        let call = Request.Call.heal(Heal(position, acceptsLoss: acceptsLoss))
        guard case .healed(let head) = try await requestWithRetry(call, within: limit) else {
            throw .strange
        }
        return head
    }

    /// Reconnects to the daemon, which may have taken the place of the device's store by now, and
    /// flushes the outbox: with it the changes that were acknowledged before and did not come back
    /// otherwise.
    public func reconnect(within limit: Duration) async throws(NavigationClientError) {
        let deadline = ContinuousClock.now + limit
        await driver.reconnect()
        if let blockingError = await driver.waitUntilReady(.mirror, until: deadline) {
            throw blockingError
        }
        await driver.flushOutbox(until: deadline)
    }

    /// Sends one state; returns the revision up to which the daemon has all of its epoch in the
    /// scene, and `nil` if it does not have all of the state.
    private func upload(
        _ state: LostState, within limit: Duration
    ) async throws(NavigationClientError) -> Revision? {
        guard state.snapshot.count <= Remember.longest else {
            throw NavigationClientError(
                .refused,
                "revision \(state.position.revision) of \(state.position.scene) has "
                    + "\(state.snapshot.count) bytes, and the upload limit is \(Remember.longest)")
        }
        var offset = 0
        while true {
            let end = min(state.snapshot.count, offset + Remember.part)
            let part = Remember(
                position: state.position, store: state.store, length: state.snapshot.count,
                offset: offset, content: Array(state.snapshot[offset..<end]),
                settled: state.settled, former: state.former)
            let answer = try await requestWithRetry(.remember(part), within: limit)
            switch answer {
            case .remembered(.contains(let end)): return end
            case .remembered(.holds): return nil
            case .remembered(.wants(end)) where end < state.snapshot.count: offset = end
            case .remembered(.wants): throw .noRoomToRemember
            default: throw .strange
            }
        }
    }

    /// Sends a request, and retries it while the daemon is busy.
    private func requestWithRetry(
        _ call: Request.Call, within limit: Duration
    ) async throws(NavigationClientError) -> Reply.Result {
        let deadline = ContinuousClock.now + limit
        while true {
            do { return try await driver.request(call, until: deadline) } catch {
                guard let failure = error.cause as? Failure, failure.code == .busy,
                    ContinuousClock.now < deadline
                else { throw error }
                let backoff = failure.retryAfter ?? Self.busyBackoff
                try? await Task.sleep(for: min(backoff, Self.longestBusyBackoff))
            }
        }
    }

    private static let busyBackoff = Duration.milliseconds(100)
    private static let longestBusyBackoff = Duration.seconds(1)
}

extension NavigationClientError {
    fileprivate static let noRoomToRemember = NavigationClientError(
        .refused,
        text: "the daemon can't store more uploaded states: \(advice: "heal a scene first")")
}
