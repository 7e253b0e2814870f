/// The identity of an object in the state. A kind that this version does not know is kept as it is.
public struct RecordID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The kind of object that a record describes.
    public struct Kind: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number on the wire.
        public let rawValue: UInt32

        /// Wraps a number from the wire.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// An item of the tab bar.
        public static let tab = Kind(rawValue: 1)
        /// An entry on a navigation stack.
        public static let screen = Kind(rawValue: 2)
        /// A presentation over the tab bar.
        public static let modal = Kind(rawValue: 3)
        /// A part of the bars' look.
        public static let bar = Kind(rawValue: 4)
        /// The daemon's own data about the scene as a whole.
        public static let scene = Kind(rawValue: 5)
        /// A bar that no controller manages.
        public static let standaloneBar = Kind(rawValue: 6)
        /// A device: its selection, if it keeps one of its own, and its pairing and revocation.
        public static let device = Kind(rawValue: 7)

        /// Orders by number.
        public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kind of object that it describes.
    public let kind: Kind
    /// The name, unique within the kind.
    public let name: String

    /// Names a record.
    public init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// Returns the record of a tab.
    public static func tab(_ id: TabID) -> RecordID { RecordID(kind: .tab, name: id.rawValue) }
    /// Returns the record of a screen.
    public static func screen(_ id: ScreenID) -> RecordID {
        RecordID(kind: .screen, name: id.rawValue)
    }
    /// Returns the record of a modal.
    public static func modal(_ id: ModalID) -> RecordID {
        RecordID(kind: .modal, name: id.rawValue)
    }
    /// Returns the record of a part of the bars' look.
    public static func bar(_ key: BarKey) -> RecordID { RecordID(kind: .bar, name: key.rawValue) }
    /// Returns the record of a bar that no controller manages.
    public static func standaloneBar(_ id: StandaloneBarID) -> RecordID {
        RecordID(kind: .standaloneBar, name: id.rawValue)
    }
    /// Returns the record of a device.
    public static func device(_ id: DeviceID) -> RecordID {
        RecordID(kind: .device, name: id.description)
    }
    /// The one record about the scene as a whole.
    public static let scene = RecordID(kind: .scene, name: "scene")

    /// Returns a Boolean value indicating whether kind and bytes of the name are the same.
    public static func == (left: RecordID, right: RecordID) -> Bool {
        left.kind == right.kind && left.name.hasSameBytes(as: right.name)
    }

    /// Feeds kind and bytes of the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        name.hashBytes(into: &hasher)
    }

    /// `kind:name`, for logs.
    public var description: String { "\(kind.rawValue):\(name)" }

    /// Orders by kind, then by the bytes of the name.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        guard left.kind == right.kind else { return left.kind < right.kind }
        return left.name.hasLowerBytes(than: right.name)
    }
}
