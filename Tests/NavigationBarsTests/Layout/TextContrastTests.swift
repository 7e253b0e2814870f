import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Contrast of texts")
struct TextContrastTests {
    private static let scenes: [Scene] = [
        MailScene.scene(), MailScene.scene(.message),
        MailScene.scene(bars: ["navigationBar.prefersLargeTitles": "true"], tabs: 2),
        MailScene.scene(
            modals: [Modal(id: "sort", route: "mail://sort", title: "Sort")]),
    ]

    private static func texts(
        on profile: DeviceProfile, increased: Bool
    ) -> [(text: InspectedText, traits: DeviceTraits)] {
        DeviceTraits.Appearance.allCases.flatMap { appearance in
            DeviceTraits.Orientation.allCases.flatMap { orientation in
                scenes.flatMap { scene in
                    var traits = profile.traits(orientation: orientation, appearance: appearance)
                    traits.increasesContrast = increased
                    return [0.0, 40].flatMap { offset in
                        traits.scrollOffset = offset
                        let layout = BarLayout(scene, on: traits)
                        return layout.texts.map { ($0, layout.traits) }
                    }
                }
            }
        }
    }

    @Test("The contrast of two colours is that of the guidelines' own examples")
    func ratio() {
        #expect(isClose(Color(0x000000).contrast(with: Color(0xFFFFFF)), 21))
        #expect(isClose(Color(0xFFFFFF).contrast(with: Color(0xFFFFFF)), 1))
        let gray = Color(0x767676).contrast(with: Color(0xFFFFFF))
        #expect(gray > 4.5 && gray < 4.6)
        #expect(Color(0x777777).contrast(with: Color(0xFFFFFF)) < 4.5)
        #expect(Color(0x000000, opacity: 0.5).over(Color(0xFFFFFF)) == Color(0x808080))
    }

    @Test(
        "Every text has the contrast of AA where people want more of it",
        arguments: DeviceProfile.all.map(\.name))
    func increased(profile: String) throws {
        let profile = try #require(DeviceProfile.named(profile))
        let texts = Self.texts(on: profile, increased: true)
        #expect(texts.count > 50)
        for (text, traits) in texts {
            #expect(
                text.suffices,
                "\(text.id) \(text.color) on \(text.background) in \(traits.appearance)")
        }
    }

    /// The colours that Apple publishes for text and that have less: gray for tabs that are not
    /// selected, the tint, what is secondary, and the badge.
    private static let published: Set<SystemColor> = [
        .systemGray, .systemBlue, .secondaryLabel, .white,
    ]

    @Test(
        "Otherwise every text has it too, but for the colours that a platform publishes",
        arguments: DeviceProfile.all.map(\.name))
    func usual(profile: String) throws {
        let profile = try #require(DeviceProfile.named(profile))
        for (text, traits) in Self.texts(on: profile, increased: false) where !text.suffices {
            let names = Self.published.filter { $0.color(on: traits) == text.color }
            #expect(!names.isEmpty && !traits.isMaterial, "\(text.id) has \(text.ratio)")
            // None is so faint that it could not be read as large text, but for tabs in gray and
            // words on a marker of their own colour.
            #expect(text.ratio >= 2.8, "\(text.id) has \(text.ratio)")
        }
    }
}
