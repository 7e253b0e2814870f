internal import NavigationModel
package import NavigationText

/// A device of the user, for a list.
package struct DeviceRow: Hashable, Sendable {
    /// The id, as commands take it.
    let id: String
    /// The name.
    let name: String
    /// The role: full or viewer.
    let role: String
    /// More about it: that it is this one, or revoked, or connected.
    let note: String
    /// A Boolean value indicating whether it can be changed.
    let isActive: Bool

    /// Joins the parts.
    package init(id: String, name: String, role: String, note: String, isActive: Bool) {
        self.id = id
        self.name = name
        self.role = role
        self.note = note
        self.isActive = isActive
    }
}

/// A change that is stored on this device, for a list.
package struct StoredChangeRow: Hashable, Sendable {
    /// The id, as commands take it.
    let id: String
    /// The operations in words.
    let words: TerminalText
    /// A Boolean value indicating whether it was refused, so that it is on the shelf and not in the
    /// outbox.
    let isShelved: Bool

    /// Joins the parts.
    package init(id: String, words: TerminalText, isShelved: Bool) {
        self.id = id
        self.words = words
        self.isShelved = isShelved
    }
}

/// Lists of devices and of stored changes, each row with its actions.
extension LiveModel {
    /// Shows the devices; unless a person is filling in a line.
    mutating func show(_ devices: [DeviceRow]) {
        guard case .scene = mode else { return }
        let items = devices.enumerated().map { index, device in
            Menu.Item(
                key: Self.key(index), label: "\(device.name)  \(device.role)  \(device.note)",
                action: .open(Self.menu(of: device)))
        }
        mode = .menu(Menu("devices", items))
    }

    private static func menu(of device: DeviceRow) -> Menu {
        guard device.isActive else {
            return Menu(
                "\(device.name) is revoked",
                [Menu.Item(key: "l", label: "list it", action: .run(["device", "list"]))])
        }
        let other = device.role == "viewer" ? "full" : "viewer"
        let revoke = Menu(
            "revoke \(device.name) for good?",
            [
                Menu.Item(key: "n", label: "no", action: .close),
                Menu.Item(
                    key: "y", label: "yes, it loses its access",
                    action: .run(["device", "revoke", device.id, "--yes"])),
            ])
        return Menu(
            device.name,
            [
                Menu.Item(
                    key: "r", label: "rename",
                    action: .ask(Prompt(.rename(device.id), ["new name of \(device.name)"]))),
                Menu.Item(
                    key: "o", label: "make it \(other)",
                    action: .run(["device", "role", device.id, other])),
                Menu.Item(key: "v", label: "revoke", action: .open(revoke)),
            ])
    }

    /// Shows the stored changes; unless a person is filling in a line.
    mutating func show(_ changes: [StoredChangeRow]) {
        guard case .scene = mode else { return }
        guard !changes.isEmpty else {
            message = Message(words: "nothing waits, and nothing is on the shelf", isFailure: false)
            return
        }
        let items = changes.enumerated().map { index, change in
            let place = change.isShelved ? "shelf" : "outbox"
            return Menu.Item(
                key: Self.key(index), label: "\(place)  \(change.words)",
                action: .open(Self.menu(of: change)))
        }
        mode = .menu(Menu("outbox and shelf", items))
    }

    private static func menu(of change: StoredChangeRow) -> Menu {
        let command = change.isShelved ? "shelf" : "outbox"
        let discard = Menu.Item(
            key: "d", label: "discard it", action: .run([command, "drop", change.id]))
        let retry = Menu.Item(
            key: "r", label: "retry it", action: .run(["shelf", "retry", change.id]))
        return Menu(change.words.description, change.isShelved ? [retry, discard] : [discard])
    }

    /// Asks for the selection of this device, or for another device to go on at.
    mutating func openSelectionMenu() {
        guard !refusesChange() else { return }
        let present = scene.selection
        let mark = { (isPresent: Bool) in isPresent ? "  (now)" : "" }
        let others = self.present.filter { !$0.isOwn }
        let following = others.enumerated().map { index, device in
            Menu.Item(
                key: Self.key(index),
                label: "follow \(device.name)" + mark(present.followed == device.id),
                action: .perform(.keepSelection(.following(device.id))))
        }
        let handing = others.map { device in
            Menu.Item(
                key: nil, label: "go on at \(device.name)",
                action: .perform(.handOff(to: device.id)))
        }
        mode = .menu(
            Menu(
                "selection of this device",
                [
                    Menu.Item(
                        key: "s", label: "shared with all" + mark(present == .shared),
                        action: .perform(.keepSelection(.shared))),
                    Menu.Item(
                        key: "o", label: "its own" + mark(present.tab != nil),
                        action: .perform(.keepSelection(.own))),
                ] + following + handing))
    }

    /// Returns the key of a row: a digit for the first nine.
    private static func key(_ index: Int) -> Character? {
        index < 9 ? Character(String(index + 1)) : nil
    }
}
