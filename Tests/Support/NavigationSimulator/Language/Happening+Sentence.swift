import NavigationModel

extension Happening.DaemonEvent {
    /// "daemon crashes".
    var sentence: String {
        switch self {
        case .crashes: "daemon crashes"
        case .crashesAtWrite(.unsynced): "daemon loses power before it syncs its next write"
        case .crashesAtWrite(let point): "daemon crashes \(point.rawValue) its next write"
        case .losesPower: "daemon loses power"
        case .starts: "daemon starts"
        case .sleeps(let time): "daemon sleeps for \(time.inWords)"
        case .nextWriteFails: "daemon fails to do its next write"
        case .diskIsFull: "daemon's disk is full"
        case .diskHasRoom: "daemon's disk has room"
        case .nextWriteIsUnknown(true): "daemon can't tell that its next write is done"
        case .nextWriteIsUnknown(false): "daemon can't tell that its next write is lost"
        case .failsToRead(let count): "daemon fails to read \(count) times"
        case .diskIsSlow(let latency): "daemon's disk takes \(latency.inWords)"
        case .clockStandsAt1970: "daemon's clock stands at 1970"
        case .clockIsOff(let error): "daemon's clock is \(error.asClockError)"
        case .clockIsRight: "daemon's clock is right"
        case .isBackedUp: "daemon is backed up"
        case .isRestored: "daemon is restored"
        case .isTakenOver: "daemon is taken over"
        case .servesOtherStore: "daemon serves another store"
        case .servesOwnStore: "daemon serves its own store"
        case .getsGarbage(let seed): "daemon gets garbage \(seed)"
        case .keepsForAbsent(let bytes): "daemon keeps \(bytes) bytes for devices that are away"
        case .allows(let allowance, let bytes):
            "daemon allows a \(allowance.rawValue) \(bytes) bytes"
        case .allowsEverything: "daemon allows everything"
        case .sceneRots(let user): "daemon's scene of \(user) rots"
        case .losesWrites(let count): "daemon's log loses its last \(count) writes"
        case .acceptsLoss: "daemon accepts the loss"
        case .losesDisk: "daemon's disk is gone"
        case .beginsAnew: "daemon begins anew"
        case .losesStore(let time): "daemon loses the store for \(time.inWords)"
        case .losesStoreAtWrite(let time):
            "daemon loses the store at its next write for \(time.inWords)"
        case .sleepsAtWrite(let time): "daemon sleeps at its next write for \(time.inWords)"
        case .sleepsAtRenewal(let time): "daemon sleeps at its next renewal for \(time.inWords)"
        case .isStopped: "daemon is stopped"
        case .isDrained: "daemon is drained"
        case .isUndrained: "daemon is undrained"
        }
    }

    /// Reads what stands behind the daemon's name; `nil` for what it does not know.
    init?(_ text: Sentence) {
        guard
            let event = Self.process(text) ?? Self.disk(text) ?? Self.other(text)
                ?? Self.budget(text) ?? Self.loss(text) ?? Self.fleet(text)
        else { return nil }
        self = event
    }

    private static func process(_ text: Sentence) -> Self? {
        if text.says("crashes") { return .crashes }
        if text.says("loses power before it syncs its next write") {
            return .crashesAtWrite(.unsynced)
        }
        if let word = text.match("crashes {w} its next write")?.first {
            return DaemonCrashPoint(rawValue: word).map { .crashesAtWrite($0) }
        }
        if text.says("loses power") { return .losesPower }
        if text.says("starts") { return .starts }
        if let time = text.duration("sleeps for {d}") { return .sleeps(time) }
        return nil
    }

    private static func disk(_ text: Sentence) -> Self? {
        if text.says("'s disk is full") { return .diskIsFull }
        if text.says("'s disk has room") { return .diskHasRoom }
        if text.says("fails to do its next write") { return .nextWriteFails }
        if text.says("can't tell that its next write is done") {
            return .nextWriteIsUnknown(isWritten: true)
        }
        if text.says("can't tell that its next write is lost") {
            return .nextWriteIsUnknown(isWritten: false)
        }
        if let count = text.number("fails to read {w} times") { return .failsToRead(count) }
        if let latency = text.duration("'s disk takes {d}") { return .diskIsSlow(latency) }
        return nil
    }

    private static func budget(_ text: Sentence) -> Self? {
        if let bytes = text.number("keeps {w} bytes for devices that are away") {
            return .keepsForAbsent(bytes: bytes)
        }
        if text.says("allows everything") { return .allowsEverything }
        guard let gaps = text.match("allows a {w} {w} bytes"), let bytes = Int(gaps[1]),
            let allowance = Happening.Allowance(rawValue: gaps[0])
        else { return nil }
        return .allows(allowance, bytes: bytes)
    }

