import NavigationModel

extension Expectation {
    /// Reads a sentence that says what is so; `nil` for any other.
    init?(_ text: Sentence) {
        guard
            let found = Self.showing(text) ?? Self.place(text) ?? Self.fate(text)
                ?? Self.order(text) ?? Self.network(text) ?? Self.log(text)
        else { return nil }
        self = found
    }

    private static func showing(_ text: Sentence) -> Expectation? {
        guard let gaps = text.match("{w} shows {*}") else { return nil }
        let name = gaps[0] == "everyone" ? nil : DeviceName(unchecked: gaps[0])
        return Showing(Sentence(gaps[1])).map { .shows(name, $0) }
    }

    private static func place(_ text: Sentence) -> Expectation? {
        if let gaps = text.match("{w} is at revision {w}"), let number = UInt64(gaps[1]) {
            return .isAtRevision(
                gaps[0] == "daemon" ? nil : DeviceName(unchecked: gaps[0]), number)
        }
        if let gaps = text.match("{w} is {w}"), statuses.contains(gaps[1]) {
            return .isInStatus(DeviceName(unchecked: gaps[0]), gaps[1])
        }
        if let gaps = text.match("{w} is refused: {w}") {
            return .isInStatus(DeviceName(unchecked: gaps[0]), gaps[1])
        }
        if let gaps = text.match("{w} remembers {w} states"), let count = Int(gaps[1]) {
            return .remembers(DeviceName(unchecked: gaps[0]), count)
        }
        if let gaps = text.match("{w} has {w} changes waiting"), let count = Int(gaps[1]) {
            return .hasWaiting(DeviceName(unchecked: gaps[0]), count)
        }
        return nil
    }

    private static let statuses = ["offline", "syncing", "live", "feedBlocked", "diverged"]

    /// "phone's push 2 was applied at revision 3".
    private static func fate(_ text: Sentence) -> Expectation? {
        let words = text.words
        guard words.count >= 4, words[0].hasSuffix("'s"), let number = Int64(words[2]) else {
            return nil
        }
        let name = DeviceName(unchecked: String(words[0].dropLast(2)))
        let rest = Sentence(Array(words.dropFirst(3)))
        let made = { (fate: Fate) in
            Expectation.outcome(name, noun: String(words[1]), number: number, fate)
        }
        if rest.says("waits") { return made(.waits) }
        if let code = rest.match("was refused: {w}")?.first { return made(.refused(code)) }
        if let reason = rest.match("was rejected: {*}")?.first {
            return made(.settled(kind: "rejected: \(reason)", by: nil, at: nil))
        }
        if let gaps = rest.match("was {w} at revision {w}") {
            return made(.settled(kind: gaps[0], by: nil, at: UInt64(gaps[1])))
        }
        if let gaps = rest.match("was {w} by revision {w}") {
            return made(.settled(kind: gaps[0], by: UInt64(gaps[1]), at: nil))
        }
        if let kind = rest.match("was {w}")?.first, kinds.contains(kind) {
            return made(.settled(kind: kind, by: nil, at: nil))
        }
        return nil
    }

    private static let kinds = ["applied", "noop", "superseded", "hidden"]

    /// "phone's change 2 took effect before tablet's change 1".
    private static func order(_ text: Sentence) -> Expectation? {
        guard let gaps = text.match("{w} change {w} took effect before {w} change {w}"),
            gaps[0].hasSuffix("'s"), gaps[2].hasSuffix("'s"), let first = Int64(gaps[1]),
            let second = Int64(gaps[3])
        else { return nil }
        return .order(
            DeviceName(unchecked: String(gaps[0].dropLast(2))), first,
            before: DeviceName(unchecked: String(gaps[2].dropLast(2))), second)
    }

    private static func network(_ text: Sentence) -> Expectation? {
        if let name = text.match("{w} has synced")?.first {
            return .hasSynced(DeviceName(unchecked: name), true)
        }
        if let name = text.match("{w} has not synced")?.first {
            return .hasSynced(DeviceName(unchecked: name), false)
        }
        if let name = text.match("{w} has taken a snapshot")?.first {
            return .hasTakenSnapshot(DeviceName(unchecked: name), true)
        }
        if let name = text.match("{w} has taken no snapshot")?.first {
            return .hasTakenSnapshot(DeviceName(unchecked: name), false)
        }
        if let name = text.match("{w} has connected again")?.first {
            return .hasReconnected(DeviceName(unchecked: name), true)
        }
        if let name = text.match("{w} has not connected again")?.first {
            return .hasReconnected(DeviceName(unchecked: name), false)
        }
        return nil
    }

    private static func log(_ text: Sentence) -> Expectation? {
        if let gaps = text.match("the log has {w} pushes of {w}"), let count = Int(gaps[0]) {
            return .logHas(count, pushesOf: gaps[1])
        }
        if let route = text.match("the log has 1 push of {w}")?.first {
            return .logHas(1, pushesOf: route)
        }
        return text.says("the history is a new one") ? .epochIsNew : nil
    }
}

extension Expectation.Showing {
    /// Reads what stands behind "shows".
    fileprivate init?(_ text: Sentence) {
        if let gaps = text.match("no {w} of {w} {w}"),
            let item = Act.Item(kind: gaps[1], name: gaps[2])
        {
            self = .property(PropertyName(unchecked: gaps[0]), of: item, nil)
        } else if let gaps = text.match("{w} of {w} {w} as {*}"),
            let item = Act.Item(kind: gaps[1], name: gaps[2])
        {
            self = .property(PropertyName(unchecked: gaps[0]), of: item, gaps[3])
        } else if let name = text.match("no {w}")?.first {
            self = .no(name)
        } else if let tab = text.match("no badge of {w}")?.first {
            self = .badge(TabID(unchecked: tab), nil)
        } else if let gaps = text.match("the badge of {w} as {*}") {
            self = .badge(TabID(unchecked: gaps[0]), gaps[1])
        } else if let tab = text.match("{w} selected")?.first {
            self = .selected(TabID(unchecked: tab))
        } else if let tabs = text.match("tabs {*}")?.first {
            self = .tabs([String](inWords: tabs).map(TabID.init(unchecked:)))
        } else if let gaps = text.match("{w} titled {*}") {
            self = .title(TabID(unchecked: gaps[0]), gaps[1])
        } else if let gaps = text.match("the bar's {w} as {*}") {
            self = .bar(BarKey(unchecked: gaps[0]), gaps[1])
        } else if let gaps = text.match("{w} {*}"), gaps[0].hasSuffix(":") {
            let routes = gaps[1] == "nothing" ? [] : [String](inWords: gaps[1])
            self = .stack(String(gaps[0].dropLast()), routes)
        } else {
            return nil
        }
    }
}
