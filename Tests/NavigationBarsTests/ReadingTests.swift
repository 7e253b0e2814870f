import NavigationBars
import NavigationModel
import NavigationProperties
import Testing

@Suite("Reading a scene")
struct ReadingTests {
    private static let style = Property.barStyle.name()

    @Test("A bar's own words come before those for all, and those before the platform's")
    func precedence() {
        let black: Properties = [Self.style: "black"]
        let nonsense: Properties = [Self.style: "purple"]
        let cases: [(Properties, Properties, String, BarProperties.Origin)] = [
            ([:], [:], "default", .platform), ([:], black, "black", .appearance),
            ([Self.style: "default"], black, "default", .own),
            // What it can't be is as if it had not been said.
            (nonsense, black, "black", .appearance), (nonsense, [:], "default", .platform),
        ]
        for (own, appearance, text, origin) in cases {
            let bar = BarProperties(own: own, appearance: appearance)
            #expect(bar.text(.barStyle) == text && bar.origin(.barStyle) == origin)
        }
    }

    @Test("No text makes a number of what is none, or out of bounds")
    func numbers() {
        for text in ["nan", "inf", "-1", "1.5", "0x1p1", "1e3", "", " 1", "١"] {
            let bar = BarProperties(own: [Property.alpha.name(): text], appearance: [:])
            #expect(bar.number(.alpha) == 1, "\(text)")
        }
        let half = BarProperties(own: [Property.alpha.name(): "0.5"], appearance: [:])
        #expect(half.number(.alpha) == 0.5)
    }

    @Test(
        "Platforms are read in any case, and refused before they had the bars",
        arguments: [
            ("iOS 18.0", "iOS 18.0"), ("ios18", "iOS 18.0"), ("IPADOS-17.4", "iPadOS 17.4"),
            ("macCatalyst 13.1", "macCatalyst 13.1"), ("tvOS 0", "tvOS 0.0"),
            ("android 15", "android 15.0"), ("visionOS 1.0.2", "visionOS 1.0"),
        ])
    func platforms(text: String, name: String) throws {
        #expect(try Platform(parsing: text).name == name)
    }

    @Test(
        "Refuses text that is no platform",
        arguments: [
            "", "iOS", "18.0", "watchOS 10", "iOS 1.9", "visionOS 0.9", "macCatalyst 13.0",
            "iOS 1.2.3.4", "iOS -1", "iOS 99999", "iOS 18.", "iOS ١٨",
        ])
    func noPlatforms(text: String) {
        #expect(throws: Platform.ParseError.self) { try Platform(parsing: text) }
    }

    @Test("Elements convert points there and back, and each id is there once")
    func elements() throws {
        let screens = ["Mailboxes", "General"].enumerated().map { index, title in
            Screen(
                id: ScreenID(unchecked: "s\(index)"), route: "mail://\(index)", title: title,
                properties: ["right": "edit", "right.edit.title": "Edit"])
        }
        let tabs = (1...6).map { number in
            Tab(id: TabID(unchecked: "t\(number)"), title: "T\(number)", stack: screens)
        }
        let scene = Scene(selectedTab: "t1", tabs: tabs)
        let profile = try #require(DeviceProfile.named("iphone-16"))
        let elements = BarLayout(scene, on: profile.traits()).elements
        #expect(Set(elements.map(\.id)).count == elements.count)
        for id in ["navigationBar.back", "navigationBar.right.edit", "tab.t4", "more", "tabBar"] {
            let element = try #require(elements.first { $0.id == id }, "\(id)")
            let point = element.convert(Point(x: 3, y: 4), to: elements[0])
            #expect(point == Point(x: element.frame.x + 3, y: element.frame.y + 4))
            #expect(elements[0].convert(point, to: element) == Point(x: 3, y: 4))
        }
        #expect(scene.tabsBehindMore.map(\.id) == ["t5", "t6"])
        #expect(Scene(selectedTab: "t1", tabs: Array(tabs.prefix(5))).tabsBehindMore.isEmpty)
    }
}
