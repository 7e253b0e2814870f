import NavigationModel
import Testing

@testable import NavigationBars

/// A length, an opacity or a count that a publication documents, beside the one that a layout has.
struct Measure: Sendable, CustomTestStringConvertible {
    /// The part of a bar.
    let name: String
    /// The documented figure.
    let documented: Double
    /// The publication.
    let source: String
    /// The figure of a layout.
    let measured: @Sendable () throws -> Double

    /// Joins the parts.
    init(
        _ name: String, _ documented: Double, _ source: String,
        measured: @escaping @Sendable () throws -> Double
    ) {
        self.name = name
        self.documented = documented
        self.source = source
        self.measured = measured
    }

    var testDescription: String { name }
}

/// The measures of one platform, in the order of a table.
struct MeasureTable: Sendable {
    /// The name of the platform.
    let platform: String
    /// The rows.
    let measures: [Measure]

    /// The tables of all platforms.
    static let all: [MeasureTable] = [.material, .phone, .television, .headset]
}

extension BarLayout {
    /// A layout of a scene on a profile, changed.
    init(
        _ scene: Scene, on profile: String,
        _ orientation: DeviceTraits.Orientation = .portrait,
        adjusting: (inout DeviceTraits) -> Void = { _ in }
    ) throws {
        var traits = try #require(DeviceProfile.named(profile)).traits(orientation: orientation)
        adjusting(&traits)
        self.init(scene, on: traits)
    }
}
