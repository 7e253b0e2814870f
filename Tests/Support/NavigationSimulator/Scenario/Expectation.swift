import NavigationModel
import NavigationSync
import NavigationWire

/// A statement of a story about the state of the system.
enum Expectation {
    /// A device, or everyone who runs, shows something.
    case shows(DeviceName?, Showing)
    case isInStatus(DeviceName, String)
    case isAtRevision(DeviceName?, UInt64)
    case hasWaiting(DeviceName, Int)
    /// The states that a device keeps, since a daemon may have lost them.
    case remembers(DeviceName, Int)
    /// The fate of a change; the noun names its kind.
    case outcome(DeviceName, noun: String, number: Int64, Fate)
    /// One change took effect before another.
    case order(DeviceName, Int64, before: DeviceName, Int64)
    /// A sync since the last such statement, or since the beginning.
    case hasSynced(DeviceName, Bool)
    case hasTakenSnapshot(DeviceName, Bool)
    case hasReconnected(DeviceName, Bool)
    case logHas(Int, pushesOf: String)
    case epochIsNew

    /// A visible part of a scene.
    enum Showing {
        case stack(String, [String])
        case selected(TabID)
        case tabs([TabID])
        case badge(TabID, String?)
        case title(TabID, String)
        case bar(BarKey, String)
        case property(PropertyName, of: Act.Item, String?)
        case no(String)
    }

    /// The fate of a change.
    enum Fate {
        case waits
        case refused(String)
        case settled(kind: String, by: UInt64?, at: UInt64?)
    }

    /// The device that it is about.
    var device: DeviceName? {
        switch self {
        case .shows(let name, _), .isAtRevision(let name, _): name
        case .isInStatus(let name, _), .hasWaiting(let name, _), .remembers(let name, _),
            .outcome(let name, _, _, _),
            .order(let name, _, _, _), .hasSynced(let name, _), .hasTakenSnapshot(let name, _),
            .hasReconnected(let name, _):
            name
        case .logHas, .epochIsNew: nil
        }
    }
}
