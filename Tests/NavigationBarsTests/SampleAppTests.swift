import NavigationModel
import Testing

@testable import NavigationBars

/// The apps that come with the repository, as people first meet them.
@Suite("Sample apps")
struct SampleAppTests {
    @Test("Every symbol that an app names is drawn", arguments: SceneSamples.apps)
    func symbols(name: String) throws {
        let scene = try SceneSamples.app(name)
        let screens =
            (scene.tabs.map(\.stack) + scene.standaloneBars.map(\.items)).flatMap { $0 }
        let images = screens.flatMap { screen in
            screen.properties.values.filter { $0.key.rawValue.hasSuffix(".image") }.map(\.value)
        }
        for symbol in images + scene.tabs.compactMap(\.icon) {
            #expect(Symbol.names.contains(symbol), "\(symbol)")
        }
    }

    @Test(
        "Lint finds in an app what is true of it, on every device and in every language it has",
        arguments: SceneSamples.apps)
    func findings(name: String) throws {
        let scene = try SceneSamples.app(name)
        let devices = DeviceProfile.all.map { $0.traits() }
        let found = Linter.findings(in: scene, on: devices).map { "\($0.code) \($0.item)" }
        let expected: [String] =
            switch name.prefix(while: { $0 != "." }) {
            case "clock": ["badge-without-a11y-value tab timers"]
            case "music": ["badge-without-a11y-value tab new"]
            case "phone":
                ["badge-without-a11y-value tab recents", "badge-without-a11y-value tab voicemail"]
            case "notes":
                [
                    "tab-bar-hidden screen notes-1", "missing-translation screen format-0",
                    "missing-translation screen format-0", "too-many-controls screen notes-1",
                    "standalone-no-delegate bar format",
                ]
            default: []
            }
        #expect(found == expected)
    }

    @Test("Every badge of an app is spoken with its number", arguments: SceneSamples.apps)
    func badges(name: String) throws {
        let scene = try SceneSamples.app(name)
        for language in ["en", "ko", "ja", "ar"] {
            let locale = try #require(LanguageTag(language))
            for tab in scene.tabs {
                for badge in ["1", "2", "7", "11", "100"] {
                    let counted = Tab(
                        id: tab.id, title: tab.title, badge: badge, properties: tab.properties)
                    let value = try #require(
                        counted.accessibilityValue(
                            in: locale, development: scene.developmentLanguage))
                    // Arabic has words for one and two of a thing.
                    let isInWords = language == "ar" && badge.utf8.count == 1 && badge != "7"
                    #expect(
                        isInWords || value.contains(badge) || tab.badge?.isEmpty == true, "\(value)"
                    )
                }
            }
        }
    }
}
