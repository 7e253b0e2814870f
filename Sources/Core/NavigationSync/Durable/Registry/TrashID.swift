package import NavigationModel
package import NavigationWire

/// A scene in the trash, as a store has it: a scene under an id that no name can be, with its log and
/// receipts, so that it counts to what its user stores and is erased with the user.
package struct TrashID: Hashable, Sendable {
    /// The name that it had.
    package let name: SceneID
    /// The time of its removal.
    package let removed: Timestamp
    /// The id of its history.
    package let epoch: Epoch

    /// Joins the parts.
    package init(name: SceneID, removed: Timestamp, epoch: Epoch) {
        self.name = name
        self.removed = removed
        self.epoch = epoch
    }

    /// The first character, and the one between the parts: names have no control characters.
    private static let separator: Character = "\u{1}"

    /// Parses the id of a scene; `nil` for one that is not in the trash.
    package init?(_ scene: SceneID) {
        guard scene.rawValue.utf8.first == 1 else { return nil }
        let parts = scene.rawValue.split(
            separator: Self.separator, omittingEmptySubsequences: false)
        guard parts.count == 4, let removed = Int64(parts[1]),
            let epoch = UInt64(parts[2], radix: 16), let name = SceneID(rawValue: String(parts[3]))
        else { return nil }
        self.init(
            name: name, removed: Timestamp(rawValue: removed), epoch: Epoch(rawValue: epoch))
    }

    /// The id that it is stored under.
    package var scene: SceneID {
        let parts = [
            "", "\(removed.rawValue)", String(epoch.rawValue, radix: 16), name.rawValue,
        ]
        return SceneID(unchecked: parts.joined(separator: String(Self.separator)))
    }

    /// The end of the time for which it is kept.
    package var keptUntil: Timestamp {
        removed.advanced(byMicroseconds: UserLimits.trashTime.microseconds)
    }

    /// The scene in lists.
    package var entry: TrashedScene {
        TrashedScene(name: name, removed: removed, keptUntil: keptUntil)
    }
}

extension SceneID {
    /// Parses the id that a store has; `nil` if it is neither a name nor one of the trash.
    package init?(stored text: String) {
        self.init(unchecked: text)
        guard Self.isValid(text) || isTrash else { return nil }
    }

    /// A Boolean value indicating whether it is the id of a scene in the trash.
    package var isTrash: Bool { TrashID(self) != nil }
}

extension SceneKey {
    /// The key by its name, also of a scene in the trash.
    package var named: SceneKey {
        TrashID(scene).map { SceneKey(user: user, scene: $0.name) } ?? self
    }
}
