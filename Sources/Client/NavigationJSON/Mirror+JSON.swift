package import NavigationBars
package import NavigationClient
internal import NavigationModel
internal import NavigationSync

/// A mirror's state as JSON: the common part of `show`, `wait` and the snapshots of `watch`.
package struct MirrorJSON: Encodable {
    private let epoch: String
    private let revision: UInt64
    private let digest: String
    private let pending: Int
    private let status: String
    private let scene: SceneJSON

    /// Takes a mirror's state.
    ///
    /// - Parameter isAudited: A Boolean value indicating whether the digest is computed anew from
    ///   all of the mirror's own records, instead of the running one.
    package init(_ view: MirrorUpdate, on platform: Platform = .usual, isAudited: Bool = true) {
        epoch = view.epoch.description
        revision = view.revision.rawValue
        digest = (isAudited ? view.state.recomputedDigest : view.digest).description
        pending = view.pendingCount
        status = view.status.word
        scene = SceneJSON(view.scene, on: platform)
    }
}

/// A past scene as JSON.
package struct PastSceneJSON: Encodable {
    private let epoch: String
    private let revision: UInt64
    private let digest: String
    private let scene: SceneJSON

    /// Takes a past scene.
    package init(_ past: PastScene, on platform: Platform = .usual) {
        epoch = past.epoch.description
        revision = past.revision.rawValue
        digest = past.state.recomputedDigest.description
        scene = SceneJSON(past.scene, on: platform)
    }
}

extension MirrorStatus {
    /// The name in JSON.
    package var word: String {
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
