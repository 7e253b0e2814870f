internal import CommandLine
internal import NavigationBars
internal import NavigationModel
package import NavigationText

/// The words for a step of a model, for people who listen to the terminal instead of looking at it:
/// lines that stay, and the line that a person is filling in.
package struct LiveSpeech: Sendable {
    /// The lines to print, in order.
    package let lines: [TerminalText]
    /// The line to fill in, at the place of the one before; `nil` for none.
    package let prompt: TerminalText?

    /// Compares a model with the one before.
    package init(from old: LiveModel, to new: LiveModel) {
        lines =
            Self.connection(old, new) + Self.presence(old, new) + Self.changes(old, new)
            + Self.surface(old, new)
            + Self.focus(old, new) + Self.sentences(old, new)
        prompt = Self.prompt(new)
    }

    // MARK: The scene

    private static func connection(_ old: LiveModel, _ new: LiveModel) -> [TerminalText] {
        guard let mirror = new.mirror else { return [] }
        let words = StatusLine(new).state
        guard let before = old.mirror else {
            let status = words.isEmpty ? "connected" : words
            return ["\(new.setup.scene), revision \(mirror.revision), \(status)"]
        }
        let isConnected = mirror.status.isConnected
        // A change on its way is no news while the daemon is there.
        guard isConnected != before.status.isConnected || !isConnected else { return [] }
        guard words != StatusLine(old).state else { return [] }
        return [isConnected ? "connected" : words.label()]
    }

    /// The other devices that have come, each with its place, and those that have left. A device that
    /// moves says so by its change.
    private static func presence(_ old: LiveModel, _ new: LiveModel) -> [TerminalText] {
        guard new.mirror?.status.isConnected ?? false else { return [] }
        let (before, after) = (old.present, new.present)
        let come = after.filter { device in
            !device.isOwn && !before.contains { $0.id == device.id }
        }
        let left = before.filter { device in
            !device.isOwn && !after.contains { $0.id == device.id }
        }
        return come.map {
            "\($0.name) is here: \(PresenceLines(new).place(of: $0))" as TerminalText
        }
            + left.map { "\($0.name) has left" as TerminalText }
    }

    private static func changes(_ old: LiveModel, _ new: LiveModel) -> [TerminalText] {
        guard case let (before?, after?) = (old.mirror, new.mirror) else {
            return announcements(from: .empty, to: new.scene, new)
        }
        let newest = before.revision
        let authors = new.changes.prefix { $0.revision > newest }.reversed()
            .filter { _ in after.revision > newest }
            .filter { $0.author != new.setup.device }
            .map { "\($0.author): " + $0.words }
        return authors + announcements(from: old.scene, to: new.scene, new)
    }

    private static func announcements(
        from old: Scene, to new: Scene, _ model: LiveModel
    ) -> [TerminalText] {
        guard old != new else { return [] }
        return Announcement.strings(from: old, to: new, on: model.traits.device)
            .map { $0.label() }
    }

    private static func focus(_ old: LiveModel, _ new: LiveModel) -> [TerminalText] {
        guard old.focused != new.focused, old.activeStack == new.activeStack else { return [] }
        let screens = new.activeScreens
        let level = new.focusedLevel ?? screens.count - 1
        guard screens.indices.contains(level), screens.map(\.id) == old.activeScreens.map(\.id)
        else { return [] }
        let screen = screens[level]
        return ["\(level + 1) of \(screens.count): \(screen.title ?? screen.route)"]
    }

    // MARK: Sentences

    private static func sentences(_ old: LiveModel, _ new: LiveModel) -> [TerminalText] {
        var lines: [TerminalText] = []
        if let message = new.message, message != old.message { lines.append(message.words) }
        if let notice = new.notices.first, notice != old.notices.first {
            let keys: TerminalText =
                notice.change == nil ? "space: read" : "e: explain, r: retry, space: read"
            lines.append("to read: " + notice.words + " (\(keys))")
        }
        return lines
    }

    // MARK: Surfaces

    private static func surface(_ old: LiveModel, _ new: LiveModel) -> [TerminalText] {
        switch new.mode {
        case .scene: return []
        case .prompt(let prompt):
            guard case .prompt(let before) = old.mode, before.purpose == prompt.purpose else {
                return [LiveScreen(new).hint.label()]
            }
            guard before.chosen != prompt.chosen, let chosen = prompt.chosen else { return [] }
            let suggestions = new.suggestions(for: prompt)
            guard suggestions.indices.contains(chosen) else { return [] }
            return ["\(suggestions[chosen].text)  \(suggestions[chosen].summary)"]
        case .menu(let menu):
            let item = menu.items[menu.index]
            if case .menu(let before) = old.mode, before.items == menu.items {
                return before.index == menu.index ? [] : [Self.words(item)]
            }
            return [menu.title.label()] + menu.items.map(words)
        case .pager(let pager):
            if case .pager(let before) = old.mode, before.lines == pager.lines { return [] }
            return [pager.title] + pager.lines + ["q: back"]
        case .past(let travel):
            guard !travel.isReading else { return [] }
            if case .past(let before) = old.mode, !before.isReading,
                before.view?.revision == travel.view?.revision, before.problem == travel.problem
            {
                return []
            }
            return PastLines(new).lines(width: longestLine).map { line in
                line.runs.map(\.text).joined()
            }
        }
    }

    private static func words(_ item: Menu.Item) -> TerminalText {
        item.key.map { "\($0): \(item.label)" } ?? item.label.label()
    }

    /// The most cells of a line, which no terminal cuts for those who listen.
    private static let longestLine = 400

    private static func prompt(_ model: LiveModel) -> TerminalText? {
        guard case .prompt(let prompt) = model.mode else { return nil }
        let field = prompt.fields[prompt.active]
        return "\(field.label) \(field.line.text.label(width: model.size.columns / 2))"
    }
}
