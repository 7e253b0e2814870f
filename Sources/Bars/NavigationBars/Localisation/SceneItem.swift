package import NavigationModel

/// A part of a scene that a property, a text or a finding belongs to.
package enum SceneItem: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The scene as a whole: how all bars look, which tabs there are.
    case scene
    /// A tab.
    case tab(TabID)
    /// A screen, on whatever stack it is.
    case screen(ScreenID)
    /// A modal.
    case modal(ModalID)
    /// A bar that no controller manages.
    case bar(StandaloneBarID)

    /// `tab inbox`.
    package var description: String {
        switch self {
        case .scene: "scene"
        case .tab(let id): "tab \(id)"
        case .screen(let id): "screen \(id)"
        case .modal(let id): "modal \(id)"
        case .bar(let id): "bar \(id)"
        }
    }

    private enum Key: CodingKey {
        case kind, id
    }

    /// Encodes its kind, and its id unless it is the scene.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let (kind, id): (String, String?) =
            switch self {
            case .scene: ("scene", nil)
            case .tab(let id): ("tab", id.rawValue)
            case .screen(let id): ("screen", id.rawValue)
            case .modal(let id): ("modal", id.rawValue)
            case .bar(let id): ("bar", id.rawValue)
            }
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(id, forKey: .id)
    }
}
