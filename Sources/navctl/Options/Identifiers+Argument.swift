public import ArgumentParser
public import NavigationModel

extension UserID: ExpressibleByArgument {}
extension SceneID: ExpressibleByArgument {}
extension TabID: ExpressibleByArgument {}
extension ScreenID: ExpressibleByArgument {}
extension ModalID: ExpressibleByArgument {}

extension Revision: ExpressibleByArgument {
    /// Reads a number in decimal.
    public init?(argument: String) {
        guard let number = UInt64(argument) else { return nil }
        self.init(rawValue: number)
    }
}
