package import NavigationModel

/// The registers of a scene, and their projection by the text of the design.
package struct Registers: Hashable, Sendable {
    /// Every register, by its object and field.
    package private(set) var all: [RecordID: [Field: Register]] = [:]

    /// None.
    package init() {}

    /// The register of a field, if it was ever written.
    package subscript(_ record: RecordID, _ field: Field) -> Register? {
        get { all[record]?[field] }
        set { all[record, default: [:]][field] = newValue }
    }

    /// Returns the stamp of a field's last write; zero, older than any, if it was never written.
    func stamp(_ record: RecordID, _ field: Field) -> Stamp {
        self[record, field]?.stamp ?? .zero
    }

    /// The whole projection.
    package var scene: Scene {
        Scene(
            selectedTab: selectedTab, tabs: bar.map(tab), modals: presentedModals.map(modal),
            bars: bars, standaloneBars: standaloneBars.map(standaloneBar))
    }

    private func standaloneBar(_ id: StandaloneBarID) -> StandaloneBar {
        StandaloneBar(
            id: id, properties: properties(of: .standaloneBar(id)), items: screens(on: .bar(id)))
    }

    /// "Each property is one register; empty for what was never said."
    private func properties(of record: RecordID) -> Properties {
        var properties = Properties()
        for (field, _) in all[record] ?? [:] {
            guard let name = PropertyName(rawValue: field.part),
                field == ItemField.property(name)
            else { continue }
            properties[name] = nonEmptyText(record, field)
        }
        return properties
    }

    /// "The count of refreshes is what the newest of them says"; a mark without a count is the first.
    private func refreshCount(of tab: TabID) -> Int {
        guard let bytes = self[.tab(tab), TabField.refreshed]?.value.bytes else { return 0 }
        guard bytes.count == 8 else { return 1 }
        return bytes.reduce(0) { $0 * 256 + Int($1) }
    }

    private func tab(_ id: TabID) -> Tab {
        Tab(
            id: id, title: text(.tab(id), TabField.title) ?? id.rawValue,
            icon: nonEmptyText(.tab(id), TabField.icon), isEnabled: isEnabled(id),
            badge: badge(of: id), refreshed: self[.tab(id), TabField.refreshed]?.stamp,
            refreshCount: refreshCount(of: id), properties: properties(of: .tab(id)),
            stack: screens(on: .tab(id)))
    }

    private func modal(_ id: ModalID) -> Modal {
        let kind = text(.modal(id), ModalField.kind).flatMap { ModalKind(rawValue: $0) }
        return Modal(
            id: id, route: text(.modal(id), ModalField.route) ?? "", kind: kind ?? .simple,
            title: nonEmptyText(.modal(id), ModalField.title),
            payload: bytes(.modal(id), ModalField.payload),
            properties: properties(of: .modal(id)), stack: screens(on: .modal(id)))
    }

    /// The screens on a stack, bottom to top.
    private func screens(on stack: StackID) -> [Screen] {
        ReferenceStack(of: stack, self).shown.map { id in
            Screen(
                id: id, route: text(.screen(id), ScreenField.route) ?? "",
                title: nonEmptyText(.screen(id), ScreenField.title),
                payload: bytes(.screen(id), ScreenField.payload),
                properties: properties(of: .screen(id)))
        }
    }

    /// The names of all records of a kind.
    func names(of kind: RecordID.Kind) -> [String] {
        var names: [String] = []
        for (record, fields) in all where record.kind == kind && !fields.isEmpty {
            names.append(record.name)
        }
        return names
    }

    private func text(_ record: RecordID, _ field: Field) -> String? {
        self[record, field].flatMap { String(validating: $0.value.bytes, as: UTF8.self) }
    }

    func nonEmptyText(_ record: RecordID, _ field: Field) -> String? {
        let text = text(record, field)
        return text == "" ? nil : text
    }

    private func bytes(_ record: RecordID, _ field: Field) -> [UInt8]? {
        let bytes = self[record, field]?.value.bytes
        return bytes == [] ? nil : bytes
    }
}
