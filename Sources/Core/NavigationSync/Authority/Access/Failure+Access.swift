internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// The refusals of unauthorized requests. None of them tells a foreign user from a nonexistent one.
extension Failure {
    static let helloFirst = Failure(.helloFirst, "say hello first on every new connection")

    static func versionUnsupported(_ version: UInt32) -> Failure {
        Failure(
            .versionUnsupported,
            "protocol version \(version) is not spoken here, only \(ProtocolVersion.current): "
                + "update the older of client and daemon")
    }

    static let foreign = Failure(.notPermitted, "that is another user's")

    static let foreignDevice = Failure(
        .notPermitted,
        "this device id is another's: a device speaks as itself alone, so use a device directory "
            + "of your own")

    static let unknownKey = Failure(
        .notPermitted, "no device has this key: pair this device with an invitation")

    static func noUser(of uid: UInt32) -> Failure {
        Failure(
            .notPermitted,
            "local user \(uid) is no user here: ask an administrator for "
                + "'navctl user add NAME --uid \(uid)'")
    }

    static let userMissing = Failure(.notPermitted, "say whose scenes are meant: name the user")

    static let pairingOnly = Failure(
        .notPermitted, "an invitation's key is for pairing alone: connect with the device's own")

    static let viewer = Failure(
        .notPermitted, "this device may look and not change anything: ask for the role 'full'")

    static let unenforceable = Failure(
        .notPermitted,
        "a device of this machine can't be a viewer: its local user could come again under another "
            + "id; pair it by an invitation for a viewer instead")

    static let administratorsOnly = Failure(
        .notPermitted, "that is for root and the user whom the daemon runs as, on its own machine")

    static let revoked = Failure(
        .revoked, "this device has been revoked: pair it anew with an invitation")

    static let invitationUsed = Failure(
        .invitationUsed,
        "the invitation is used, withdrawn or expired: ask for another")

    /// An administrator named a user that does not exist.
    static func noUser(_ name: UserID, among names: [UserID]) -> Failure {
        let meant = SpellChecker.nearest(to: name.rawValue, in: names.map(\.rawValue))
        return Failure(
            .notFound,
            "there is no user \(name): "
                + (meant.map { "did you mean \($0)? " } ?? "")
                + "'navctl user list' lists them, 'navctl user add' adds one")
    }

    /// A change of a scene that has no declaration yet.
    static func noScene(_ name: SceneID, among names: Set<SceneID>) -> Failure {
        let meant = SpellChecker.nearest(to: name.rawValue, in: names.map(\.rawValue).sorted())
        return Failure(
            .notFound,
            "there is no scene \(name): "
                + (meant.map { "did you mean \($0)? " } ?? "")
                + "a scene comes into being by declaring a tab or a bar")
    }

    static func notFound(_ what: String) -> Failure {
        Failure(.notFound, "there is no \(what)")
    }
}

extension Identifier {
    /// Throws a refusal naming the disallowed character and its offset, if nothing new may have
    /// this name.
    func checkNew(_ what: String) throws(RequestError) {
        guard let violation else { return }
        throw .refused(Failure(.malformed, "\(what): \(violation): choose another name"))
    }
}
