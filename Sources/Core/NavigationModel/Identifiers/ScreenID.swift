/// An entry on a navigation stack; fresh from its device each time a screen is pushed.
public struct ScreenID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}

/// An item of the tab bar. The app chooses it (`inbox`), so that two devices that declare the same
/// tabs end with one set.
public struct TabID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A presentation over the tab bar; fresh from its device each time something is presented.
public struct ModalID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The name of a bar that no controller manages, given by the app.
public struct StandaloneBarID: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The name of a part of the look of all bars: one that the vocabulary has for the appearance, as
/// `navigationBar.tintColor`, or one of the app's own.
public struct BarKey: Identifier {
    /// The identifier's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}

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
