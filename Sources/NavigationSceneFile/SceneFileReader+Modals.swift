internal import NavigationModel

extension SceneFileReader {
    /// What is presented, bottom to top.
    mutating func modals(_ node: YAMLNode) -> [ModalDescription] {
        var modals: [ModalDescription] = []
        for item in elements(of: node, SceneFileSceneKey.modals, limit: Limits.modals) {
            if let modal = modalDescription(item) { modals.append(modal) }
        }
        return modals
    }

    private mutating func modalDescription(_ node: YAMLNode) -> ModalDescription? {
        typealias Key = SceneFileModalKey
        guard let fields = mapping(of: node, Key.self) else { return nil }
        let kind = fields[.kind].flatMap { modalKind($0) } ?? .simple
        let title = fields[.title].flatMap { text($0, Key.title, limit: Limits.titleLength) }
        let payload = fields[.payload].flatMap { bytes($0, Key.payload) }
        let stack = fields[.stack].map { screens($0, Key.stack) } ?? []
        guard let route = required(.route, in: fields).flatMap({ text($0, Key.route) }) else {
            return nil
        }
        return ModalDescription(
            route: route, kind: kind, title: title, payload: payload, stack: stack)
    }

    private mutating func modalKind(_ node: YAMLNode) -> ModalKind? {
        guard let text = text(node, SceneFileModalKey.kind) else { return nil }
        let kinds: [ModalKind] = [.simple, .multiStep, .fullScreen]
        if let kind = kinds.first(where: { $0.rawValue == text }) { return kind }
        let names = kinds.map(\.rawValue)
        let advice =
            Suggestion.nearest(to: text, in: names).map { "did you mean '\($0)'?" }
            ?? "there are \(names.joined(separator: ", "))"
        report(node, "there is no kind \(excerpt(text)) of modals: \(advice)")
        return nil
    }

    /// How the bars look, by keys of the app's own.
    mutating func bars(_ node: YAMLNode) -> [BarKey: String] {
        guard case .mapping(let entries) = node.content else {
            report(node, "'bars' is a mapping of keys to texts, not \(node.kind)")
            return [:]
        }
        if entries.count > Limits.barKeys {
            report(
                node, "'bars' has \(entries.count) keys: there may be \(Limits.barKeys) at most")
        }
        var bars: [BarKey: String] = [:]
        for entry in entries.prefix(Limits.barKeys) {
            guard let key: BarKey = identifier(entry.key, SceneFileSceneKey.bars),
                let text = text(entry.value, SceneFileSceneKey.bars)
            else { continue }
            if bars[key] != nil {
                report(entry.key, "\(excerpt(key.rawValue)) stands twice: keep one")
            }
            if text.isEmpty {
                report(entry.value, "an empty look: leave the key out for the platform's own")
            }
            bars[key] = text
        }
        return bars
    }
}
