package import NavigationModel

extension Act {
    /// An item with properties, as people name it: screens and modals by their routes.
    package enum Item: Hashable, Sendable {
        case tab(TabID)
        case screen(String)
        case modal(String)
        case bar(StandaloneBarID)

        /// Reads `screen mail/1`; `nil` for a kind that there is not.
        init?(kind: String, name: String) {
            switch kind {
            case "tab": self = .tab(TabID(unchecked: name))
            case "screen": self = .screen(name)
            case "modal": self = .modal(name)
            case "bar": self = .bar(StandaloneBarID(unchecked: name))
            default: return nil
            }
        }

        /// The word for what it is.
        var kind: String {
            switch self {
            case .tab: "tab"
            case .screen: "screen"
            case .modal: "modal"
            case .bar: "bar"
            }
        }

        /// The item's name among those of its kind.
        var name: String {
            switch self {
            case .tab(let id): id.rawValue
            case .screen(let route), .modal(let route): route
            case .bar(let id): id.rawValue
            }
        }
    }
}
