package import NavigationModel

/// The registers of a scene, and what they say by the text of the design.
package struct Registers: Hashable, Sendable {
    /// Every register, by its object and field.
    package private(set) var all: [RecordID: [Field: Register]] = [:]

    /// The register of a field, if it was ever written.
    package subscript(_ record: RecordID, _ field: Field) -> Register? {
        get { all[record]?[field] }
        set { all[record, default: [:]][field] = newValue }
    }

    /// When a field was written; nothing that was never written is newer than anything.
    func stamp(_ record: RecordID, _ field: Field) -> Stamp {
        self[record, field]?.stamp ?? .zero
    }

    /// The whole projection.
    package var scene: Scene {
        var tabs: [Tab] = []
        for id in bar {
            tabs.append(
                Tab(
                    id: id, title: text(.tab(id), TabField.title) ?? id.rawValue,
                    icon: nonEmptyText(.tab(id), TabField.icon), isEnabled: isEnabled(id),
                    badge: badge(of: id), refreshed: self[.tab(id), TabField.refreshed]?.stamp,
                    stack: screens(on: id)))
        }
        return Scene(selectedTab: selectedTab, tabs: tabs)
    }

    /// The screens on a stack, bottom to top.
    func screens(on tab: TabID) -> [Screen] {
        ReferenceStack(of: tab, self).shown.map { id in
            Screen(
                id: id, route: text(.screen(id), ScreenField.route) ?? "",
                title: nonEmptyText(.screen(id), ScreenField.title),
                payload: bytes(.screen(id), ScreenField.payload))
        }
    }

    private func text(_ record: RecordID, _ field: Field) -> String? {
        self[record, field].flatMap { String(validating: $0.value.bytes, as: UTF8.self) }
    }

    private func nonEmptyText(_ record: RecordID, _ field: Field) -> String? {
        let text = text(record, field)
        return text == "" ? nil : text
    }

    private func bytes(_ record: RecordID, _ field: Field) -> [UInt8]? {
        let bytes = self[record, field]?.value.bytes
        return bytes == [] ? nil : bytes
    }
}
