public import ArgumentParser
public import NavigationClient
public import NavigationModel
public import NavigationWire

extension UserID: ExpressibleByArgument {
    /// The users, for an administrator.
    public static var defaultCompletionKind: CompletionKind {
        Completion.administration { try await $0.users.map(\.name.rawValue) }
    }
}

extension SceneID: ExpressibleByArgument {
    /// The scenes of the user.
    public static var defaultCompletionKind: CompletionKind {
        Completion.administration { try await $0.scenes.map(\.rawValue) }
    }
}

extension TabID: ExpressibleByArgument {
    /// The tabs of the scene.
    public static var defaultCompletionKind: CompletionKind {
        Completion.scene { $0.tabs.map(\.id.rawValue) }
    }
}

extension ScreenID: ExpressibleByArgument {
    /// The screens of the scene, topmost first in each stack.
    public static var defaultCompletionKind: CompletionKind {
        Completion.scene { scene in
            (scene.tabs.map(\.stack) + scene.modals.map(\.stack)).flatMap { $0.reversed() }
                .map(\.id.rawValue)
        }
    }
}

extension ModalID: ExpressibleByArgument {
    /// The modals of the scene.
    public static var defaultCompletionKind: CompletionKind {
        Completion.scene { $0.modals.map(\.id.rawValue) }
    }
}

extension StandaloneBarID: ExpressibleByArgument {
    /// The standalone bars of the scene.
    public static var defaultCompletionKind: CompletionKind {
        Completion.scene { $0.standaloneBars.map(\.id.rawValue) }
    }
}
extension PropertyName: ExpressibleByArgument {}
extension BarKey: ExpressibleByArgument {}

extension DeviceName: ExpressibleByArgument {}

extension Role: ExpressibleByArgument {
    /// Reads one of the words for the roles.
    public init?(argument: String) {
        guard let role = Role.allCases.first(where: { $0.word == argument }) else { return nil }
        self = role
    }

    /// For the help.
    public static var allValueStrings: [String] { allCases.map(\.word) }

    /// The role in one word, for people and programs.
    package var word: String {
        switch self {
        case .full: "full"
        case .viewer: "viewer"
        }
    }
}

extension InvitationID: ExpressibleByArgument {
    /// Reads 16 hexadecimal digits.
    public init?(argument: String) { self.init(argument) }
}

extension ModalKind: ExpressibleByArgument {
    /// Reads one of the known kinds.
    public init?(argument: String) {
        let kinds: [ModalKind] = [.simple, .multiStep, .fullScreen]
        guard let kind = kinds.first(where: { $0.rawValue == argument }) else { return nil }
        self = kind
    }

    /// For the help.
    public static var allValueStrings: [String] { ["simple", "multiStep", "fullScreen"] }
}

extension ChangeID: ExpressibleByArgument {
    /// Reads a number in decimal.
    public init?(argument: String) {
        guard let number = Int64(argument) else { return nil }
        self.init(rawValue: number)
    }
}

extension Revision: ExpressibleByArgument {
    /// Reads a number in decimal.
    public init?(argument: String) {
        guard let number = UInt64(argument) else { return nil }
        self.init(rawValue: number)
    }
}
