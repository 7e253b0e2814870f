/// The selection of one device: the shared one, as long as the device has not chosen otherwise, or
/// one of its own.
public enum DeviceSelection: Hashable, Sendable {
    /// The tab that all devices share.
    case shared
    /// A tab of its own.
    case own(TabID)
    /// The tab that another device shows, wherever that goes.
    case following(DeviceID)

    /// The word for it: `shared`, `own` or `following`.
    public var mode: String {
        switch self {
        case .shared: "shared"
        case .own: "own"
        case .following: "following"
        }
    }

    /// The tab of an own selection.
    public var tab: TabID? { if case .own(let tab) = self { tab } else { nil } }

    /// The device that is followed.
    public var followed: DeviceID? { if case .following(let device) = self { device } else { nil } }
}

extension DeviceSelection {
    private static let ownMark: UInt8 = 1
    private static let followingMark: UInt8 = 2

    /// Reads the value of a register; what only a newer version knows is the shared selection.
    init(_ value: Value) {
        switch value.bytes.first {
        case Self.ownMark:
            let name = value.text(in: 1..<value.bytes.count)
            self = name.flatMap(TabID.init(rawValue:)).map(DeviceSelection.own) ?? .shared
        case Self.followingMark:
            let device = try? DeviceID(wireOfClient: value.bytes.dropFirst())
            self = device.map(DeviceSelection.following) ?? .shared
        default: self = .shared
        }
    }

    /// The value of the register: nothing for the shared selection.
    package var value: Value {
        switch self {
        case .shared: .none
        case .own(let tab): Value(bytes: [Self.ownMark] + Array(tab.rawValue.utf8))
        case .following(let device): Value(bytes: [Self.followingMark] + device.wire)
        }
    }
}
