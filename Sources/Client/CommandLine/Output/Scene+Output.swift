package import NavigationBars
package import NavigationClient
package import NavigationModel
internal import NavigationProperties
package import NavigationSync
package import NavigationText

/// A scene as lines for people, with the ids that commands take.
package enum SceneText {
    /// Returns a headline, then each tab and each modal with its stack, bottom to top, and the
    /// bars' looks.
    package static func lines(of view: MirrorUpdate, _ key: SceneKey) -> [StyledLine] {
        var headline = StyledLine("\(key.user.label)/\(key.scene.label)", .bold)
        headline.append(" · revision \(view.revision) · \(view.status.words)")
        if view.pendingCount > 0 { headline.append(" · \(view.pendingCount) pending") }
        headline.append(" · digest \(view.state.recomputedDigest.description.prefix(12))", .dim)
        let isUnknown = view.epoch == .none && view.pendingCount == 0
        let hint: TerminalText =
            isUnknown
            ? "  no mirror of it yet" : "  no tabs yet: declare one, or apply a scene file"
        return [headline] + (view.scene.tabs.isEmpty ? [StyledLine(hint, .dim)] : [])
            + body(of: view.scene)
    }

    /// Returns the lines of a past scene.
    package static func lines(of past: PastScene, _ key: SceneKey) -> [StyledLine] {
        var headline = StyledLine("\(key.user.label)/\(key.scene.label)", .bold)
        headline.append(" · at revision \(past.revision)")
        headline.append(" · digest \(past.state.recomputedDigest.description.prefix(12))", .dim)
        let scene = past.scene
        return [headline] + (scene.tabs.isEmpty ? [StyledLine("  no tabs", .dim)] : [])
            + body(of: scene)
    }

    private static func body(of scene: Scene) -> [StyledLine] {
        let width = scene.tabs.map(\.id.label.displayWidth).max() ?? 0
        var lines: [StyledLine] = []
        if let words = scene.selection.words() { lines.append(StyledLine("  \(words)", .dim)) }
        for tab in scene.tabs {
            lines.append(line(of: tab, width, isSelected: tab.id == scene.selectedTab))
            lines += self.lines(of: tab.properties, indentation: 4)
            lines += self.lines(of: tab.stack)
        }
        for modal in scene.modals {
            lines.append(line(of: modal))
            lines += self.lines(of: modal.properties, indentation: 4)
            lines += self.lines(of: modal.stack)
        }
        lines += scene.standaloneBars.flatMap(self.lines)
        for (key, text) in scene.bars.sorted(by: { $0.key < $1.key }) {
            lines.append(line(ofBar: key, text))
        }
        return lines
    }

    /// Returns a standalone bar with its items.
    package static func lines(of bar: StandaloneBar) -> [StyledLine] {
        var line = StyledLine("━ ", .accent)
        line.append(bar.id.label, .bold)
        line.append("  " + (bar.properties.text(.barKind) ?? "").label(), .dim)
        return [line] + lines(of: bar.properties, indentation: 4) + lines(of: bar.items)
    }

    private static func lines(of stack: [Screen]) -> [StyledLine] {
        stack.flatMap { [line(of: $0)] + lines(of: $0.properties, indentation: 20) }
    }

    /// Returns the properties, in the order of the names.
    private static func lines(of properties: Properties, indentation: Int) -> [StyledLine] {
        properties.names.map { name in
            var line = StyledLine("")
            line.pad(to: indentation)
            line.append(name.label, .dim)
            line.append("  " + (properties[name] ?? "").label())
            return line
        }
    }

    private static func line(of modal: Modal) -> StyledLine {
        var line = StyledLine("▣ ", .accent)
        line.append(modal.id.label, .bold)
        line.append("  " + modal.route.label(), .link)
        if let title = modal.title { line.append("  " + title.label()) }
        line.append("  " + modal.kind.label, .dim)
        return line
    }

    private static func line(ofBar key: BarKey, _ text: String) -> StyledLine {
        var line = StyledLine("  bar \(key.label)  ", .dim)
        line.append(text.label())
        return line
    }

    private static func line(of tab: Tab, _ width: Int, isSelected: Bool) -> StyledLine {
        var line = StyledLine(isSelected ? "▸ " : "  ", .accent)
        line.append(tab.id.label, isSelected ? .accent : .bold)
        line.pad(to: width + 4)
        line.append(tab.title.label())
        switch tab.badge {
        case nil: break
        case "": line.append(" ●", .badge)
        case .some(let text): line.append(" (\(text.label()))", .badge)
        }
        if !tab.isEnabled { line.append(" disabled", .dim) }
        return line
    }

    private static func line(of screen: Screen) -> StyledLine {
        var line = StyledLine("      " + screen.id.label, .dim)
        line.pad(to: 20)
        line.append(screen.route.label(), .link)
        if let title = screen.title { line.append("  " + title.label()) }
        return line
    }
}

extension DeviceSelection {
    /// Returns the mode for people; `nil` for the shared selection.
    ///
    /// - Parameter devices: The known names of devices.
    package func words(naming devices: [DeviceID: DeviceName] = [:]) -> TerminalText? {
        switch self {
        case .shared: nil
        case .own: "own selection"
        case .following(let device):
            devices[device].map { "follows \($0.label)" }
                ?? "follows device \(device.description.prefix(8))"
        }
    }
}

extension MirrorStatus {
    /// The state of the mirror's connection, for people.
    package var words: String {
        switch self {
        case .offline: "offline"
        case .syncing: "catching up"
        case .live: "live"
        case .feedBlocked: "feed blocked"
        case .refused: "refused"
        case .diverged: "DIFFERS from the daemon"
        }
    }
}
