public import ArgumentParser
public import NavigationClient
public import NavigationModel

extension UserID: ExpressibleByArgument {}
extension SceneID: ExpressibleByArgument {}
extension TabID: ExpressibleByArgument {}
extension ScreenID: ExpressibleByArgument {}
extension ModalID: ExpressibleByArgument {}
extension StandaloneBarID: ExpressibleByArgument {}
extension PropertyName: ExpressibleByArgument {}
extension BarKey: ExpressibleByArgument {}

extension ModalKind: ExpressibleByArgument {
    /// Reads one of the kinds that there are.
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
