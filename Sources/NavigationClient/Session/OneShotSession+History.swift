public import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// Looking back, within the history that the daemon keeps.
extension OneShotSession {
    /// The scene as it was at an earlier revision.
    ///
    /// - Throws: ``NavigationClientError/Code/refused`` if the scene has not got that far, or the
    ///   history no longer reaches back that far: the message says from which revision on it does.
    public func state(
        at revision: Revision
    ) async throws(NavigationClientError) -> PastScene {
        let offer = try await offer(of: revision)
        guard var download = SnapshotDownload(id: offer.id, length: offer.length) else {
            throw .refused(by: .unusableSnapshot)
        }
        while !download.isComplete {
            let call = Request.Call.snapshotPart(
                scene: driver.key.scene, id: offer.id, offset: download.bytes.count)
            guard case .snapshotContent(let offset, let content) = try await ask(call) else {
                throw .strange
            }
            guard download.take(content, at: offset) else {
                throw .refused(by: .unusableSnapshot)
            }
        }
        guard let state = try? SceneState(snapshot: download.bytes), state.digest == offer.digest
        else {
            throw NavigationClientError(
                .refused,
                text: """
                    the state at revision \(revision) is not what the daemon says it is: \
                    \(remedy: .seekFault)
                    """)
        }
        return PastScene(epoch: offer.epoch, revision: revision, state: state)
    }

    /// The digest of the scene as it was at an earlier revision, and the history that is meant.
    ///
    /// - Throws: as ``state(at:)`` does.
    public func digest(
        at revision: Revision
    ) async throws(NavigationClientError) -> (epoch: Epoch, digest: Digest) {
        let offer = try await offer(of: revision)
        return (offer.epoch, offer.digest)
    }

    /// The commit with this revision; `nil` if it is not kept.
    public func commit(
        _ revision: Revision
    ) async throws(NavigationClientError) -> Commit? {
        guard revision > .zero else { return nil }
        let before = revision.previous
        let page = try await history(after: before, limit: 1)
        return page.commits.first { $0.revision == revision }
    }

    /// Returns the authors of these commits, as far as the log still says so: for explanations. The
    /// newest few if there are many.
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

    /// Commits that are looked up for one explanation.
    static let explained = 64

    private func offer(
        of revision: Revision
    ) async throws(NavigationClientError) -> PastSnapshotOffer {
        let call = Request.Call.state(scene: driver.key.scene, at: revision)
        guard case .pastState(let offer) = try await ask(call) else { throw .strange }
        return offer
    }

    /// Asks the daemon something, by the session's deadline.
    func ask(_ call: Request.Call) async throws(NavigationClientError) -> Reply.Result {
        try await driver.ask(call, until: deadline)
    }
}

extension HistoryPage {
    /// Returns `true` if the page has at most `limit` commits in growing order behind a revision,
    /// so that asking for page after page ends.
    func goesOn(after revision: Revision, limit: Int) -> Bool {
        let revisions = [revision] + commits.map(\.revision)
        return commits.count <= max(limit, 1) && zip(revisions, revisions.dropFirst()).allSatisfy(<)
    }
}
