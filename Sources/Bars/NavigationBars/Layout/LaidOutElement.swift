/// An element of a layout with its frame, to be looked up by its id.
package struct LaidOutElement: Hashable, Sendable, Encodable {
    /// The id that the layout and the picture give it.
    package let id: String
    /// The frame on the screen.
    package let frame: Rect

    /// Returns the same point in the coordinates of another element: from the upper left corner of
    /// this one to that of the other.
    package func convert(_ point: Point, to other: LaidOutElement) -> Point {
        Point(x: point.x + frame.x - other.frame.x, y: point.y + frame.y - other.frame.y)
    }
}

extension BarLayout {
    /// Every element with an id, from the whole screen to its parts.
    package var elements: [LaidOutElement] {
        [
            LaidOutElement(id: "screen", frame: screen),
            LaidOutElement(id: "statusBar", frame: statusBar),
        ] + Self.elements(of: navigationBar) + Self.elements(of: content, "content")
            + standaloneBars.flatMap {
                Self.elements(of: $0.navigationBar) + Self.elements(of: $0.tabBar, $0.id)
            } + Self.elements(of: tabBar, "tabBar")
            + (modal.map { modal in
                [LaidOutElement(id: modal.id, frame: modal.frame)]
                    + Self.elements(of: modal.navigationBar)
                    + Self.elements(of: modal.content, "\(modal.id).content")
            } ?? [])
    }

    private static func elements(of bar: NavigationBarLayout?) -> [LaidOutElement] {
        guard let bar else { return [] }
        let parts: [(String, Rect?)] = [
            ("title", bar.title?.frame), ("prompt", bar.prompt?.frame), ("back", bar.back?.frame),
            ("segments", bar.segmentedControl?.frame), ("search", bar.searchField?.frame),
            ("cancelSearch", bar.searchField?.cancel?.frame),
        ]
        return [LaidOutElement(id: bar.id, frame: bar.frame)]
            + parts.compactMap { name, frame in
                frame.map { LaidOutElement(id: "\(bar.id).\(name)", frame: $0) }
            }
            + (bar.left + bar.right).map {
                LaidOutElement(id: "\(bar.id).\($0.id)", frame: $0.frame)
            }
    }

    private static func elements(of bar: TabBarLayout?, _ id: String) -> [LaidOutElement] {
        guard let bar else { return [] }
        return [LaidOutElement(id: id, frame: bar.frame)]
            + bar.items.map { LaidOutElement(id: $0.id, frame: $0.frame) }
            + (bar.more?.rows ?? []).map {
                LaidOutElement(id: "\(id).more.row.\($0.id)", frame: $0.frame)
            }
            + (bar.sidebarButton.map { [LaidOutElement(id: $0.id, frame: $0.frame)] } ?? [])
            + (bar.accessoryControl.map {
                [LaidOutElement(id: AccessoryControl.id, frame: $0.touch)]
            } ?? [])
    }

    private static func elements(of content: ContentLayout, _ id: String) -> [LaidOutElement] {
        [LaidOutElement(id: id, frame: content.frame)]
            + content.rows.map { LaidOutElement(id: "\(id).row.\($0.id)", frame: $0.frame) }
            + content.children.map {
                LaidOutElement(id: "\(id).child.\($0.id)", frame: $0.frame)
            }
            + content.panes.flatMap {
                [LaidOutElement(id: "\(id).pane.\($0.id)", frame: $0.frame)]
                    + elements(of: $0.navigationBar)
            }
    }
}
