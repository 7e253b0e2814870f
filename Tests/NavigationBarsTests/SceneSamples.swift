import Foundation
import NavigationModel
import NavigationSceneFile

/// Scenes to draw: the apps that come with the repository, and states that are hard to draw.
enum SceneSamples {
    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// The folder with the expected drawings.
    static var golden: URL { root.appending(path: "Tests/NavigationBarsTests/Golden") }

    /// An app in `Config/scenes`, such as `clock.en`, on one of its tabs.
    static func app(_ name: String, selecting tab: TabID? = nil) throws -> Scene {
        let file = root.appending(path: "Config/scenes/\(name).yaml")
        let description = try SceneFile.read(Array(try Data(contentsOf: file)), name: name)
        return scene(description, selecting: tab)
    }

    /// The names of all apps in `Config/scenes`.
    static var apps: [String] {
        let folder = root.appending(path: "Config/scenes").path()
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
            .sorted()
    }

    /// The scene that shows a description.
    static func scene(_ description: SceneDescription, selecting tab: TabID? = nil) -> Scene {
        Scene(
            selectedTab: tab ?? description.selectedTab,
            tabs: description.tabs.map { tab in
                Tab(
                    id: tab.id, title: tab.title, icon: tab.icon, isEnabled: tab.isEnabled,
                    badge: tab.badge, properties: tab.properties,
                    stack: tab.stack.enumerated().map { index, screen in
                        Screen(
                            id: ScreenID(rawValue: "\(tab.id)-\(index)") ?? "screen",
                            route: screen.route, title: screen.title, payload: screen.payload,
                            properties: screen.properties)
                    })
            }, bars: description.bars ?? [:],
            standaloneBars: (description.standaloneBars ?? []).map { bar in
                StandaloneBar(
                    id: bar.id, properties: bar.properties,
                    items: bar.items.enumerated().map { index, screen in
                        Screen(
                            id: ScreenID(unchecked: "\(bar.id)-\(index)"), route: screen.route,
                            title: screen.title, properties: screen.properties)
                    })
            })
    }

    /// A scene with one tab whose stack has these titles, bottom to top.
    static func stack(_ titles: [String]) -> Scene {
        let screens = titles.map { ScreenDescription(route: "app://\($0)", title: $0) }
        let tab = TabDescription(id: "tab", title: "Tab", icon: "star", stack: screens)
        return scene(SceneDescription(selectedTab: "tab", tabs: [tab]))
    }

    /// A scene with two modals over a tab; the upper one has this stack.
    static func presenting(
        _ kind: ModalKind, stack titles: [String] = ["Name", "Photo"]
    ) -> Scene {
        let under = stack(["Mail", "Draft"])
        let screens = titles.enumerated().map { index, title in
            Screen(
                id: ScreenID(rawValue: "m-\(index)") ?? "m", route: "app://m/\(index)",
                title: title)
        }
        return Scene(
            selectedTab: under.selectedTab, tabs: under.tabs,
            modals: [
                Modal(id: "low", route: "app://ask"),
                Modal(
                    id: "high", route: "app://setup", kind: kind, title: "Set up", stack: screens),
            ])
    }

    /// A scene with `count` tabs of which the last is selected.
    static func tabs(_ count: Int) -> Scene {
        let tabs = (1...count).map { number in
            TabDescription(
                id: TabID(rawValue: "t\(number)") ?? "t", title: "Tab number \(number)",
                icon: "unknown", badge: number.isMultiple(of: 3) ? "\(number)" : nil)
        }
        return scene(SceneDescription(selectedTab: tabs.last?.id, tabs: tabs))
    }

    /// Titles that would disturb a frame that trusts them.
    static let hostile: [String] = [
        "\u{1b}[31mred\u{1b}[0m", "one\ntwo", "a\tb", "\u{202e}reversed", "\u{2067}open", "\0",
        "\u{301}combining first", String(repeating: "e\u{301}", count: 60), "👩‍👩‍👧‍👦🇰🇷❤️👍🏽1️⃣",
        "سألتك حبيبي يا من تسكن القلب", "쇼팽: 피아노 협주곡 1번 마단조", "ทดสอบภาษาไทย", "हिन्दी में शीर्षक",
        "각각", "ＦＵＬＬ", "ﾊﾝｶｸ", "", " ", "\u{feff}", "\u{600}12", "a\u{200d}b",
    ]
}
