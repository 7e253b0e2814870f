public import NavigationModel

/// Scenes for previews and tests.
extension SceneDescription {
    /// A mail app: an inbox with a badge and an open message, a search, and settings.
    public static let sampleMail = SceneDescription(
        selectedTab: "inbox",
        tabs: [
            TabDescription(
                id: "inbox", title: "Inbox", icon: "tray", badge: "3",
                stack: [
                    ScreenDescription(route: "mail://inbox", title: "Inbox"),
                    ScreenDescription(route: "mail://inbox/42", title: "Re: Lunch"),
                ]),
            TabDescription(id: "search", title: "Search", icon: "magnifyingglass"),
            TabDescription(id: "settings", title: "Settings", icon: "gear"),
        ])

    /// A clock in four tabs without any open screen.
    public static let sampleClock = SceneDescription(tabs: [
        TabDescription(id: "world", title: "World Clock", icon: "globe"),
        TabDescription(id: "alarms", title: "Alarms", icon: "alarm"),
        TabDescription(id: "stopwatch", title: "Stopwatch", icon: "stopwatch"),
        TabDescription(id: "timers", title: "Timers", icon: "timer"),
    ])

    /// A player with a question over the whole screen.
    public static let sampleQuestion = SceneDescription(
        tabs: [TabDescription(id: "listen", title: "Listen Now", icon: "play.circle")],
        modals: [
            ModalDescription(
                route: "music://delete", kind: .fullScreen, title: "Delete playlist?")
        ])
}
