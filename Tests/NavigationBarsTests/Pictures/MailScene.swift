import NavigationModel

@testable import NavigationBars

/// An app to draw, in English, Korean and Arabic: five tabs with badges, one of them disabled, a
/// list with a message on top.
enum MailScene {
    /// What is shown on top of the tabs' stacks.
    enum Depth {
        /// The list.
        case list
        /// A message above it.
        case message
    }

    /// The app, so deep in its first tab, with bars that look as `bars` say; the list is empty
    /// without `hasRows`, and `more` tabs are one too many or two.
    static func scene(
        _ depth: Depth = .list, bars: [BarKey: String] = [:], modals: [Modal] = [],
        hasRows: Bool = true, screen: Properties = [:], tabs more: Int = 0,
        standaloneBars: [StandaloneBar] = []
    ) -> Scene {
        let list = Screen(
            id: "list", route: "mail://inbox", title: "Inbox",
            properties: titles("Inbox").merging(hasRows ? rows.merging(editButton) : [:])
                .merging(screen))
        let message = Screen(
            id: "message", route: "mail://inbox/42", title: "Lunch on Friday",
            properties: titles("Lunch on Friday").merging(replyButton).merging(screen))
        let stack = depth == .list ? [list] : [list, message]
        let tabs =
            [
                tab("inbox", "Inbox", "tray", badge: "12", stack: stack),
                tab("starred", "Starred", "star"),
                tab("calendar", "Calendar", "calendar", badge: ""),
                tab("files", "Files", "folder", isEnabled: false),
                tab("settings", "Settings", "gearshape"),
            ]
            + zip(["Contacts", "Trash"], ["person", "trash"]).prefix(more).map { title, icon in
                tab(TabID(unchecked: title.lowercased()), title, icon)
            }
        return Scene(
            selectedTab: "inbox", tabs: tabs, modals: modals, bars: bars,
            standaloneBars: standaloneBars)
    }

    private static func tab(
        _ id: TabID, _ title: String, _ icon: String, isEnabled: Bool = true,
        badge: String? = nil, stack: [Screen] = []
    ) -> Tab {
        Tab(
            id: id, title: title, icon: icon, isEnabled: isEnabled, badge: badge,
            properties: titles(title), stack: stack)
    }

    private static let rows: Properties = {
        var rows: Properties = ["rows": "a,b,c,d,e"]
        let titles = [
            "a": "Lunch on Friday", "b": "Tickets", "c": "Minutes of Monday", "d": "Welcome",
            "e": "Receipt",
        ]
        for (id, title) in titles {
            rows[PropertyName(unchecked: "rows.\(id).title")] = title
            rows[PropertyName(unchecked: "rows.\(id).title@ko")] = words[title]?.korean
            rows[PropertyName(unchecked: "rows.\(id).title@ar")] = words[title]?.arabic
            rows[PropertyName(unchecked: "rows.\(id).pushes")] = "mail://inbox/\(id)"
            rows[PropertyName(unchecked: "rows.\(id).accessory")] = "disclosureIndicator"
        }
        return rows
    }()

    private static let editButton: Properties = [
        "right": "edit", "right.edit.title": "Edit", "right.edit.title@ko": "편집",
        "right.edit.title@ar": "تحرير",
    ]

    private static let replyButton: Properties = [
        "right": "reply", "right.reply.image": "arrow.uturn.backward",
        "right.reply.accessibilityLabel": "Reply",
    ]

    /// A title's translations.
    static func titles(_ english: String) -> Properties {
        var titles: Properties = [:]
        titles["title@ko"] = words[english]?.korean
        titles["title@ar"] = words[english]?.arabic
        return titles
    }

    private static let words: [String: (korean: String, arabic: String)] = [
        "Inbox": ("받은 편지함", "البريد الوارد"), "Starred": ("별표", "المميّزة"),
        "Calendar": ("캘린더", "التقويم"), "Files": ("파일", "الملفات"),
        "Settings": ("설정", "الإعدادات"), "Contacts": ("연락처", "جهات الاتصال"),
        "Trash": ("휴지통", "المهملات"), "Lunch on Friday": ("금요일 점심", "غداء يوم الجمعة"),
        "Tickets": ("표", "التذاكر"), "Minutes of Monday": ("월요일 회의록", "محضر يوم الاثنين"),
        "Welcome": ("환영합니다", "أهلًا بك"), "Receipt": ("영수증", "إيصال"),
        "New Message": ("새로운 메시지", "رسالة جديدة"),
    ]
}

extension Properties {
    /// What both say; `others` where they differ.
    func merging(_ others: Properties) -> Properties {
        Properties(texts.merging(others.texts) { $1 })
    }
}
