internal import NavigationModel
internal import NavigationText

/// A completion of a prompt's line.
struct Suggestion: Hashable, Sendable {
    /// The line once it is chosen.
    let text: String
    /// The words behind it.
    let summary: String
    /// The screen that it stands for.
    var screen: FoundScreen?
}

/// A screen of the scene, with its stack.
struct FoundScreen: Hashable, Sendable {
    /// The stack.
    let stack: StackID
    /// The screen.
    let id: ScreenID
}

/// The keys of prompts.
extension LiveModel {
    /// The most suggestions.
    private static let mostSuggestions = 50
    /// The kinds of modals that a person can present; the first unless another is named.
    private static let kinds: [ModalKind] = [.simple, .multiStep, .fullScreen]

    /// Returns the completions of the line with the cursor, best first.
    func suggestions(for prompt: Prompt) -> [Suggestion] {
        let text = prompt[prompt.active]
        let all: [Suggestion] =
            switch (prompt.purpose, prompt.active) {
            case (.push, 0), (.present, 0):
                known.matching(text).map { Suggestion(text: $0.route, summary: $0.title ?? "") }
            case (.present, 2):
                Self.kinds.map(\.rawValue).filter { $0.hasPrefix(text) }
                    .map { Suggestion(text: $0, summary: "") }
            case (.find, _): found(text)
            case (.command, _): commands(text)
            case (.push, _), (.present, _), (.badge, _), (.pair, _), (.rename, _): []
            }
        return Array(all.prefix(Self.mostSuggestions))
    }

    private func commands(_ text: String) -> [Suggestion] {
        let past = commandHistory.filter { $0.hasPrefix(text) && $0 != text }
            .map { Suggestion(text: $0, summary: "") }
        let completions = commands.completions(of: text, scene: values)
            .map { Suggestion(text: $0.text, summary: $0.summary) }
        return text.isEmpty ? past + completions : completions + past
    }

    /// Returns what the scene has of the kind that an argument names.
    private func values(of argument: CommandTree.Argument) -> [(text: String, summary: String)] {
        switch argument.value {
        case "tab", "parent", "before", "after":
            scene.tabs.map { ($0.id.rawValue, $0.title) }
        case "screen":
            (scene.tabs.flatMap(\.stack) + scene.modals.flatMap(\.stack)).map {
                ($0.id.rawValue, $0.title ?? $0.route)
            }
        case "modal": scene.modals.map { ($0.id.rawValue, $0.title ?? $0.route) }
        case "route": known.matching("").map { ($0.route, $0.title ?? "") }
        case "device": present.map { ($0.name, "") }
        default: []
        }
    }

    /// Returns the screens whose title or route contains a text, regardless of case.
    private func found(_ text: String) -> [Suggestion] {
        let text = text.lowercased()
        let stacks =
            scene.modals.reversed().map {
                (StackID.modal($0.id), $0.title ?? $0.route, $0.stack)
            } + scene.tabs.map { (StackID.tab($0.id), $0.title, $0.stack) }
        return stacks.flatMap { stack, owner, screens in
            screens.compactMap { screen in
                let words = "\(screen.title ?? "") \(screen.route)"
                guard text.isEmpty || words.lowercased().contains(text) else { return nil }
                let name = screen.title.flatMap { $0.isEmpty ? nil : $0 } ?? screen.route
                return Suggestion(
                    text: name, summary: "\(owner)  \(screen.route)",
                    screen: FoundScreen(stack: stack, id: screen.id))
            }
        }
    }

    // MARK: Keys

    mutating func press(_ key: Key, in prompt: Prompt) -> [LiveEffect] {
        var prompt = prompt
        let suggestions = suggestions(for: prompt)
        switch key {
        case .escape:
            mode = .scene
            return []
        case .backspace where prompt.fields.allSatisfy(\.line.isEmpty):
            mode = .scene
            return []
        case .enter: return submit(prompt, suggestions)
        case .up, .down:
            let step = key == .up ? -1 : 1
            let next = (prompt.chosen ?? -1) + step
            prompt.chosen = suggestions.indices.contains(next) ? next : nil
        case .tab: advance(&prompt, suggestions)
        case .backTab:
            prompt.active = (prompt.active + prompt.fields.count - 1) % prompt.fields.count
            prompt.chosen = nil
        case .press(let row, _):
            guard let index = LiveScreen(self).suggestion(at: row) else { return [] }
            prompt.chosen = index
            return submit(prompt, suggestions)
        default:
            if prompt.fields[prompt.active].line.edit(key) { prompt.chosen = nil }
        }
        mode = .prompt(prompt)
        return []
    }

