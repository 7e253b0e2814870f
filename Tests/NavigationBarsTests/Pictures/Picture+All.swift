import NavigationModel

@testable import NavigationBars

extension Picture {
    /// A spread of devices, states and languages.
    static let all: [Picture] = phones + states + modals + tablets + android + others + reading

    private static let phones = [
        Picture("phone", MailScene.scene(.message)),
        Picture("phone-dark", MailScene.scene(), .portrait, .dark),
        Picture("phone-korean", MailScene.scene(.message), in: "ko"),
        Picture("phone-arabic", MailScene.scene(.message), in: "ar"),
        Picture("phone-landscape", MailScene.scene(.message), .landscape),
        Picture(
            "phone-landscape-arabic-dark", MailScene.scene(.message), .landscape, .dark, in: "ar"),
        Picture("phone-scrolled-dark", MailScene.scene(), .portrait, .dark) {
            $0.scrollOffset = 40
        },
        Picture("phone-large-title", MailScene.scene(bars: largeTitles), on: "iphone-16-pro-max"),
        Picture("phone-large-title-scrolled", MailScene.scene(bars: largeTitles)) {
            $0.scrollOffset = 80
        },
    ]

    private static let states = [
        Picture("phone-more", MailScene.scene(tabs: 2), .portrait, .dark) { $0.isMoreShown = true },
        Picture(
            "phone-more-editing",
            MailScene.scene(bars: ["tabBar.accessory": "Now Playing"], tabs: 2), in: "ar"
        ) {
            $0.isMoreShown = true
            $0.isMoreEdited = true
        },
        Picture(
            "phone-prompt-segments",
            MailScene.scene(
                hasRows: false,
                screen: [
                    "prompt": "Choose what to see", "titleView": "segmentedControl",
                    "titleView.segments": "All,Unread,Flagged", "titleView.selectedSegment": "1",
                ]), on: "iphone-se"),
        Picture(
            "phone-own-images",
            MailScene.scene(
                .message,
                bars: [
                    "navigationBar.backgroundImage.topAttached.default": "Linen",
                    "navigationBar.shadowImage": "Fringe",
                    "navigationBar.shadowImage.capInsets": "0,12,0,12",
                    "navigationBar.titleTextAttributes.shadowColor": "#00000066",
                    "navigationBar.titleTextAttributes.shadowOffset": "0,1",
                    "navigationBar.tintColor": "systemPurple", "tabBar.tintColor": "systemPurple",
                ])),
        Picture(
            "phone-transition",
            MailScene.scene(
                .message,
                bars: [
                    "navigationBar.backIndicatorImage": "arrow.left",
                    "navigationBar.backIndicatorTransitionMaskImage": "ArrowMask",
                ]), transition: 0.6),
        Picture("phone-search-tab", search),
        Picture("phone-standalone-bar", MailScene.scene(standaloneBars: [tools])),
        Picture("phone-pressed-focused", MailScene.scene()) {
            $0.pressed = "tab.starred"
            $0.focused = "tab.calendar"
        },
    ]

    /// The system's search tab, selected, whose field takes words at once.
    private static let search = Scene(
        selectedTab: "find",
        tabs: [
            Tab(id: "home", title: "Home", icon: "house"),
            Tab(
                id: "find", title: "Find", icon: "magnifyingglass",
                properties: ["role": "search", "automaticallyActivatesSearch": "true"],
                stack: [Screen(id: "find.1", route: "app://find", title: "Find")]),
        ], bars: largeTitles)

    private static let modals = [
        Picture("modal", MailScene.scene(modals: [draft(.simple)])),
        Picture("modal-steps-dark", MailScene.scene(modals: [draft(.multiStep)]), .portrait, .dark),
        Picture(
            "modal-full-screen-arabic", MailScene.scene(modals: [draft(.fullScreen)]), in: "ar"),
    ]

    private static let tablets = [
        Picture("tablet-top", MailScene.scene(.message), on: "ipad-11", .landscape),
        Picture(
            "tablet-sidebar-dark", MailScene.scene(bars: sidebar), on: "ipad-11", .landscape, .dark),
        Picture("tablet-sidebar-arabic", MailScene.scene(bars: sidebar), on: "ipad-11", in: "ar"),
        Picture(
            "tablet-popover",
            MailScene.scene(
                modals: [
                    Modal(
                        id: "sort", route: "mail://sort", title: "Sort",
                        properties: [
                            "title@ko": "정렬", "title@ar": "ترتيب", "popover.source": "right.edit",
                        ])
                ]), on: "ipad-11"),
        Picture("tablet-sheet", MailScene.scene(modals: [draft(.simple)]), on: "ipad-11"),
        Picture(
            "tablet-split",
            MailScene.scene(
                hasRows: false,
                screen: [
                    "kind": "split", "panes": "list,message", "panes.list.title": "Inbox",
                    "panes.message.title": "Lunch on Friday",
                ]), on: "ipad-11-ipados17"),
    ]

