import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

/// A scene with a stack of screens in the first of three tabs.
struct NavigationBarSample {
    /// The properties that are set on the tab for its bar.
    var bar: Properties = [:]
    /// The appearance of all bars in the scene.
    var appearance: [BarKey: String] = [:]
    /// The screens, bottom to top.
    var stack: [Screen]
    /// The presented modals.
    var modals: [Modal] = []
    /// The bars without a controller.
    var standaloneBars: [StandaloneBar] = []

    /// Screens with these titles; properties are set on the topmost, and on the bar.
    init(
        _ titles: [String] = ["Settings", "General"], top: Properties = [:], bar: Properties = [:]
    ) {
        stack = titles.enumerated().map { index, title in
            Screen(
                id: ScreenID(unchecked: "s\(index)"), route: "app://\(index)", title: title,
                properties: index == titles.count - 1 ? top : [:])
        }
        self.bar = bar
    }

    /// All that can be presented.
    static let modalKinds: [ModalKind] = [.simple, .multiStep, .fullScreen]

    /// The sample with something presented over it.
    static func presenting(
        _ kind: ModalKind, _ properties: Properties = [:], stack titles: [String] = ["New Event"]
    ) -> NavigationBarSample {
        var sample = NavigationBarSample()
        let stack = NavigationBarSample(titles).stack
        sample.modals = [
            Modal(
                id: "modal", route: "app://new", kind: kind, title: "Event",
                properties: properties, stack: stack)
        ]
        return sample
    }

    /// A bar that no controller manages, on a scene without a stack.
    static func standalone(_ properties: Properties, _ titles: [String] = ["Map"])
        -> NavigationBarSample
    {
        var sample = NavigationBarSample([])
        let items = NavigationBarSample(titles).stack
        sample.standaloneBars = [
            StandaloneBar(id: "alone", properties: properties, items: items)
        ]
        return sample
    }

    /// The scene.
    var scene: Scene {
        Scene(
            selectedTab: "home",
            tabs: [
                Tab(id: "home", title: "Home", icon: "house", properties: bar, stack: stack),
                Tab(id: "search", title: "Search", icon: "magnifyingglass"),
                Tab(id: "me", title: "Me", icon: "person"),
            ],
            modals: modals, bars: appearance, standaloneBars: standaloneBars)
    }

    /// The scene on a device.
    func layout(on traits: DeviceTraits = TestDevice.phone) -> BarLayout {
        BarLayout(scene, on: traits)
    }

    /// The bar of the stack on a device.
    func bar(on traits: DeviceTraits = TestDevice.phone) throws -> NavigationBarLayout {
        try #require(layout(on: traits).navigationBar)
    }

    /// Returns the layout of the presented modal on a device.
    func modal(on traits: DeviceTraits = TestDevice.phone) throws -> ModalLayout {
        try #require(layout(on: traits).modal)
    }

    /// Returns the layout of the standalone bar on a device.
    func standaloneBar(on traits: DeviceTraits = TestDevice.phone) throws -> NavigationBarLayout {
        try #require(layout(on: traits).standaloneBars.first?.navigationBar)
    }

    /// Returns the layout on a device as JSON, which scripts read.
    func json(on traits: DeviceTraits = TestDevice.phone) throws -> LayoutJSON {
        try LayoutJSON(of: layout(on: traits))
    }

    /// Returns the drawing of the layout on a device.
    func svg(on traits: DeviceTraits = TestDevice.phone) throws -> SVGDocument {
        try SVGDocument(of: layout(on: traits))
    }
}

extension Property {
    /// Returns the property of this name among a row's values.
    static func named(_ name: String) -> PropertyName { PropertyName(unchecked: name) }
}
