package import NavigationBars
import NavigationModel

/// A scene on a phone: tabs with badges, and a stack whose top has a way back and two buttons.
package struct BarSubject: Sendable {
    /// A short description of the scene.
    package let name: String
    private let scene: Scene
    private let traits: DeviceTraits

    /// A scene of so many tabs, the first of which has a stack of `depth` screens.
    package init(tabs count: Int, depth: Int) {
        name = "\(count) tabs on \(depth) screens"
        let stack = (1...depth).map { number in
            Screen(
                id: ScreenID(unchecked: "screen-\(number)"), route: "mail://inbox/\(number)",
                title: "Message \(number)",
                properties: [
                    "right": "reply,edit", "right.reply.image": "arrow.uturn.backward",
                    "right.edit.title": "Edit",
                ])
        }
        let tabs = (1...count).map { number in
            Tab(
                id: TabID(unchecked: "tab-\(number)"), title: "Tab \(number)", icon: "envelope",
                badge: "\(number)", stack: number == 1 ? stack : [])
        }
        scene = Scene(selectedTab: tabs[0].id, tabs: tabs)
        guard let profile = DeviceProfile.named("iphone-16") else {
            preconditionFailure("the phone comes with navsync")
        }
        traits = profile.traits()
    }

    /// The scene, laid out.
    package var layout: BarLayout { BarLayout(scene, on: traits) }
}
