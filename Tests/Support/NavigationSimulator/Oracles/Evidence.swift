package import NavigationModel

/// The expected result of a history, seen from its commits alone.
package struct Evidence {
    /// The log of a scene.
    package var commits: [Commit]
    /// The state that everybody sees at its end.
    package var scene: Scene
    /// The state that the log begins with.
    package var beginning: SceneState

    /// Takes the log and the scene that came of it.
    package init(commits: [Commit], scene: Scene, beginning: SceneState = SceneState()) {
        self.commits = commits
        self.scene = scene
        self.beginning = beginning
    }

    /// The promises that it breaks.
    package var wrongs: [(oracle: Violation.Oracle, text: String)] {
        popsOnce.map { (.popOnce, $0) } + keepsPushes.map { (.pushKept, $0) }
    }

    /// A pop takes what it names, once: one that came after another is a noop.
    private var popsOnce: [String] {
        var wrongs: [String] = []
        var state = beginning
        for commit in commits {
            guard let pop = commit.operations.first?.payload as? PopOperation,
                commit.operations.count == 1
            else {
                state.apply(commit)
                continue
            }
            let before = state.scene.stack(pop.stack) ?? []
            let stoodIn = state
            state.apply(commit)
            let after = state.scene.stack(pop.stack) ?? []
            let gone = before.filter { !after.contains($0) }.map(\.id)
            let named = named(pop.screens, stoodIn)
            if commit.outcome == .applied, before == after {
                wrongs.append("revision \(commit.revision) popped what was gone already")
            }
            if !gone.allSatisfy(named.contains) {
                wrongs.append("revision \(commit.revision) popped more than it named")
            }
        }
        return wrongs
    }

    private func named(_ screens: ObservedScreens, _ state: SceneState) -> [ScreenID] {
        switch screens {
        case .named(let screens): screens.map(\.id)
        case .spans(let spans):
            state.entries.compactMap { effect, _ in
                guard effect.record.kind == .screen, effect.field == ScreenField.placement,
                    spans.contains(where: { $0.contains(effect.stamp) })
                else { return nil }
                return ScreenID(rawValue: effect.record.name)
            }
        }
    }

    /// Expects that every push is shown, unless something tells why not.
    private var keepsPushes: [String] {
        var wrongs: [String] = []
        for commit in commits {
            for (operation, outcome) in zip(commit.operations, commit.outcomes) {
                guard let push = operation.payload as? PushOperation, outcome.kind != .rejected
                else { continue }
                let (id, stack) = (push.id, push.stack)
                guard let stamp = placement(of: id, in: commit) else {
                    if outcome == .applied { wrongs.append("push of \(id) was never placed") }
                    continue
                }
                if !isShown(id, on: stack), !isExplained(id, placed: stamp, on: stack),
                    !wentWithItsStack(id, stack)
                {
                    wrongs.append(
                        "what \(commit.author) pushed at revision \(commit.revision) on "
                            + "\(stack) is gone")
                }
            }
        }
        return wrongs
    }

    /// Returns a Boolean value indicating whether it was forgotten, as all is that lies on a stack
    /// which nobody has seen for long: what is put on that later begins anew.
    private func wentWithItsStack(_ id: ScreenID, _ stack: StackID) -> Bool {
        var state = beginning
        for commit in commits {
            if commit.prunedRecords.contains(.screen(id)), state.scene.stack(stack) == nil {
                return true
            }
            state.apply(commit)
        }
        return false
    }

    private func placement(of id: ScreenID, in commit: Commit) -> Stamp? {
        commit.effects.first {
            $0.record == .screen(id) && $0.field == ScreenField.placement
        }?.stamp
    }

    private func isShown(_ id: ScreenID, on stack: StackID) -> Bool {
        guard let shown = scene.stack(stack) else { return true }
        let route = route(of: id)
        return shown.contains { $0.id == id || $0.route == route }
    }

    private func route(of id: ScreenID) -> String? {
        for commit in commits {
            for effect in commit.effects
            where effect.record == .screen(id) && effect.field == ScreenField.route {
                return effect.value.text
            }
        }
        return nil
    }

    /// Returns a Boolean value indicating whether a pop named it, a newer list replaced it, or it
    /// was put elsewhere.
    private func isExplained(_ id: ScreenID, placed stamp: Stamp, on stack: StackID) -> Bool {
        commits.contains { commit in
            let isReplaced = commit.effects.contains { effect in
                stack.raisesFloor(effect) && effect.stamp > stamp
            }
            let isPopped = zip(commit.operations, commit.outcomes).contains { operation, outcome in
                guard let pop = operation.payload as? PopOperation, outcome.kind != .rejected
                else { return false }
                switch pop.screens {
                case .named(let screens):
                    return screens.contains {
                        $0.id == id && $0.placement.namesSameWrite(as: stamp)
                    }
                case .spans(let spans): return spans.contains { $0.contains(stamp) }
                }
            }
            return isReplaced || isPopped
        }
    }
}

extension StackID {
    /// Returns a Boolean value indicating whether the effect raises the floor of this stack.
    fileprivate func raisesFloor(_ effect: RegisterWrite) -> Bool {
        guard effect.field == StackField.floor else { return false }
        return switch self {
        case .tab(let id): effect.record == .tab(id)
        case .modal(let id): effect.record == .modal(id)
        case .bar(let id): effect.record == .standaloneBar(id)
        }
    }
}
