/// The keys of the file, each kind of mapping with its own, in canonical order.
protocol SceneFileKey: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
    /// The object with these keys, for messages.
    static var owner: String { get }
}

/// The keys of the whole file.
enum SceneFileSceneKey: String, SceneFileKey {
    /// The format's version, the tab to select, the tabs in the order of the bar; the modals over
    /// them, bottom to top, the look of the bars, and the bars that no controller manages.
    case version, selected, tabs, modals, bars, standaloneBars

    /// The object with these keys, for messages.
    static let owner = "a scene file"
}

/// The keys of a tab.
enum SceneFileTabKey: String, SceneFileKey {
    /// Its identifier, the parts that it shows and its properties; the stack from bottom to top.
    case id, title, icon, enabled, badge, properties, stack

    /// The object with these keys, for messages.
    static let owner = "a tab"
}

/// The keys of a modal.
enum SceneFileModalKey: String, SceneFileKey {
    /// The deep link, the kind, the title, bytes of the app, and its properties; the stack from
    /// bottom to top.
    case route, kind, title, payload, properties, stack

    /// The object with these keys, for messages.
    static let owner = "a modal"
}

/// The keys of a screen.
enum SceneFileScreenKey: String, SceneFileKey {
    /// The deep link, the title, bytes of the app, and its properties.
    case route, title, payload, properties

    /// The object with these keys, for messages.
    static let owner = "a screen"
}

/// The keys of a bar that no controller manages.
enum SceneFileBarKey: String, SceneFileKey {
    /// Its identifier, its properties, and its items, bottom to top.
    case id, properties, items

    /// The object with these keys, for messages.
    static let owner = "a standalone bar"
}
