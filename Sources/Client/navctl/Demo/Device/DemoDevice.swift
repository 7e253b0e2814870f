/// The devices of the demo.
enum DemoDevice: String, Codable, CaseIterable, CodingKeyRepresentable {
    /// In the pocket.
    case phone
    /// On the sofa; its connection is the one that is cut.
    case tablet
    /// At work.
    case desk

    /// Returns a title for a screen that this device pushes: it names the device.
    func title(_ number: Int) -> String {
        switch self {
        case .phone: "From phone \(number)"
        case .tablet: "태블릿에서 \(number)"
        case .desk: "من المكتب \(number)"
        }
    }
}
