/// Scenes of a mail app, as scene files have them.
enum MailScene {
    /// A tab with two screens, and one with one.
    static let twoTabs = """
        selected: inbox
        tabs:
          - id: inbox
            title: Inbox
            icon: tray
            stack:
              - route: mail://
                title: Mailboxes
              - route: mail://1
                title: General
          - id: search
            title: Search
            icon: magnifyingglass
            stack:
              - route: search://
                title: Search

        """

    /// So many tabs, `tab1` and on.
    static func tabs(_ count: Int) -> String {
        "tabs:\n"
            + (1...count).map { "  - {id: tab\($0), title: Tab \($0), icon: circle}\n" }.joined()
    }
}
