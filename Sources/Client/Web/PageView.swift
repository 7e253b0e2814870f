package import NavigationBars
package import NavigationJSON
package import NavigationModel

/// The scene as a page shows it: a picture, and the elements that are touched and spoken, each where
/// the layout has it.
package struct PageView {
    private let scene: Scene
    private let layout: BarLayout
    private let frames: [String: Rect]
    /// The names of the other devices that are on each tab.
    private let present: [TabID: [String]]

    /// Lays out a scene.
    package init(_ scene: Scene, on traits: DeviceTraits, present: [TabID: [String]] = [:]) {
        self.scene = scene
        self.present = present
        layout = BarLayout(scene, on: traits)
        frames = Dictionary(layout.elements.map { ($0.id, $0.frame) }) { first, _ in first }
    }

    /// The object for the page.
    package var json: JSON {
        var elements = ReadingOrder(layout).elements.map(json)
        if let modal = scene.modals.last, !elements.contains(where: \.isGesture) {
            elements.append(
                .object([
                    "id": .string("\(modal.id).close"), "role": .string("button"),
                    "label": .string(""), "gesture": closing(modal, nil),
                ]))
        }
        let selected = scene.selected?.title ?? ""
        let title = layout.navigationBar?.heading?.label ?? ""
        return .object([
            "svg": .string(SVGDrawing(of: layout).text),
            "title": .string(title.isEmpty ? (selected.isEmpty ? "navsync" : selected) : title),
            "modal": layout.modal.map { .string(name(of: $0)) } ?? .null,
            "hasTabs": .bool(layout.tabBar != nil),
            "motion": motion,
            "elements": .array(elements),
        ])
    }

    /// The motion of the marker of a newly selected tab; `null` for none.
    private var motion: JSON {
        guard let motion = layout.tabBar?.selectionMotion, motion.kind != .none else {
            return .null
        }
        return .object([
            "kind": .string(motion.kind.rawValue), "duration": .number(motion.duration),
            "scaleFrom": motion.scaleFrom.map(JSON.number) ?? .null,
        ])
    }

    /// Returns the name of a modal, which a dialog has to have.
    private func name(of modal: ModalLayout) -> String {
        let label = modal.accessibility.label.spoken
        return label.isEmpty ? scene.modals.last?.route ?? modal.id : label
    }

    private func json(_ element: ReadingOrder.Element) -> JSON {
        let source = element.source
        // A back button's label is the title that it leads to: its words say that it goes back.
        let label =
            element.role == .backButton
            ? element.strings.joined(separator: " ")
            : source?.label.spoken ?? element.strings.joined(separator: " ")
        var members: [String: JSON] = [
            "id": .string(element.id), "role": .string(element.role.rawValue),
            "label": .string(label), "section": .string(section(of: element)),
            "selected": .bool(source?.traits.contains(.selected) ?? false),
        ]
        if let value = source?.value?.spoken, !value.isEmpty { members["value"] = .string(value) }
        if let frame = frame(of: element.id) {
            members["frame"] = .array(
                [frame.x, frame.y, frame.width, frame.height].map(JSON.number))
        }
        if let gesture = gesture(of: element) { members["gesture"] = gesture }
        if let names = tab(element.id).flatMap({ present[$0] }) {
            members["here"] = .array(names.map(JSON.string))
        }
        return .object(members)
    }

    private func section(of element: ReadingOrder.Element) -> String {
        switch element.role {
        case .tab: "tabs"
        case .backButton, .heading, .button, .searchField: "bar"
        case .tabBar, .navigationBar, .text, .dialog, .row: "content"
        }
    }

    /// Returns the frame of an element; that of a part without one of its own is its whole's.
    private func frame(of id: String) -> Rect? {
        var id = id[...]
        while true {
            if let frame = frames[String(id)] { return frame }
            guard let dot = id.lastIndex(of: ".") else { return nil }
            id = id[..<dot]
        }
    }

    private func tab(_ id: String) -> TabID? {
        let name = id.hasPrefix(Self.moreRow) ? id.dropFirst(Self.moreRow.count) : id[...]
        guard name.hasPrefix("tab.") else { return nil }
        return scene.tabs.first { $0.id.rawValue == name.dropFirst(4) }?.id
    }

    /// The beginning of the ids of the tabs that More lists.
    private static let moreRow = "tabBar.more.row."

    // MARK: Gestures

    /// Returns what a touch of an element asks for; `nil` if it asks for nothing.
    private func gesture(of element: ReadingOrder.Element) -> JSON? {
        if element.source?.traits.contains(.notEnabled) == true { return nil }
        if let modal = scene.modals.last {
            if element.role == .backButton { return back(in: modal.stack) }
            guard let bar = layout.modal?.navigationBar else { return nil }
            // As in the terminal: the leading items cancel, the trailing ones confirm.
            if bar.left.contains(where: { "\(bar.id).\($0.id)" == element.id }) {
                return closing(modal, .cancel)
            }
            if bar.right.contains(where: { "\(bar.id).\($0.id)" == element.id }) {
                return closing(modal, .preferred)
            }
            return nil
        }
        if element.role == .backButton { return back(in: scene.selected?.stack ?? []) }
        if element.role == .tab, element.id == "more" { return .object(["local": .string("more")]) }
        guard let id = tab(element.id) else { return nil }
        guard id == scene.selectedTab else {
            return intent(["kind": "selectTab", "tab": id.rawValue])
        }
        // As on a phone: the selected tab, once more, leads to its first screen.
        return intent(["kind": "popToRoot", "tab": id.rawValue])
    }

    /// Returns the gesture back: it names the screen, since it may be handed over long after.
    private func back(in stack: [Screen]) -> JSON {
        guard stack.count > 1, let top = stack.last else {
            return .object(["local": .string("more")])
        }
        return intent(["kind": "popScreen", "screen": top.id.rawValue])
    }

    private func closing(_ modal: Modal, _ answer: ModalAnswer?) -> JSON {
        guard let answer else {
            return intent(
                ["kind": "dismissModal", "modal": modal.id.rawValue], closes: true)
        }
        return intent(
            [
                "kind": "answerModal", "modal": modal.id.rawValue,
                "answer": answer.rawValue,
            ], closes: answer == .cancel)
    }

    private func intent(_ members: [String: String], closes: Bool = false) -> JSON {
        .object([
            "intent": .object(members.mapValues(JSON.string)), "closes": .bool(closes),
        ])
    }
}

extension JSON {
    fileprivate var isGesture: Bool {
        guard case .object(let members) = self else { return false }
        return members["gesture"] != nil
    }
}
