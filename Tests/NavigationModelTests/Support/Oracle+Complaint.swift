@testable import NavigationModel

extension Oracle {
    /// Returns a description of a part of the state that no log of operations leads to; `nil` if
    /// there is none.
    func complaint(about state: SceneState) -> String? {
        let scene = state.scene
        for stack in stacks {
            let shown = Set(state.stack(of: stack).flatMap(\.twins))
            guard shown == members(of: stack) else {
                return "on \(stack): \(shown), not \(members(of: stack))"
            }
        }
        guard Set(scene.tabs.map(\.id)) == visibleTabs else { return "not \(visibleTabs)" }
        guard scene.selectedTab == selection(among: scene.tabs.map(\.id)) else {
            return "\(scene.selectedTab as TabID?, default: "none") is selected"
        }
        for tab in scene.tabs where tab.badge != badge(of: tab.id) {
            return "the badge of \(tab.id) is \(tab.badge ?? "nothing")"
        }
        guard scene.bars == bars else { return "the bars look \(scene.bars)" }
        guard scene.modals.map(\.id) == presentedModals else { return "not \(presentedModals)" }
        return nil
    }
}