    private static func loss(_ text: Sentence) -> Self? {
        if let user = text.match("'s scene of {w} rots")?.first {
            return UserID(rawValue: user).map { .sceneRots($0) }
        }
        if let count = text.number("'s log loses its last {w} writes") {
            return .losesWrites(count)
        }
        if text.says("accepts the loss") { return .acceptsLoss }
        if text.says("'s disk is gone") { return .losesDisk }
        return text.says("begins anew") ? .beginsAnew : nil
    }

    private static func fleet(_ text: Sentence) -> Self? {
        if let time = text.duration("loses the store for {d}") { return .losesStore(time) }
        if let time = text.duration("loses the store at its next write for {d}") {
            return .losesStoreAtWrite(time)
        }
        if let time = text.duration("sleeps at its next write for {d}") {
            return .sleepsAtWrite(time)
        }
        if let time = text.duration("sleeps at its next renewal for {d}") {
            return .sleepsAtRenewal(time)
        }
        if text.says("is stopped") { return .isStopped }
        if text.says("is drained") { return .isDrained }
        return text.says("is undrained") ? .isUndrained : nil
    }

    private static func other(_ text: Sentence) -> Self? {
        if text.says("is backed up") { return .isBackedUp }
        if text.says("is restored") { return .isRestored }
        if text.says("is taken over") { return .isTakenOver }
        if text.says("serves another store") { return .servesOtherStore }
        if text.says("serves its own store") { return .servesOwnStore }
        if text.says("'s clock stands at 1970") { return .clockStandsAt1970 }
        if text.says("'s clock is right") { return .clockIsRight }
        if let error = text.clockError("'s clock is {*}") { return .clockIsOff(by: error) }
        if let seed = text.match("gets garbage {w}")?.first {
            return UInt64(seed).map { .getsGarbage($0) }
        }
        return nil
    }
}

extension Happening: CustomStringConvertible {
    /// One sentence, as scenarios have it.
    package var description: String {
        switch self {
        case .act(let name, let act): "\(name) \(act)"
        case .command(let name, let act, true): "\(name)'s command \(act)"
        case .command(let name, let act, false): "\(name)'s lone command \(act)"
        case .device(let name, let event): event.sentence(about: name.rawValue)
        case .daemon(let event): event.sentence
        case .node(let number, let event):
            "node \(number)" + event.sentence.dropFirst("daemon".count)
        }
    }

    /// Reads such a sentence; `nil` for any other.
    package init?(_ text: String) {
        let (subject, rest) = Self.split(text)
        if subject == "daemon" {
            guard let event = DaemonEvent(rest) else { return nil }
            self = .daemon(event)
            return
        }
        if subject == "node", let (number, event) = Self.node(rest.words.joined(separator: " ")) {
            self = .node(number, event)
            return
        }
        guard let name = DeviceName(rawValue: subject) else { return nil }
        if let (act, connects) = Self.command(rest) {
            self = .command(name, act, connects: connects)
        } else if let act = Act(rest) {
            self = .act(name, act)
        } else if let event = DeviceEvent(rest) {
            self = .device(name, event)
        } else {
            return nil
        }
    }

    /// "2 crashes", of a node.
    private static func node(_ text: String) -> (number: Int, event: DaemonEvent)? {
        let (number, rest) = split(text)
        guard let number = Int(number), let event = DaemonEvent(rest) else { return nil }
        return (number, event)
    }

    /// "'s command pushes …".
    private static func command(_ text: Sentence) -> (act: Act, connects: Bool)? {
        for (words, connects) in [(["'s", "command"], true), (["'s", "lone", "command"], false)] {
            guard text.words.starts(with: words, by: { $0 == $1 }) else { continue }
            return Act(Sentence(Array(text.words.dropFirst(words.count)))).map { ($0, connects) }
        }
        return nil
    }

    /// "phone's feed …" is about phone, and its rest begins with "'s".
    private static func split(_ text: String) -> (subject: String, rest: Sentence) {
        var words = text.split(separator: " ")
        guard let first = words.first else { return ("", Sentence([])) }
        if first.hasSuffix("'s") {
            words[0] = "'s"
            return (String(first.dropLast(2)), Sentence(words))
        }
        return (String(first), Sentence(Array(words.dropFirst())))
    }
}

extension Schedule: CustomStringConvertible {
    /// The schedule as a scenario.
    package var description: String {
        var lines = ["seed \(seed)", nodes > 1 ? "\(nodes) nodes start" : "daemon starts"]
        lines.append(
            devices.map(\.rawValue).inWords + (devices.count == 1 ? " connects" : " connect"))
        for name in devices.suffix(unknownUIDs) { lines.append("\(name) belongs to ben") }
        var now = Duration.zero
        for step in steps {
            if step.time > now { lines.append("\((step.time - now).inWords) pass") }
            now = max(now, step.time)
            lines.append(step.happening.description)
        }
        lines.append(healsAll ? "everyone heals and settles" : "everyone settles")
        return lines.joined(separator: "\n") + "\n"
    }
}
