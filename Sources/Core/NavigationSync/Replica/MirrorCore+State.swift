package import NavigationModel
internal import NavigationWire

extension MirrorCore {
    /// Receives a feed message. Every error on the feed leads to a sync.
    mutating func receiveFeed(_ bytes: [UInt8], at now: Duration, _ effects: inout [Effect]) {
        guard let welcome else { return }
        let publication = try? FeedFrame(
            opening: bytes, topic: welcome.topic, key: welcome.feedKey)
        switch publication {
        case nil:
            feed.interrupted(at: now)
        case .topicExpired:
            feed.interrupted(at: now)
            sayHelloAgain(at: now, &effects)
        case .feed(.live):
            becomeLive(at: now, &effects)
        case .feed(.scene(let head, let commits, let devices)):
            becomeLive(at: now, &effects)
            guard head.scene == scene else { return }
            if present.apply(devices) { effects.append(.present(present.devices)) }
            // The sync shows whose scene it is: a copy of the device's store has the same
            // histories.
            guard connectedStore != .unknown else { return catchUp.isDue = true }
            if head.epoch == confirmed.epoch, catchUp.fetch == nil { apply(commits, &effects) }
            if isMoreToCome(after: commits, to: head) {
                feed.announce(head.revision, at: now)
            } else {
                compare(with: head, at: now, &effects)
            }
        }
    }

    /// Returns a Boolean value indicating whether the message is a part of a batch whose commits
    /// were all applied: then the rest is on its way in further messages.
    private func isMoreToCome(after commits: [Commit], to head: Head) -> Bool {
        guard let last = commits.last, head.epoch == confirmed.epoch, catchUp.fetch == nil else {
            return false
        }
        return last.revision <= confirmed.revision && confirmed.revision < head.revision
    }

    private mutating func becomeLive(at now: Duration, _ effects: inout [Effect]) {
        guard feed.delivered() else { return }
        // A sync for what was published before the subscription took effect.
        sync(at: now, &effects)
        present.missed()
    }

    /// Applies the commits that follow on the confirmed revision; repeated ones are harmless, and
    /// after a gap nothing is applied. Returns `true` if any was applied.
    @discardableResult
    private mutating func apply(_ commits: [Commit], _ effects: inout [Effect]) -> Bool {
        var applied: [Commit] = []
        for commit in commits where commit.revision == confirmed.revision.next {
            confirmed.revision = commit.revision
            applied.append(commit)
            if commit.stamp.device == hello.device {
                clock.lastOwnTime = max(clock.lastOwnTime, commit.stamp.time)
                settleOwn(commit)
            }
        }
        guard !applied.isEmpty else { return false }
        confirmed.state.apply(applied)
        discardContainedStates()
        effects.append(.append(applied))
        effects.append(.changed(applied, isReset: false))
        return true
    }

    /// Drops the pending changes whose commits have arrived.
    mutating func discardContainedStates() {
        pending = pending.filter { $0.isWaiting || !confirmed.contains($0) }
    }

    /// Settles an own change by its commit. The operations distinguish it from another change that
    /// got the same number in another copy of this device's state. One from before the first sync
    /// keeps its number, and may have got its epoch in another process, where it was submitted.
    private mutating func settleOwn(_ commit: Commit) {
        confirmed.lastSequence = max(confirmed.lastSequence, commit.stamp.sequence)
        pending.removeAll {
            ($0.epoch == confirmed.epoch || $0.epoch == .none)
                && $0.change.sequence == commit.stamp.sequence
                && $0.change.operations == commit.operations
        }
    }

    /// Compares a head with the confirmed revision: behind means a gap or a lost tail, and equal
    /// revisions must have equal digests.
    mutating func compare(with head: Head, at now: Duration, _ effects: inout [Effect]) {
        if head.epoch != confirmed.epoch || head.revision > confirmed.revision {
            sync(at: now, &effects)
        } else if head.revision == confirmed.revision {
            guard head.digest == confirmed.state.digest else { return diverge(at: now, &effects) }
            divergence.equal(at: head.revision)
        }
    }

