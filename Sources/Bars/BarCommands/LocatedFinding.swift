internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationSceneFile
internal import NavigationText

/// A finding with its place, if it is one of a file.
struct LocatedFinding: Encodable {
    /// The place of a finding in a file.
    struct Place: Encodable {
        /// The path of the file.
        let file: String
        /// The line, from 1.
        let line: Int
        /// The column, from 1.
        let column: Int
        /// The deep link of a screen or modal, whose id stands in no file; `nil` of others.
        let route: String?
    }

    /// The finding.
    let finding: LintFinding
    /// The place; `nil` in a live scene.
    let place: Place?

    /// Takes a finding of a live scene.
    init(_ finding: LintFinding) {
        self.finding = finding
        place = nil
    }

    /// Looks up the place of a finding in the file of a scene: the property in question, else the
    /// item that it is on.
    init(
        _ finding: LintFinding, in file: String, at positions: SceneFilePositions, scene: Scene,
        _ description: SceneDescription
    ) {
        self.finding = finding
        let item = positions.item(finding.item, scene: scene, description)
        let property = finding.property
        let position =
            property.flatMap { item.names[$0.rawValue] ?? item.names[$0.base.rawValue] }
            ?? item.position
        place = Place(
            file: file, line: position.line, column: position.column,
            route: scene.route(of: finding.item))
    }

    /// The members of the finding, with `file`, `line` and `column`.
    func encode(to encoder: any Encoder) throws {
        try finding.encode(to: encoder)
        try place?.encode(to: encoder)
    }

    /// `mail.yaml:7:5: error tab-label-missing tab inbox: … (D-10)`
    var line: StyledLine {
        var line = StyledLine()
        if let place {
            line.append("\(place.file.label()):\(place.line):\(place.column): ")
        }
        line.append(
            "\(finding.severity.rawValue)", finding.severity == .error ? .badge : .dim)
        line.append(" \(finding.code)", .bold)
        line.append(" \(name.label()): ")
        // The sentence is ours, from left to right; the words of the app are isolated in it.
        line.append(TerminalText(document: finding.reason))
        line.append(" (\(finding.rows.joined(separator: ", ")))", .dim)
        return line
    }

    /// The item: `tab inbox`, `screen mail://inbox` of a file.
    private var name: String {
        guard let route = place?.route else { return finding.item.description }
        return if case .modal = finding.item { "modal \(route)" } else { "screen \(route)" }
    }
}

extension SceneFilePositions {
    /// Returns the place of an item of the scene that the file describes.
    fileprivate func item(
        _ item: SceneItem, scene: Scene, _ description: SceneDescription
    ) -> Item {
        switch item {
        case .scene: return self.scene
        case .tab(let id):
            return zip(description.tabs, tabs).first { $0.0.id == id }?.1 ?? self.scene
        case .modal(let id):
            return zip(scene.modals, modals).first { $0.0.id == id }?.1 ?? self.scene
        case .bar(let id):
            return zip(description.standaloneBars ?? [], standaloneBars).first { $0.0.id == id }?.1
                ?? self.scene
        case .screen(let id):
            let ofTabs = scene.tabs.map {
                ($0.stack, self.item(.tab($0.id), scene: scene, description))
            }
            let ofModals = zip(scene.modals, modals).map { ($0.stack, $1) }
            let ofBars = scene.standaloneBars.map {
                ($0.items, self.item(.bar($0.id), scene: scene, description))
            }
            return (ofTabs + ofModals + ofBars).lazy.flatMap { zip($0, $1.stack) }
                .first { $0.0.id == id }?.1 ?? self.scene
        }
    }
}

extension Scene {
    /// Returns the deep link of a screen or modal; `nil` of other items.
    fileprivate func route(of item: SceneItem) -> String? {
        switch item {
        case .scene, .tab, .bar: nil
        case .screen(let id): screen(id)?.route
        case .modal(let id): modal(id)?.route
        }
    }
}
