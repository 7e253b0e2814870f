/// The keys of the file, each kind of mapping with its own, in canonical order.
protocol SceneFileKey: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
    /// What has these keys, for messages.
    static var owner: String { get }
}

/// The keys of the whole file.
enum SceneFileSceneKey: String, SceneFileKey {
    /// The format's version, the tab to select, the tabs in the order of the bar; what is presented
    /// over them, bottom to top, and how the bars look.
    case version, selected, tabs, modals, bars

    /// What has these keys, for messages.
    static let owner = "a scene file"
}

/// The keys of a tab.
enum SceneFileTabKey: String, SceneFileKey {
    /// Its identifier and what it shows; the stack from bottom to top.
    case id, title, icon, enabled, badge, stack

    /// What has these keys, for messages.
    static let owner = "a tab"
}

/// The keys of a modal.
enum SceneFileModalKey: String, SceneFileKey {
    /// The deep link, how much it asks, what it shows; the stack from bottom to top.
    case route, kind, title, payload, stack

    /// What has these keys, for messages.
    static let owner = "a modal"
}

/// The keys of a screen.
enum SceneFileScreenKey: String, SceneFileKey {
    /// The deep link, what the screen is called, and bytes of the app.
    case route, title, payload

    /// What has these keys, for messages.
    static let owner = "a screen"
}
