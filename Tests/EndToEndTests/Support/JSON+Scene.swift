/// Members of a scene as `navctl show` prints it, by names.
extension JSON {
    /// A tab of the scene.
    func tab(_ id: String) -> JSON? {
        self["scene"]?["tabs"]?.array?.first { $0["id"]?.string == id }
    }

    /// A presentation.
    func modal(_ id: String) -> JSON? {
        self["scene"]?["modals"]?.array?.first { $0["id"]?.string == id }
    }

    /// A bar that no controller manages.
    func standaloneBar(_ id: String) -> JSON? {
        self["scene"]?["standaloneBars"]?.array?.first { $0["id"]?.string == id }
    }

    /// The selected tab.
    var selectedTab: String? { self["scene"]?["selectedTab"]?.string }
    /// The tabs in the order of the bar.
    var tabs: [String]? { self["scene"]?["tabs"]?.ids }
    /// The ids of what is in an array.
    var ids: [String]? { array?.compactMap { $0["id"]?.string } }
    /// The routes of a tab's, a modal's or a bar's screens, bottom to top.
    var routes: [String]? { self["stack"]?.array?.compactMap { $0["route"]?.string } }
    /// The steps of a change, by their kinds.
    var operationKinds: [String]? {
        self["operations"]?.array?.compactMap { $0["kind"]?.string }
    }
}

extension JSON? {
    /// A Boolean value indicating whether the value is missing or null.
    var isNothing: Bool { self == nil || self == .null }
}
