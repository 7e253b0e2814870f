public import NavigationModel
internal import NavigationSync
public import NavigationWire

/// A scene as it was at an earlier revision.
public struct PastScene: Sendable {
    /// The id of the scene's log.
    public let epoch: Epoch
    /// The revision.
    public let revision: Revision
    /// The records at that revision.
    package let state: SceneState
    /// The device that it is shown on.
    let device: DeviceID

    /// The scene at that revision, with the selection that this device kept then.
    public var scene: Scene { state.scene(of: device) }
}

/// The daemon's state, and past states and commits, within the log that it keeps.
extension SceneMirror {
    /// Requests the state of the daemon and of the scene.
    package func status() async throws(NavigationClientError) -> DaemonStatus {
        let call = Request.Call.status(scene: driver.key.scene)
        guard case .status(let status) = try await driver.request(call, until: deadline) else {
            throw .strange
        }
        return status
    }

    /// Returns a page of the log, oldest first: at most `limit` commits above a revision.
    public func history(
        after revision: Revision, limit: Int
    ) async throws(NavigationClientError) -> HistoryPage {
        let call = Request.Call.history(scene: driver.key.scene, after: revision, limit: limit)
        guard case .historyPage(let page) = try await driver.request(call, until: deadline),
            page.goesOn(after: revision, limit: limit)
        else { throw .strange }
        return page
    }

    /// Returns the scene as it was at an earlier revision.
    ///
    /// - Throws: ``NavigationClientError/Code/refused`` if the scene has not reached the revision,
    ///   or the log no longer goes back that far: the message names its first revision.
    public func state(
        at revision: Revision
    ) async throws(NavigationClientError) -> PastScene {
        let offer = try await offer(of: revision)
        let state = try await download(offer.id, of: key.scene, length: offer.length)
        guard state.digest == offer.digest
        else {
            throw NavigationClientError(
                .refused,
                text: """
                    the state at revision \(revision) does not match the daemon's digest: \
                    \(remedy: .seekFault)
                    """)
        }
        return PastScene(
            epoch: offer.epoch, revision: revision, state: state, device: device)
    }

    /// Returns the digest of the scene as it was at an earlier revision, with the epoch.
    ///
    /// - Throws: As ``state(at:)``.
    package func digest(
        at revision: Revision
    ) async throws(NavigationClientError) -> (epoch: Epoch, digest: Digest) {
        let offer = try await offer(of: revision)
        return (offer.epoch, offer.digest)
    }

    /// Returns the commit with this revision; `nil` if it is no longer in the log.
    public func commit(
        _ revision: Revision
    ) async throws(NavigationClientError) -> Commit? {
        guard revision > .zero else { return nil }
        let before = revision.previous
        let page = try await history(after: before, limit: 1)
        return page.commits.first { $0.revision == revision }
    }

    /// Returns the authors of these commits, as far as the log still has them: for explanations. Of
    /// many revisions, those of the newest few.
    public func authors(
        of revisions: Set<Revision>
    ) async -> [Revision: DeviceName] {
        var authors: [Revision: DeviceName] = [:]
        for revision in revisions.sorted().suffix(Self.explained) {
            // Without a name the revision alone has to do.
            authors[revision] = (try? await commit(revision))?.author
        }
        return authors
    }

    /// The maximum of commits that are fetched for one explanation.
    static let explained = 64

    /// Fetches a state of a scene, part by part.
    func download(
        _ id: UInt64, of scene: SceneID, length: Int
    ) async throws(NavigationClientError) -> SceneState {
        guard var download = SnapshotDownload(id: id, length: length) else {
            throw .refused(by: .unusableSnapshot)
        }
        while !download.isComplete {
            let call = Request.Call.snapshotPart(
                scene: scene, id: id, offset: download.bytes.count)
            guard case .snapshotContent(let offset, let content) = try await request(call) else {
                throw .strange
            }
            guard download.take(content, at: offset) else {
                throw .refused(by: .unusableSnapshot)
            }
        }
        guard let state = try? SceneState(snapshot: download.bytes) else {
            throw .refused(by: .unusableSnapshot)
        }
        return state
    }

    private func offer(
        of revision: Revision
    ) async throws(NavigationClientError) -> PastSnapshotOffer {
        let call = Request.Call.state(scene: driver.key.scene, at: revision)
        guard case .pastState(let offer) = try await request(call) else { throw .strange }
        return offer
    }

    /// Sends a request and waits for the reply, until the mode's deadline.
    func request(_ call: Request.Call) async throws(NavigationClientError) -> Reply.Result {
        try await driver.request(call, until: deadline)
    }
}

extension HistoryPage {
    /// Returns a Boolean value indicating whether the page has at most `limit` commits in growing
    /// order behind a revision, so that paging ends.
    func goesOn(after revision: Revision, limit: Int) -> Bool {
        let revisions = [revision] + commits.map(\.revision)
        return commits.count <= max(limit, 1) && zip(revisions, revisions.dropFirst()).allSatisfy(<)
    }
}
