internal import NavigationModel
internal import NavigationWire

/// Scenes that lose their names: renamed, put in the trash, or removed permanently; and scenes that
/// get them again. Nothing is announced until that is durable.
///
/// A scene in the trash is a scene of the store under an id of its own; see ``TrashID``. Nobody reads
/// or mirrors it there. Its name is free: who uses it erases the scene in the trash.
extension DaemonCore {
    /// Handles one of these calls.
    mutating func manageScene(
        _ call: Request.Call, from peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply? {
        let name: UserID?
        switch call {
        case .removeScene(let user, _), .renameScene(let user, _, _), .trashScene(let user, _),
            .restoreScene(let user, _):
            name = user
        default: return nil
        }
        let user = try access.manager(of: name, access.caller(at: peer), at: peer)
        let actor = access.attribution(of: peer, about: user, at: now)
        switch call {
        case .removeScene(_, let scene): try remove(scene, of: user, by: actor)
        case .renameScene(_, let scene, let newName):
            try rename(scene, to: newName, of: user, by: actor, for: peer.principal)
        case .trashScene(_, let scene):
            try trash(scene, of: user, by: actor, for: peer.principal)
        case .restoreScene(_, let scene): try restore(scene, of: user, by: actor)
        default: return nil
        }
        return ProposedReply(.done, showing: user)
    }

    private mutating func remove(
        _ scene: SceneID, of user: UserID, by actor: Attribution
    ) throws(RequestError) {
        guard try access.cachedUser(user).usage.trash[scene] == nil else {
            return eraseTrash(scene, of: user, by: actor)
        }
        let key = try readableKey(of: scene, of: user)
        change(.eraseScene(key, epoch: pipeline.scenes[key]?.epoch, by: actor), of: user)
        pipeline.remove(key)
        unload(key)
    }

    private mutating func rename(
        _ scene: SceneID, to newName: SceneID, of user: UserID, by actor: Attribution,
        for principal: Principal
    ) throws(RequestError) {
        let scenes = try access.cachedUser(user).usage.scenes
        if try isRenamed(scene, to: newName, of: user) { return }
        let epoch = try epoch(of: scene, of: user, for: principal)
        try newName.checkNew("scene")
        guard !scenes.contains(newName) else {
            throw .refused(.sceneExists(newName), showing: user)
        }
        let target = try freeKey(of: newName, of: user)
        eraseTrash(newName, of: user, by: actor)
        move(SceneKey(user: user, scene: scene), to: target, epoch, by: actor)
    }

    /// Returns a Boolean value indicating whether a scene has got its new name before: by the same
    /// request, whose reply was lost.
    private func isRenamed(
        _ scene: SceneID, to newName: SceneID, of user: UserID
    ) throws(RequestError) -> Bool {
        let scenes = try access.cachedUser(user).usage.scenes
        guard !scenes.contains(scene), scenes.contains(newName) else { return false }
        let key = SceneKey(user: user, scene: newName)
        try pipeline.checkAreInMemory([key])
        let former = access.former(SceneKey(user: user, scene: scene))
        return former.contains { $0.isRemoved && $0.epoch == pipeline.scenes[key]?.epoch }
    }

    private mutating func trash(
        _ scene: SceneID, of user: UserID, by actor: Attribution, for principal: Principal
    ) throws(RequestError) {
        // By the same request, whose reply was lost.
        guard try access.cachedUser(user).usage.trash[scene] == nil else { return }
        let epoch = try epoch(of: scene, of: user, for: principal)
        eraseOldTrash(of: user, keeping: UserLimits.trash - 1, by: actor)
        let id = TrashID(name: scene, removed: actor.time, epoch: epoch)
        move(
            SceneKey(user: user, scene: scene), to: SceneKey(user: user, scene: id.scene), epoch,
            by: actor)
    }

    private mutating func restore(
        _ scene: SceneID, of user: UserID, by actor: Attribution
    ) throws(RequestError) {
        let usage = try access.cachedUser(user).usage
        guard let trashed = usage.trash[scene] else {
            throw .refused(
                usage.scenes.contains(scene)
                    ? .sceneExists(scene) : .notInTrash(scene, among: usage.trash.keys.sorted()),
                showing: user)
        }
        guard usage.scenes.count < UserLimits.scenes else {
            throw .refused(.tooManyScenes(usage.scenes.count, of: user), showing: user)
        }
        let target = try freeKey(of: scene, of: user)
        move(
            SceneKey(user: user, scene: trashed.scene), to: target, trashed.epoch, by: actor)
    }

    private mutating func move(
        _ key: SceneKey, to target: SceneKey, _ epoch: Epoch, by actor: Attribution
    ) {
        change(.moveScene(key, to: target, epoch: epoch, by: actor), of: key.user)
        pipeline.remove(key)
        unload(key)
        unload(target)
    }

    // MARK: The trash

    /// Erases a scene in the trash, if there is one of this name: now another scene has it.
    mutating func eraseTrash(_ name: SceneID, of user: UserID, by actor: Attribution) {
        guard let trashed = access.registry[user]?.usage.trash[name] else { return }
        let key = SceneKey(user: user, scene: trashed.scene)
        change(.eraseScene(key, epoch: trashed.epoch, by: actor), of: user)
    }

    /// Erases the scenes in the trash that have been there for too long, and the oldest beyond a
    /// number.
    mutating func eraseOldTrash(
        of user: UserID, keeping count: Int = UserLimits.trash, by actor: Attribution
    ) {
        let trash = (access.registry[user]?.usage.trash ?? [:]).values
            .sorted { ($0.removed, $0.name) > ($1.removed, $1.name) }
        for (index, trashed) in trash.enumerated()
        where index >= count || trashed.keptUntil <= actor.time {
            eraseTrash(trashed.name, of: user, by: actor)
        }
    }

    // MARK: Keys

    /// Returns the key of a scene that no read brings back; throws if there is none of this name.
    private func readableKey(
        of scene: SceneID, of user: UserID
    ) throws(RequestError) -> SceneKey {
        let key = SceneKey(user: user, scene: scene)
        let scenes = try access.cachedUser(user).usage.scenes
        guard scenes.contains(scene) else {
            throw .refused(.noScene(scene, among: scenes), showing: user)
        }
        // A read under way would bring the scene back; and a readable scene has its epoch recorded.
        guard pipeline.scenes[key] != nil || pipeline.damages.scenes[key] != nil,
            !pipeline.loading.contains(key)
        else {
            throw .needs(.scene(key))
        }
        return key
    }

    /// Returns the epoch of a scene; throws its damage, if it can't be read.
    private func epoch(
        of scene: SceneID, of user: UserID, for principal: Principal
    ) throws(RequestError) -> Epoch {
        let key = try readableKey(of: scene, of: user)
        if let damage = pipeline.damages.blockingReads(key) {
            throw .refused(.damaged(damage, for: principal))
        }
        guard let epoch = pipeline.scenes[key]?.epoch else { throw .needs(.scene(key)) }
        return epoch
    }

    /// Returns the key of a scene that is about to get this name: no read under way takes it for
    /// empty.
    private func freeKey(of scene: SceneID, of user: UserID) throws(RequestError) -> SceneKey {
        let key = SceneKey(user: user, scene: scene)
        guard !pipeline.loading.contains(key), !pipeline.batches.isReplacing(key) else {
            throw .needs(.scene(key))
        }
        return key
    }
}

extension Failure {
    fileprivate static func sceneExists(_ scene: SceneID) -> Failure {
        Failure(
            .alreadyExists,
            "scene \(scene) exists already",
            advice: "use another name, or remove or rename it first")
    }

    fileprivate static func notInTrash(_ scene: SceneID, among names: [SceneID]) -> Failure {
        let list = names.prefix(8).map(\.rawValue).joined(separator: ", ")
        return Failure(
            .notFound,
            "no scene \(scene) in the trash: "
                + (names.isEmpty ? "it is empty" : "it has \(list)\(names.count > 8 ? ", …" : "")"))
    }

    /// A user has as many scenes as there may be.
    static func tooManyScenes(_ count: Int, of user: UserID) -> Failure {
        Failure(
            .limitExceeded, "user \(user) has \(count) scenes, the maximum",
            advice: "use one of them")
    }
}