    mutating func take(_ synced: SyncReply, at now: Duration, _ effects: inout [Effect]) {
        guard synced.head.scene == scene else { return }
        guard !hasOtherStoreReset(by: synced.head) else { return dropConnection(&effects) }
        identifyStore(by: synced.head, &effects)
        submitter.lastSequence = synced.lastSequence
        switch synced.content {
        // A daemon's own: a decoded reply has commits.
        case .page: return
        case .commits(let commits):
            guard synced.head.epoch == confirmed.epoch else { return syncAnew(at: now, &effects) }
            if synced.head.revision < catchUp.revisionAtRequest, acceptRollback(at: now, &effects) {
                return
            }
            let position = commits.first?.revision
            let isProgress = apply(commits, &effects)
            if isProgress { catchUp.progressed() }
            if confirmed.revision >= synced.head.revision {
                finishSync(at: synced.head, synced.lastSequence, now, &effects)
            } else if isProgress {
                sync(at: now, &effects)
            } else if position.map({ $0 <= confirmed.revision }) ?? false {
                syncAnew(at: now, &effects)
            } else {
                // Commits that don't follow would be requested forever.
                catchUp.needsSnapshot = true
                syncAnew(at: now, &effects)
            }
        case .snapshot(let id, let revision, let length):
            guard revision == synced.head.revision else {
                // Commits arrived meanwhile: the digest and the settled number are of an older
                // revision.
                return syncAnew(at: now, &effects)
            }
            let isSameHistory = synced.head.epoch == confirmed.epoch
            // The daemon has lost revisions that it had sent.
            if isSameHistory, revision < catchUp.revisionAtRequest { divergence.cause = .ahead }
            let end = isSameHistory ? nil : synced.former.end(of: confirmed.epoch)
            // Revisions that it has dropped are not given up without a report.
            if !isSameHistory, connectedStore == .own, !showsOther {
                // From a version without former histories only the number of revisions is known.
                let isSilent = synced.former.isEmpty && welcome?.store == StoreID.none
                let kept = isSilent ? revision : end ?? .zero
                if kept < seenRevision { divergence.cause = .replaced }
            }
            // The feed may have been quicker: then the snapshot would set the mirror back.
            let isBehind = !isSameHistory || confirmed.revision < revision
            guard isBehind || catchUp.requestsSnapshot || divergence.cause != nil else {
                return finishSync(at: synced.head, synced.lastSequence, now, &effects)
            }
            guard let download = SnapshotDownload(id: id, length: length) else {
                return takeRefusal(.unusableSnapshot, at: now, &effects)
            }
            catchUp.fetch = CatchUp.SnapshotFetch(
                head: synced.head, lastSequence: synced.lastSequence,
                former: synced.former.suffix(FormerHistory.most), download: download)
            fetchOn(at: now, &effects)
        }
    }

    /// Completes a sync: the mirror is at the head of the reply, or further.
    mutating func finishSync(
        at head: Head, _ last: SequenceNumber, _ now: Duration, _ effects: inout [Effect]
    ) {
        catchUp.finished()
        session.accepted()
        // The feed may have brought later ones, unless the mirror is at the revision of the reply.
        let known = confirmed.revision > head.revision ? confirmed.lastSequence : .zero
        if max(known, last) != confirmed.lastSequence {
            confirmed.lastSequence = max(known, last)
            effects.append(.append([]))
            effects.append(.changed([], isReset: false))
        }
        if catchUp.isDue {
            sync(at: now, &effects)
        } else {
            compare(with: head, at: now, &effects)
        }
    }
}

extension MirrorCore {
    /// Returns the confirmed state with the device's pending changes on top, stamped by the
    /// daemon's own rule with an estimate of its clock, so that they appear at once and in their
    /// final positions.
    package func optimisticState(at now: Duration) -> SceneState {
        optimisticState(of: confirmed, with: pending, at: now)
    }

    /// Returns the optimistic state for the device's database, which may be a little ahead of the
    /// mirror.
    package func optimisticState(
        of confirmed: ConfirmedScene, with changes: [PendingChange], at now: Duration
    ) -> SceneState {
        var state = confirmed.state
        var revision = confirmed.revision
        var done = clock.lastOwnTime
        let received = clock.time(at: now, after: confirmed.state.latest)
        for change in changes where !confirmed.contains(change) {
            let age = received == nil ? nil : change.made.map { (now - $0).microseconds }
            let time = EffectiveTime.of(
                received: received ?? .zero, age: age, seen: change.change.base.latest, done: done)
            let admission = state.execute(change.change, at: time, revision: revision.next)
            if !admission.effects.isEmpty { revision = revision.next }
            done = time
        }
        return state
    }
}
