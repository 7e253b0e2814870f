internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The refusals of unauthorized requests. None of them distinguishes a foreign user from a
/// nonexistent one.
extension Failure {
    static let helloFirst = Failure(.helloFirst, "the first request of a connection must be hello")

    static func versionUnsupported(_ version: UInt32) -> Failure {
        Failure(
            .versionUnsupported,
            "protocol version \(version) is not supported, only \(ProtocolVersion.current)",
            advice: "update the older of client and daemon")
    }

    static let foreign = Failure(.notPermitted, "no access to another user's data")

    static let foreignDevice = Failure(
        .notPermitted,
        "this device id belongs to another user or key",
        advice: "use a device directory of your own")

    static let unknownKey = Failure(
        .notPermitted, "unknown device key", advice: "pair this device by an invitation")

    static func noUser(of uid: UInt32) -> Failure {
        Failure(
            .notPermitted,
            "uid \(uid) has no user here", advice: "ask an administrator to add one for this uid")
    }

    static let userMissing = Failure(
        .notPermitted, "no default user for this connection", advice: "name the user")

    static let pairingOnly = Failure(
        .notPermitted, "an invitation's key can only pair", advice: "connect with the device's key")

    static let viewer = Failure(
        .notPermitted, "this device is a viewer and can't make changes",
        advice: "ask for the role 'full'")

    static let unenforceable = Failure(
        .notPermitted,
        "a local device can't be a viewer, since its user could register as a new device",
        advice: "pair it by an invitation for a viewer instead")

    static let administratorsOnly = Failure(
        .notPermitted,
        "only an administrator can do this: root or the daemon's user, on its machine")

    static let revoked = Failure(
        .revoked, "this device was revoked", advice: "pair it again by an invitation")

    static let invitationUsed = Failure(
        .invitationUsed,
        "the invitation is used, withdrawn or expired", advice: "create another")

    /// An administrator named a user that does not exist.
    static func noUser(_ name: UserID, among names: [UserID]) -> Failure {
        let meant = SpellChecker.nearest(to: name.rawValue, in: names.map(\.rawValue))
        return Failure(
            .notFound, "no user \(name)",
            advice: meant.map { "did you mean \($0)?" } ?? "list the users, or add this one")
    }

    /// A change of a scene that has no declaration yet.
    static func noScene(_ name: SceneID, among names: Set<SceneID>) -> Failure {
        let meant = SpellChecker.nearest(to: name.rawValue, in: names.map(\.rawValue).sorted())
        return Failure(
            .notFound, "no scene \(name)",
            advice: (meant.map { "did you mean \($0)? " } ?? "")
                + "declare a tab or a bar to create it")
    }

    /// A user to be removed that is not there.
    static func noUser(_ name: UserID) -> Failure {
        Failure(.notFound, "no user \(name)", advice: "list the users")
    }

    /// A device that its user does not have.
    static func noDevice(_ id: DeviceID) -> Failure {
        Failure(.notFound, "no device \(id)", advice: "list the user's devices")
    }

    /// An invitation that is not there, or no longer.
    static func noInvitation(_ id: InvitationID) -> Failure {
        Failure(
            .notFound, "no invitation \(id)",
            advice: "list the user's invitations: one that has ended is forgotten after a while")
    }
}

extension Identifier {
    /// Throws a refusal naming the disallowed character and its offset, if nothing new may have
    /// this name.
    func checkNew(_ what: String) throws(RequestError) {
        guard let violation else { return }
        throw .refused(Failure(.malformed, "\(what): \(violation)", advice: "choose another name"))
    }
}
