import NavigationModel
import Testing

@testable import NavigationBars

/// A scene on a device: what golden drawings are made of, and what a browser measures.
struct Picture: CustomTestStringConvertible, Sendable {
    /// The name of its file.
    let name: String
    /// The layout that is drawn.
    let layout: BarLayout
    /// The progress of a transition; `nil` at rest.
    let transition: Double?

    /// Lays a scene out for a device profile.
    init(
        _ name: String, _ scene: Scene, on profile: String = "iphone-16",
        _ orientation: DeviceTraits.Orientation = .portrait,
        _ appearance: DeviceTraits.Appearance = .light, in locale: String = "en",
        transition: Double? = nil, adjusting: (inout DeviceTraits) -> Void = { _ in }
    ) {
        guard let profile = DeviceProfile.named(profile), let locale = LanguageTag(locale) else {
            preconditionFailure("\(name) asks for what is not there")
        }
        var traits = profile.traits(
            orientation: orientation, appearance: appearance, locale: locale)
        adjusting(&traits)
        self.name = name
        self.transition = transition
        layout = BarLayout(scene, on: traits)
    }

    var testDescription: String { name }

    /// The drawing.
    var svg: String { SVGDrawing(of: layout, transition: transition).text }
}
