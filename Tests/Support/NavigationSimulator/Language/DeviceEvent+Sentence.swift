import NavigationModel

extension Happening.DeviceEvent {
    /// Returns the event of a device with this name as a sentence: "phone goes offline".
    func sentence(about name: String) -> String {
        switch self {
        case .losesConnection: "\(name) loses its connection"
        case .goesOffline: "\(name) goes offline"
        case .comesOnline: "\(name) comes online"
        case .requestsGetLost(let time): "\(name)'s requests get lost for \(time.inWords)"
        case .repliesGetLost(let time): "\(name)'s replies get lost for \(time.inWords)"
        case .isSlow(let slowness, let time):
            "\(name)'s messages take \(slowness.inWords) longer for \(time.inWords)"
        case .losesFeedMessages(let count): "\(name) loses the next \(count) feed messages"
        case .getsFeedMessagesTwice(let count):
            "\(name) gets the next \(count) feed messages twice"
        case .getsFeedMessageLate(let delay):
            "\(name) gets the next feed message \(delay.inWords) late"
        case .feedIsQuiet(let time): "\(name)'s feed is quiet for \(time.inWords)"
        case .feedIsLossy(let percent): "\(name) loses \(percent) % of the feed"
        case .crashes: "\(name) crashes"
        case .crashesAtWrite(let count, let point):
            "\(name) crashes \(point.rawValue) write \(count) from now"
        case .losesPower: "\(name) loses power"
        case .reboots: "\(name) reboots"
        case .starts: "\(name) starts"
        case .sleeps(let time): "\(name) sleeps for \(time.inWords)"
        case .wallClockIsOff(let error): "\(name)'s wall clock is \(error.asClockError)"
        case .clockGoesBack(let step): "\(name)'s clock goes back by \(step.inWords)"
        case .clockDrifts(let millionths): "\(name)'s clock drifts by \(millionths) millionths"
        case .isBackedUp: "\(name) is backed up"
        case .isRestored: "\(name) is restored"
        case .isDamaged: "\(name)'s copy is damaged"
        case .isInvited: "\(name) is invited"
        case .takesInvitation(let other): "\(name) takes the invitation of \(other)"
        case .isRevoked: "\(name) is revoked"
        case .mayOnlyLook: "\(name) may only look"
        case .mayDoEverything: "\(name) may do everything"
        case .heals: "\(name) heals"
        }
    }

    /// Reads the words behind a device's name; `nil` for an unknown event.
    init?(_ text: Sentence) {
        guard
            let event = Self.link(text) ?? Self.feed(text) ?? Self.process(text)
                ?? Self.clock(text) ?? Self.access(text)
        else { return nil }
        self = event
    }

    private static func link(_ text: Sentence) -> Self? {
        if text.says("loses its connection") { return .losesConnection }
        if text.says("goes offline") { return .goesOffline }
        if text.says("comes online") { return .comesOnline }
        if let time = text.duration("'s requests get lost for {d}") {
            return .requestsGetLost(time)
        }
        if let time = text.duration("'s replies get lost for {d}") { return .repliesGetLost(time) }
        if let gaps = text.match("'s messages take {d} longer for {d}"),
            let slowness = Duration(inWords: gaps[0]), let time = Duration(inWords: gaps[1])
        {
            return .isSlow(by: slowness, during: time)
        }
        return nil
    }

    private static func feed(_ text: Sentence) -> Self? {
        if let count = text.number("loses the next {w} feed messages") {
            return .losesFeedMessages(count)
        }
        if let count = text.number("gets the next {w} feed messages twice") {
            return .getsFeedMessagesTwice(count)
        }
        if let delay = text.duration("gets the next feed message {d} late") {
            return .getsFeedMessageLate(delay)
        }
        if let time = text.duration("'s feed is quiet for {d}") { return .feedIsQuiet(time) }
        if let percent = text.number("loses {w} % of the feed") {
            return .feedIsLossy(percent: percent)
        }
        return nil
    }

    private static func process(_ text: Sentence) -> Self? {
        if text.says("crashes") { return .crashes }
        if let gaps = text.match("crashes {w} write {w} from now"),
            let point = DeviceCrashPoint(rawValue: gaps[0]), let count = Int(gaps[1])
        {
            return .crashesAtWrite(count, point)
        }
        if text.says("loses power") { return .losesPower }
        if text.says("reboots") { return .reboots }
        if text.says("starts") { return .starts }
        if let time = text.duration("sleeps for {d}") { return .sleeps(time) }
        if text.says("is backed up") { return .isBackedUp }
        if text.says("is restored") { return .isRestored }
        if text.says("heals") { return .heals }
        if text.says("'s copy is damaged") { return .isDamaged }
        return nil
    }

    private static func access(_ text: Sentence) -> Self? {
        if text.says("is invited") { return .isInvited }
        if text.says("is revoked") { return .isRevoked }
        if text.says("may only look") { return .mayOnlyLook }
        if text.says("may do everything") { return .mayDoEverything }
        return text.match("takes the invitation of {w}")?.first.map {
            .takesInvitation(of: DeviceName(unchecked: $0))
        }
    }

    private static func clock(_ text: Sentence) -> Self? {
        if let error = text.clockError("'s wall clock is {*}") {
            return .wallClockIsOff(by: error)
        }
        if let step = text.duration("'s clock goes back by {d}") { return .clockGoesBack(by: step) }
        if let millionths = text.number("'s clock drifts by {w} millionths") {
            return .clockDrifts(Int64(millionths))
        }
        return nil
    }
}

extension Sentence {
    /// The duration in the only gap.
    func duration(_ template: String) -> Duration? {
        match(template)?.first.flatMap { Duration(inWords: $0) }
    }

    /// The number in the only gap.
    func number(_ template: String) -> Int? { match(template)?.first.flatMap { Int($0) } }

    /// "3 s ahead", "3 s behind" or "right".
    func clockError(_ template: String) -> Duration? {
        guard let gap = match(template)?.first else { return nil }
        let words = gap.split(separator: " ")
        if words == ["right"] { return .zero }
        guard words.count == 3, words[2] == "ahead" || words[2] == "behind",
            let error = Duration(inWords: words.prefix(2).joined(separator: " "))
        else { return nil }
        return words[2] == "ahead" ? error : .zero - error
    }
}

extension Duration {
    var asClockError: String {
        if self == .zero { return "right" }
        return self > .zero ? "\(inWords) ahead" : "\((.zero - self).inWords) behind"
    }
}
