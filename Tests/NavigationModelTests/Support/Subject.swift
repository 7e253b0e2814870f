@testable import NavigationModel

/// The model under test: the product, or the product with one bug planted into it from outside.
struct Subject: Sendable {
    /// The daemon, and a mirror for what is not confirmed yet, take a change.
    var admit:
        @Sendable (inout SceneState, Change, Timestamp, Revision) -> SceneState.ExecutionResult
    /// A mirror takes a commit.
    var apply: @Sendable (inout SceneState, Commit) -> Void
    /// The daemon prunes, in commits of few records each.
    var prune: @Sendable (inout SceneState, Revision, Timestamp, Revision) -> [Commit]
    /// The state as people are shown it.
    var show: @Sendable (SceneState) -> SceneState

    /// The product as it is.
    static let product = Subject(
        admit: { state, change, time, revision in
            state.execute(change, at: time, revision: revision)
        },
        apply: { state, commit in state.apply(commit) },
        prune: { state, horizon, time, revision in
            state.prune(
                through: horizon, limit: 2, most: .max, at: time, as: revision, by: "daemon")
        },
        show: { $0 })
}

/// The places at which a bug can be planted.
extension Subject {
    /// Mirrors join effects in another way.
    static func applying(
        _ join: @escaping @Sendable (inout SceneState, RegisterWrite, Revision) -> Void
    ) -> Subject {
        var subject = product
        subject.apply = { state, commit in
            for effect in commit.effects { join(&state, effect, commit.revision) }
            state.removeRecords(commit.prunedRecords)
        }
        return subject
    }

    /// Operations are taken for others.
    static func rewriting(
        _ operation: @escaping @Sendable (Operation, SceneState) -> Operation
    ) -> Subject {
        var subject = product
        subject.admit = { state, change, time, revision in
            let operations = change.operations.map { operation($0, state) }
            return state.execute(change.with(operations), at: time, revision: revision)
        }
        return subject
    }

    /// Changes take effect at another time.
    static func timing(
        _ effective: @escaping @Sendable (Change, Timestamp, SceneState) -> Timestamp
    ) -> Subject {
        var subject = product
        subject.admit = { state, change, time, revision in
            state.execute(change, at: effective(change, time, state), revision: revision)
        }
        return subject
    }

    /// Operations that are taken write something more.
    static func adding(
        _ effects: @escaping @Sendable (Operation, Stamp) -> [RegisterWrite]
    ) -> Subject {
        var subject = product
        subject.admit = { state, change, time, revision in
            var admission = state.execute(change, at: time, revision: revision)
            guard admission.outcomes.mostSevere.kind != .rejected else { return admission }
            for operation in change.operations {
                let more = effects(operation, change.stamp(at: time))
                admission.effects += state.join(more, at: revision)
            }
            return admission
        }
        return subject
    }

    /// People are shown a state in which registers are others.
    static func showing(
        _ register: @escaping @Sendable (SceneState, RegisterWrite) -> RegisterWrite?
    ) -> Subject {
        var subject = product
        subject.show = { state in
            var shown = SceneState()
            shown.join(
                entries: state.entries.compactMap { effect, revision in
                    register(state, effect).map { ($0, revision) }
                })
            return shown
        }
        return subject
    }

    /// People are shown a state without some registers.
    static func showing(
        without isLeftOut: @escaping @Sendable (SceneState, RegisterWrite) -> Bool
    ) -> Subject {
        showing { state, effect in isLeftOut(state, effect) ? nil : effect }
    }

    /// A prune does not write all it should.
    static func pruning(
        without isLeftOut: @escaping @Sendable (RegisterWrite) -> Bool
    ) -> Subject {
        var subject = product
        subject.prune = { state, horizon, time, revision in
            var trial = state
            let commits = product.prune(&trial, horizon, time, revision).map { whole in
                Commit(
                    revision: whole.revision, stamp: whole.stamp, author: whole.author,
                    operations: whole.operations, outcomes: whole.outcomes,
                    effects: whole.effects.filter { !isLeftOut($0) },
                    prunedRecords: whole.prunedRecords)
            }
            state.apply(commits)
            return commits
        }
        return subject
    }

    /// A change of which a step is not allowed is taken without that step.
    static let halfTaken: Subject = {
        var subject = product
        subject.admit = { state, change, time, revision in
            var trial = state
            let whole = trial.execute(change, at: time, revision: revision)
            guard whole.outcomes.mostSevere.kind == .rejected, change.operations.count > 1 else {
                state = trial
                return whole
            }
            var admission = SceneState.ExecutionResult()
            for operation in change.operations {
                let part = state.execute(change.with([operation]), at: time, revision: revision)
                admission.effects += part.effects
                admission.outcomes += part.outcomes
            }
            return admission
        }
        return subject
    }()
}

extension Change {
    /// The same change with other steps.
    fileprivate func with(_ operations: [Operation]) -> Change {
        Change(
            device: device, sequence: sequence, base: base, requiredRevision: requiredRevision,
            animated: animated, operations: operations)
    }
}

extension RegisterWrite {
    /// The same write at another time.
    func at(_ stamp: Stamp) -> RegisterWrite {
        RegisterWrite(record: record, field: field, stamp: stamp, value: value)
    }
}
