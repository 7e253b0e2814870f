package import NavigationModel
package import NavigationSync
internal import NavigationWire

/// A scene's history as a daemon would make it: each step is one change.
package struct SampleHistory: Sendable {
    /// The scene.
    package let key: SceneKey
    /// The id of the history.
    package let epoch: Epoch
    /// The device that makes every change.
    package let device: DeviceID
    /// The last revision made.
    package private(set) var revision: Revision
    /// The state at `revision`.
    package private(set) var state: SceneState
    /// The state at `revision` as a daemon of version 0.1.0 makes it, which notes nothing of what was
    /// said with a push.
    package private(set) var firstState: SceneState

    /// The device of all samples, unless another is named.
    package static let device = DeviceID(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c_0d0e_0f10)

    /// Begins a history, or goes on with a stored one.
    package init(
        of scene: SceneID = .main, user: UserID = "ada", by device: DeviceID = Self.device,
        from stored: StoredScene? = nil
    ) {
        key = SceneKey(user: user, scene: scene)
        epoch = stored?.epoch ?? Epoch(rawValue: 0x0123_4567_89ab_cdef)
        self.device = device
        revision = stored?.revision ?? .zero
        state = stored?.state ?? SceneState()
        firstState = state
    }

    /// The change with the next sequence, which is the next revision.
    package func nextChange() -> Change {
        change(operations)
    }

    private func change(_ operations: [Operation]) -> Change {
        Change(
            device: device, sequence: SequenceNumber(rawValue: revision.next.rawValue),
            base: Change.Base(revision: revision, latest: state.latest), operations: operations)
    }

    /// Takes the next change, and says what it came to.
    package mutating func advance() -> (commit: Commit, storedReceipt: StoredReceipt) {
        advance(operations)
    }

    private mutating func advance(
        _ operations: [Operation]
    ) -> (commit: Commit, storedReceipt: StoredReceipt) {
        let change = change(operations)
        let time = Timestamp(rawValue: Int64(revision.next.rawValue) * 1_000)
        revision = revision.next
        let admission = state.execute(change, at: time, revision: revision)
        let pushed = ScreenField.pushedContent
        _ = firstState.join(
            admission.effects.filter { $0.record.kind != .screen || $0.field != pushed },
            at: revision)
        let commit = Commit(
            revision: revision, stamp: change.stamp(at: time), author: "phone",
            operations: change.operations, outcomes: admission.outcomes, effects: admission.effects)
        let storedReceipt = StoredReceipt(
            device: device, sequence: change.sequence, hash: Digest(hashing: change.encoded),
            time: time, outcomes: admission.outcomes, revision: revision)
        return (commit, storedReceipt)
    }

    /// Takes the next `count` changes as one write.
    package mutating func write(_ count: Int, snapshot: Bool = false) -> SceneWrite {
        var write = SceneWrite(key: key, epoch: epoch, expected: revision)
        for _ in 0..<count {
            let step = advance()
            write.commits.append(EncodedCommit(step.commit))
            write.storedReceipts.append(step.storedReceipt)
        }
        if snapshot { write.snapshot = self.snapshot() }
        return write
    }

    /// Takes a change that pushes screens with a payload each, as one write.
    package mutating func write(pushing count: Int, with payload: [UInt8]) -> SceneWrite {
        var write = SceneWrite(key: key, epoch: epoch, expected: revision)
        let step = advance(
            (0..<count).map { number in
                .push(
                    ScreenID(unchecked: "long-\(revision)-\(number)"), onto: "inbox", on: nil,
                    attributes: [
                        Attribute(field: ScreenField.route, value: .text("app://\(number)")),
                        Attribute(field: ScreenField.payload, value: Value(bytes: payload)),
                    ])
            })
        write.commits.append(EncodedCommit(step.commit))
        write.storedReceipts.append(step.storedReceipt)
        return write
    }

    /// Takes two changes, by which a tab comes and goes, as one write.
    package mutating func write(passing tab: TabID) -> SceneWrite {
        var write = SceneWrite(key: key, epoch: epoch, expected: revision)
        for operation in [
            Operation.declareTab(tab, at: .between(nil, nil), attributes: []), .removeTab(tab),
        ] {
            let step = advance([operation])
            write.commits.append(EncodedCommit(step.commit))
            write.storedReceipts.append(step.storedReceipt)
        }
        return write
    }

    /// Forgets what nobody needs who has seen it as it is now, as the daemon does in a commit of its
    /// own; `nil` if there is nothing to forget.
    package mutating func prune() -> SceneWrite? {
        let next = revision.next
        let time = Timestamp(rawValue: Int64(next.rawValue) * 1_000)
        guard
            let commit = state.prune(
                through: revision, limit: 1_000, most: 1, at: time, as: next, by: "navsyncd"
            ).first
        else { return nil }
        var write = SceneWrite(key: key, epoch: epoch, expected: revision)
        write.commits = [EncodedCommit(commit)]
        revision = next
        return write
    }

    /// All of it as it is now, taken when daemons have run for so long.
    package func snapshot(accumulatedUptime: Duration = .zero, position: UInt64 = 0)
        -> SceneSnapshot
    {
        let mark = LogPosition(
            revision: revision, accumulatedUptime: accumulatedUptime, byteOffset: position)
        return SceneSnapshot(mark: mark, bytes: state.snapshot)
    }

    /// A tab at first; then titles, with a screen now and then, so that long histories stay small.
    private var operations: [Operation] {
        let number = revision.next
        let title = Attribute(field: TabField.title, value: .text("Inbox \(number)"))
        guard number > 1 else {
            return [.declareTab("inbox", at: .between(nil, nil), attributes: [title])]
        }
        guard number.rawValue % 32 == 2 else { return [.updateTab("inbox", attributes: [title])] }
        let route = Attribute(field: ScreenField.route, value: .text("app://mail/\(number)"))
        return [
            .push(
                ScreenID(unchecked: "screen-\(number)"), onto: "inbox", on: nil,
                attributes: [route])
        ]
    }
}

extension SceneWrite {
    /// The commits, decoded.
    package var decodedCommits: [Commit] { commits.compactMap { try? $0.decoded() } }
}