    /// Completes the line by the chosen suggestion or by the first, else goes to the next field.
    private func advance(_ prompt: inout Prompt, _ suggestions: [Suggestion]) {
        let suggestion =
            prompt.chosen.flatMap { suggestions.indices.contains($0) ? suggestions[$0] : nil }
            ?? suggestions.first
        if let suggestion, prompt.purpose != .find, suggestion.text != prompt[prompt.active] {
            accept(suggestion, in: &prompt)
        } else {
            prompt.active = (prompt.active + 1) % prompt.fields.count
            prompt.chosen = nil
        }
    }

    /// Fills a suggestion in; with a route the title that was seen with it.
    private func accept(_ suggestion: Suggestion, in prompt: inout Prompt) {
        prompt.fields[prompt.active].line = LineEditor(suggestion.text)
        prompt.chosen = nil
        switch prompt.purpose {
        case .push, .present:
            guard prompt.active == 0, prompt[1].isEmpty else { return }
            prompt.fields[1].line = LineEditor(suggestion.summary)
        case .badge, .find, .command, .pair, .rename: break
        }
    }

    private mutating func submit(
        _ prompt: Prompt, _ suggestions: [Suggestion]
    ) -> [LiveEffect] {
        var prompt = prompt
        let chosen = prompt.chosen.flatMap {
            suggestions.indices.contains($0) ? suggestions[$0] : nil
        }
        if case .find = prompt.purpose { return goTo(chosen ?? suggestions.first) }
        if let chosen { accept(chosen, in: &prompt) }
        mode = .scene
        let title = prompt[1].isEmpty ? nil : prompt[1]
        switch prompt.purpose {
        case .push(let stack):
            guard !prompt[0].isEmpty else { return [] }
            focused = nil
            return perform(.push(ScreenDescription(route: prompt[0], title: title), onto: stack))
        case .present:
            guard !prompt[0].isEmpty else { return [] }
            guard let kind = Self.kinds.first(where: { $0.rawValue.hasPrefix(prompt[2]) }) else {
                fail("'\(prompt[2])' is no kind of modal: use simple, multiStep or fullScreen")
                return []
            }
            return perform(
                .presentModal(ModalDescription(route: prompt[0], kind: kind, title: title)))
        case .badge(let tab): return setBadge(of: tab, to: prompt[0])
        case .find: return []
        case .command: return run(prompt[0])
        case .rename(let id):
            return prompt[0].isEmpty ? [] : [.run(["device", "rename", id, prompt[0]])]
        case .pair: return prompt[0].isEmpty ? [] : [.invite(prompt[0])]
        }
    }

    /// Sets a badge to a text; `+1` and `-1` add to it, `.` is a dot, no text clears it.
    private mutating func setBadge(of tab: TabID, to text: String) -> [LiveEffect] {
        switch text {
        case "": return perform(.setBadge(tab, .cleared))
        case ".": return perform(.setBadge(tab, .dot))
        default: break
        }
        if let sign = text.first, sign == "+" || sign == "-", let count = Int64(text) {
            return perform(.addToBadge(tab, count))
        }
        return perform(.setBadge(tab, .text(text)))
    }

    /// Puts the focus on a screen, in its tab.
    private mutating func goTo(_ suggestion: Suggestion?) -> [LiveEffect] {
        mode = .scene
        guard let found = suggestion?.screen else {
            fail("no such screen")
            return []
        }
        var effects: [LiveEffect] = []
        if found.stack != activeStack {
            guard case .tab(let tab) = found.stack, scene.modals.isEmpty else {
                fail("a modal covers that screen: answer it with m")
                return []
            }
            effects = select(tab)
            guard !effects.isEmpty else { return [] }
        }
        let top = scene.stack(found.stack)?.last?.id
        focused = found.id == top ? nil : found.id
        return effects
    }

    /// Runs a command, unless it would never end, or change what may not be.
    private mutating func run(_ line: String) -> [LiveEffect] {
        guard var words = CommandTree.words(of: line) else {
            fail("a quote is not closed")
            return []
        }
        // Its own name is what people type by habit.
        if words.first == commands.name { words.removeFirst() }
        guard let name = words.first else { return [] }
        commandHistory.removeAll { $0 == line }
        commandHistory.insert(line, at: 0)
        commandHistory = Array(commandHistory.prefix(Self.mostSuggestions))
        if let command = commands.command(of: words) {
            guard !command.isEndless else {
                fail("'\(name)' runs until it is interrupted: run it in another terminal")
                return []
            }
            guard command.isReading || !refusesChange() else { return [] }
        } else if refusesChange() {
            return []
        }
        message = Message(words: "running: \(line)", isFailure: false)
        return [.run(words)]
    }
}
