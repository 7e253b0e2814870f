internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationSync

/// A mirror's state as JSON: the common part of `show`, `wait` and the snapshots of `watch`.
enum MirrorJSON {
    /// `epoch`, `revision`, `digest`, `pending`, `status`, `scene`.
    static func members(
        of view: MirrorUpdate, on platform: Platform = .usual
    ) -> [String: JSON] {
        [
            "epoch": .string(view.epoch.description), "revision": .init(view.revision),
            // Computed anew from this mirror's own records, not the running digest.
            "digest": .string(view.state.recomputedDigest.description),
            "pending": .init(view.pendingCount), "status": .string(view.status.word),
            "scene": SceneJSON.value(of: view.scene, on: platform),
        ]
    }

    /// Returns `epoch`, `revision`, `digest`, `scene`: of a past scene.
    static func members(
        of past: PastScene, on platform: Platform = .usual
    ) -> [String: JSON] {
        [
            "epoch": .string(past.epoch.description), "revision": .init(past.revision),
            "digest": .string(past.state.recomputedDigest.description),
            "scene": SceneJSON.value(of: past.scene, on: platform),
        ]
    }
}

extension MirrorStatus {
    /// The name in JSON.
    var word: String {
        switch self {
        case .offline: "offline"
        case .syncing: "syncing"
        case .live: "live"
        case .feedBlocked: "feedBlocked"
        case .refused: "refused"
        case .diverged: "diverged"
        }
    }
}
