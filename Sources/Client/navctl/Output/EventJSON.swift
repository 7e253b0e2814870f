internal import NavigationClient
internal import NavigationModel

/// An event as JSON, for a hook's standard input.
enum EventJSON {
    /// Returns `event`, `tab`, `modal` or `bar` with `screens` (bottom to top) of a push or pop,
    /// `tab` and `refresh` of a selection, `animated`, `device`, `author`, `revision` (`null`
    /// before the commit), `selectedTab`.
    static func value(_ kind: HookKind, _ event: NavigationEvent) -> JSON {
        var members: [String: JSON] = [
            "event": .string(kind.rawValue), "animated": .bool(event.isAnimated),
            "device": JSON(event.device?.description), "author": JSON(event.author?.rawValue),
            "revision": .init(event.revision),
            "selectedTab": JSON(event.scene.selectedTab?.rawValue),
        ]
        switch event.kind {
        case .push, .pop:
            members["screens"] = .array(event.screens.map(ScreenJSON.value))
            members.merge(event.stack.map(SceneJSON.members) ?? [:]) { _, new in new }
        case .select:
            members["tab"] = JSON(event.tab?.id.rawValue)
            members["refresh"] = .bool(event.isRefresh)
        }
        return .object(members)
    }
}
