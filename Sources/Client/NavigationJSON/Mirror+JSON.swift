package import NavigationBars
package import NavigationClient
internal import NavigationModel
internal import NavigationSync

/// A mirror's state as JSON, without the scene: the common part of `show`, `wait` and the snapshots
/// of `watch`.
package struct MirrorHeadJSON: Encodable {
    private let epoch: String
    private let revision: UInt64
    private let digest: String
    private let pending: Int
    private let status: String

    /// Takes a mirror's state.
    ///
    /// - Parameter isAudited: A Boolean value indicating whether the digest is computed anew from
    ///   all of the mirror's own records, instead of the running one.
    package init(_ view: MirrorUpdate, isAudited: Bool = true) {
        epoch = view.epoch.description
        revision = view.revision.rawValue
        digest = (isAudited ? view.state.recomputedDigest : view.digest).description
        pending = view.pendingCount
        status = view.status.word
    }
}

/// A mirror's state as JSON, with the scene.
package struct MirrorJSON: Encodable {
    private let head: MirrorHeadJSON
    private let scene: SceneJSON

    private enum CodingKeys: CodingKey { case scene }

    /// Takes a mirror's state.
    ///
    /// - Parameter isAudited: As that of ``MirrorHeadJSON``.
    package init(_ view: MirrorUpdate, on platform: Platform = .usual, isAudited: Bool = true) {
        head = MirrorHeadJSON(view, isAudited: isAudited)
        scene = SceneJSON(view.scene, on: platform)
    }

    /// Encodes the scene among the members of the head.
    package func encode(to encoder: any Encoder) throws {
        try head.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(scene, forKey: .scene)
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
