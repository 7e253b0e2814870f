/// The name of a register in a record: a number, and a part where one field has several registers.
///
/// Numbers below ``firstAttribute`` carry structure and are written only as the effects of
/// operations. The others are attributes, which a device may set freely; those with numbers that
/// this version does not know are carried through untouched.
public struct Field: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, unique within the kind of record.
    public let number: UInt32
    /// The part of the field, one for each of its registers; empty for a field with one register.
    public let part: String

    /// Names a register.
    public init(number: UInt32, part: String = "") {
        self.number = number
        self.part = part
    }

    /// The lowest number that a device may set as an attribute.
    public static let firstAttribute: UInt32 = 16

    /// A Boolean value indicating whether a device may set the field directly.
    public var isAttribute: Bool { number >= Field.firstAttribute }

    /// `number` or `number.part`, for logs.
    public var description: String { part.isEmpty ? "\(number)" : "\(number).\(part)" }

    /// Returns a Boolean value indicating whether number and bytes of the part are the same.
    public static func == (left: Field, right: Field) -> Bool {
        left.number == right.number && left.part.hasSameBytes(as: right.part)
    }

    /// Feeds number and bytes of the part.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        part.hashBytes(into: &hasher)
    }

    /// Orders by number, then by the bytes of the part.
    public static func < (left: Field, right: Field) -> Bool {
        guard left.number == right.number else { return left.number < right.number }
        return left.part.hasLowerBytes(than: right.part)
    }
}

/// The registers that tabs, screens, modals and standalone bars have alike.
package enum ItemField {
    /// Returns the field of a property: text, empty for an unset one.
    package static func property(_ name: PropertyName) -> Field {
        Field(number: propertyNumber, part: name.rawValue)
    }
    /// The number of all properties' fields; the part is the property's name.
    static let propertyNumber: UInt32 = 32
}

extension Field {
    /// The name of the property, if the register is one's. Costs a look at each byte of it.
    public var property: PropertyName? {
        number == ItemField.propertyNumber ? PropertyName(rawValue: part) : nil
    }
}

/// The registers of a tab.
package enum TabField {
    /// Newest declaration; the stamp is the value.
    package static let declared = Field(number: 1)
    /// Newest removal; the stamp is the value.
    package static let removed = Field(number: 2)
    /// A ``PositionKey``.
    package static let position = Field(number: 3)
    /// Newest selection; the stamp is the value.
    package static let selected = Field(number: 4)
    /// Newest refresh by re-selecting: a whole number, the count of refreshes so far.
    package static let refreshed = Field(number: 5)
    /// Newest setItems on the tab's stack; the stamp is the value.
    package static let floor = StackField.floor
    /// The value that the badge was last set to.
    package static let badge = Field(number: 7)
    /// Returns the field of one device's additions to the badge: a running total.
    package static func badgeAdded(by device: DeviceID) -> Field {
        Field(number: 8, part: device.description)
    }
    /// Returns the field of the part of one device's running total that a set or clear has
    /// replaced.
    package static func badgeReplaced(of device: DeviceID) -> Field {
        Field(number: 9, part: device.description)
    }
    /// Text.
    package static let title = Field(number: 16)
    /// Text: the name of a symbol.
    package static let icon = Field(number: 17)
    /// A truth value; a tab is enabled unless this says otherwise.
    package static let isEnabled = Field(number: 18)
}

/// The registers of a screen.
package enum ScreenField {
    /// A ``Placement``: the stack of the screen, and the screen's parent.
    package static let placement = Field(number: 1)
    /// The stamp of the newest placement that a pop observed; the stamp is the value.
    package static let popped = Field(number: 2)
    /// The newest placement that a prune has dropped in the branch of the screen's place; the stamp
    /// is the value.
    package static let lifted = Field(number: 3)
    /// A ``PushedContent``: the content at the push, whatever was written since. A screen that came
    /// as an item has none, nor has one that a daemon of version 0.1.0 committed.
    package static let pushedContent = Field(number: 4)
    /// A ``Relink``: the place of the screen since a prune dropped the one that it was put on.
    package static let relink = Field(number: 5)
    /// Text.
    package static let title = Field(number: 16)
    /// Text: the deep link.
    package static let route = Field(number: 17)
    /// Bytes that only the app understands.
    package static let payload = Field(number: 18)
    /// Text: the app's own name for the subject of a push; empty for none. Pushes of one identity
    /// on one screen are twins, whatever their other attributes.
    package static let identity = Field(number: 19)
}

/// The fields that all records with a stack have.
package enum StackField {
    /// Newest setItems on the stack; the stamp is the value.
    package static let floor = Field(number: 6)
}

/// The registers of a modal. Its stack has its ``StackField/floor``.
package enum ModalField {
    /// Newest presentation; the stamp is the value.
    package static let presented = Field(number: 1)
    /// Newest dismissal; the stamp is the value.
    package static let dismissed = Field(number: 2)
    /// A ``ModalAnswer``, written once.
    package static let answer = Field(number: 3)
    /// Text.
    package static let title = Field(number: 16)
    /// Text: the deep link.
    package static let route = Field(number: 17)
    /// Bytes that only the app understands.
    package static let payload = Field(number: 18)
    /// A ``ModalKind``.
    package static let kind = Field(number: 19)
}

/// The registers of a bar that no controller manages. Its items have its ``StackField/floor``.
package enum StandaloneBarField {
    /// Newest declaration; the stamp is the value.
    package static let declared = Field(number: 1)
    /// Newest removal; the stamp is the value.
    package static let removed = Field(number: 2)
}

/// The register of a part of the bars' look.
package enum BarField {
    /// Text; empty for an unset part.
    package static let value = Field(number: 16)
}

/// The registers of a device; only the daemon writes the first two, and no prune drops these.
package enum DeviceField {
    /// Newest revocation; the stamp is the value.
    package static let revoked = Field(number: 1)
    /// Newest pairing; the stamp is the value.
    package static let paired = Field(number: 2)
    /// A ``DeviceSelection``. One that is not there, or empty, is the shared selection.
    package static let selection = Field(number: 3)
}

/// The registers about the scene as a whole; only the daemon writes them.
package enum SceneField {
    /// A whole number: the revision that the newest prune names.
    package static let prunedThrough = Field(number: 1)
}
