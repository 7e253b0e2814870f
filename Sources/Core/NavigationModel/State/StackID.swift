/// The owner of a navigation stack: a tab, a modal or a standalone bar. A literal names a tab.
public enum StackID: Hashable, Comparable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The stack of a tab.
    case tab(TabID)
    /// The stack of a modal.
    case modal(ModalID)
    /// The items of a bar that no controller manages.
    case bar(StandaloneBarID)

    /// Names the stack of a tab; an invalid literal is a programmer error.
    public init(stringLiteral value: String) {
        self = .tab(TabID(stringLiteral: value))
    }

    /// The tab, if it is one's.
    public var tab: TabID? { if case .tab(let id) = self { id } else { nil } }

    /// The modal, if it is one's.
    public var modal: ModalID? { if case .modal(let id) = self { id } else { nil } }

    /// The standalone bar, if it is one's.
    public var bar: StandaloneBarID? { if case .bar(let id) = self { id } else { nil } }

    /// The record of the tab, modal or standalone bar.
    var record: RecordID {
        switch self {
        case .tab(let id): .tab(id)
        case .modal(let id): .modal(id)
        case .bar(let id): .standaloneBar(id)
        }
    }

    /// The stack that a record's tab, modal or standalone bar has; `nil` for records of other
    /// kinds.
    init?(of record: RecordID) {
        switch record.kind {
        case .tab: self = .tab(TabID(unchecked: record.name))
        case .modal: self = .modal(ModalID(unchecked: record.name))
        case .standaloneBar: self = .bar(StandaloneBarID(unchecked: record.name))
        default: return nil
        }
    }

    /// The name of the tab, modal or standalone bar, for people.
    public var description: String {
        switch self {
        case .tab(let id): id.rawValue
        case .modal(let id): id.rawValue
        case .bar(let id): id.rawValue
        }
    }
}
