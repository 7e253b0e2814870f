/// The keys of the file, each kind of mapping with its own, in canonical order.
protocol SceneFileKey: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
    /// What has these keys, for messages.
    static var owner: String { get }
}

/// The keys of the whole file.
enum SceneFileSceneKey: String, SceneFileKey {
    /// The format's version, the tab to select, the tabs in the order of the bar; what is presented
    /// over them, bottom to top, how the bars look, and those that no controller manages.
    case version, selected, tabs, modals, bars, standaloneBars

    /// What has these keys, for messages.
    static let owner = "a scene file"
}

/// The keys of a tab.
enum SceneFileTabKey: String, SceneFileKey {
    /// Its identifier, what it shows and what is said about it; the stack from bottom to top.
    case id, title, icon, enabled, badge, properties, stack

    /// What has these keys, for messages.
    static let owner = "a tab"
}

/// The keys of a modal.
enum SceneFileModalKey: String, SceneFileKey {
    /// The deep link, how much it asks, what it shows, what is said about it; the stack from bottom
    /// to top.
    case route, kind, title, payload, properties, stack

    /// What has these keys, for messages.
    static let owner = "a modal"
}

/// The keys of a screen.
enum SceneFileScreenKey: String, SceneFileKey {
    /// The deep link, what the screen is called, bytes of the app, and what is said about it.
    case route, title, payload, properties

    /// What has these keys, for messages.
    static let owner = "a screen"
}

/// The keys of a bar that no controller manages.
enum SceneFileBarKey: String, SceneFileKey {
    /// Its identifier, what is said about it, and its items, bottom to top.
    case id, properties, items

    /// What has these keys, for messages.
    static let owner = "a standalone bar"
}
