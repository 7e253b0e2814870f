/// The id of an object that an app sets properties on.
public enum ItemID: Hashable, Sendable, CustomStringConvertible {
    /// An item of the tab bar, with its navigation controller.
    case tab(TabID)
    /// An entry on a navigation stack, with its navigation item.
    case screen(ScreenID)
    /// A presentation.
    case modal(ModalID)
    /// A bar that no controller manages.
    case bar(StandaloneBarID)

    /// The record of its properties.
    var record: RecordID {
        switch self {
        case .tab(let id): .tab(id)
        case .screen(let id): .screen(id)
        case .modal(let id): .modal(id)
        case .bar(let id): .standaloneBar(id)
        }
    }

    /// Its name, for people.
    public var description: String {
        switch self {
        case .tab(let id): id.rawValue
        case .screen(let id): id.rawValue
        case .modal(let id): id.rawValue
        case .bar(let id): id.rawValue
        }
    }
}