    private static let android = [
        Picture("android", MailScene.scene(bars: material), on: "pixel-9"),
        Picture(
            "android-dark-arabic", MailScene.scene(.message, bars: material), on: "pixel-9",
            .portrait, .dark, in: "ar"),
        Picture(
            "android-landscape",
            MailScene.scene(
                bars: material.merging(["tabBar.alignment": "justifiedAdjacentTitles"]) { $1 }),
            on: "pixel-9", .landscape),
        Picture(
            "android-tablet",
            MailScene.scene(
                .message,
                bars: material.merging([
                    "tabBar.alignment": "centered", "tabBar.titleVisibility": "always",
                ]) { $1 }),
            on: "pixel-tablet", .landscape),
        Picture("android-large-title", MailScene.scene(bars: largeTitles), on: "pixel-9"),
        Picture(
            "android-medium-scrolled-dark",
            MailScene.scene(bars: ["navigationBar.appBarSize": "medium"]), on: "pixel-9",
            .portrait, .dark, in: "ko"
        ) { $0.scrollOffset = 30 },
        Picture("android-sheet", MailScene.scene(modals: [draft(.simple)]), on: "pixel-9"),
        Picture(
            "android-tablet-arabic-dark",
            MailScene.scene(bars: ["navigationBar.appBarSize": "medium"], modals: []),
            on: "pixel-tablet", .portrait, .dark, in: "ar"),
    ]

    private static let others = [
        Picture("mac", MailScene.scene(.message), on: "mac"),
        Picture("mac-arabic-dark", MailScene.scene(), on: "mac", .landscape, .dark, in: "ar"),
        Picture(
            "mac-pad-style",
            MailScene.scene(
                .message, bars: ["navigationBar.preferredBehavioralStyle": "pad"]), on: "mac"),
        Picture(
            "mac-sidebar-section",
            MailScene.scene(bars: ["navigationBar.currentNSToolbarSection": "sidebar"]), on: "mac"),
        Picture("mac-sheet", MailScene.scene(modals: [draft(.simple)]), on: "mac"),
        Picture("television", MailScene.scene(), on: "apple-tv") { $0.focused = "tab.starred" },
        Picture(
            "television-dark-korean", MailScene.scene(.message), on: "apple-tv", .landscape, .dark,
            in: "ko"
        ) {
            $0.focused = "navigationBar.right.reply"
        },
        Picture("headset", MailScene.scene(.message), on: "vision-pro"),
        Picture("headset-arabic", MailScene.scene(bars: largeTitles), on: "vision-pro", in: "ar"),
        Picture("headset-looked-at", MailScene.scene(), on: "vision-pro") {
            $0.focused = "tab.starred"
        },
        Picture("glass-search", search, on: "iphone-17"),
        Picture("glass", MailScene.scene(.message), on: "iphone-17"),
        Picture(
            "glass-dark-arabic", MailScene.scene(bars: largeTitles), on: "iphone-17", .portrait,
            .dark, in: "ar"),
        Picture("glass-landscape", MailScene.scene(), on: "iphone-17", .landscape),
        Picture("glass-sheet", MailScene.scene(modals: [draft(.simple)]), on: "iphone-17"),
        Picture("phone-ios12", MailScene.scene(.message), on: "iphone-8-ios12", .portrait, .dark),
        Picture("modal-ios12", MailScene.scene(modals: [draft(.simple)]), on: "iphone-8-ios12"),
    ]

    private static let reading = [
        Picture("reading-large-content", MailScene.scene(bars: largeTitles)) {
            $0.textSize = .AX3
            $0.pressed = "tab.calendar"
        },
        Picture("reading-bold-contrast-dark", MailScene.scene(), .portrait, .dark, in: "ko") {
            $0.textSize = .xxL
            $0.isBoldText = true
            $0.increasesContrast = true
            $0.reducesTransparency = true
        },
        Picture("reading-direction", MailScene.scene(.message)) {
            $0.layoutDirection = .rightToLeft
            $0.textSize = .xS
        },
        Picture("reading-android", MailScene.scene(bars: largeTitles), on: "pixel-9", in: "ar") {
            $0.textSize = .AX2
            $0.isBoldText = true
        },
    ]

    private static let largeTitles: [BarKey: String] = ["navigationBar.prefersLargeTitles": "true"]
    private static let sidebar: [BarKey: String] = ["tabBar.sidebar.isExpanded": "true"]
    private static let material: [BarKey: String] = ["tabBar.style": "bottomNavigation"]

    private static let tools = StandaloneBar(
        id: "tools",
        properties: ["navigationBar.barPosition": "bottom", "navigationBar.delegate": "app"],
        items: [
            Screen(
                id: "tools.1", route: "app://tools", title: "Tools",
                properties: [
                    "left": "undo", "left.undo.image": "arrow.uturn.backward", "right": "share",
                    "right.share.image": "square.and.arrow.up",
                ])
        ])

    private static func draft(_ kind: ModalKind) -> Modal {
        Modal(
            id: "draft", route: "mail://new", kind: kind, title: "New Message",
            properties: [
                "title@ko": "새로운 메시지", "title@ar": "رسالة جديدة", "step": "2", "steps": "3",
                "preferred.isEnabled": kind == .simple ? "true" : "false",
            ])
    }
}
