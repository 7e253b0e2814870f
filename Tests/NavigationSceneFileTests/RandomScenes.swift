import NavigationModel
import NavigationProperties
import SeededRandom

/// Scenes out of all that YAML makes difficult.
struct RandomScenes {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Texts that mean something else to some reader of YAML, or look as if they did.
    static let nasty: [String] = [
        "", " ", "  leading", "trailing ", "a: b", "a:b", "a:", ":", ": ", "a #b", "#", "a#b",
        "yes", "No", "ON", "y", "true", "False", "null", "NULL", "~", "~a", "-", "- a", "-a", "?",
        "? a", "1", "-1", "+1.5e3", "0x1F", "0o17", "1_000", "1:30", "06:30", "2024-01-02",
        "2024-01-02T03:04:05Z", ".inf", "-.INF", ".NaN", ".", "..", "...", "---", "--- a", "<<",
        "=", "!", "!!binary", "!!str a", "&", "&a", "a & b", "*", "*a", "a *b", "|", ">", "|-",
        "'", "''", "it's", "\"", "\"a\"", "\\", "\\n", "a\\", "'\"", "%", "%YAML", "@a", "`a`",
        ",", "a,b", "[", "[]", "{}", "{a: b}", "[a, b]", "a [b]", "\n", "a\nb", "a\n\n", "\na",
        "\t", "a\tb", "\r\n", "\r", "\0", "\u{1b}[31m", "\u{7f}", "\u{85}", "\u{a0}", "\u{feff}",
        "\u{2028}", "\u{2029}", "\u{fffe}", "\u{ffff}", "\u{10ffff}", "\u{200b}", "\u{200d}",
        "\u{200f}שלום", "\u{202e}abc\u{202c}", "\u{2068}a\u{2069}", "الساعة", "세계 시계", "世界",
        "e\u{301}", "é", "\u{301}", "🇰🇷", "👩‍👩‍👧‍👦", "❤️", "👍🏽", "dot", "a%20b", "version: 1",
        "3 Songs", "3:a", "1e", "{\"a\": [1, 2]}", "'{\"it''s\"}'", "tabs:", "clock://world?a=b#c",
    ]

    private mutating func text(limit: Int = 2_048) -> String {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: return pick()
        case 5..<8: return String((pick() + pick() + pick()).prefixOfUTF8(limit))
        case 8:
            let count = Int.random(in: 0...12, using: &generator)
            return String(String.UnicodeScalarView((0..<count).map { _ in scalar() }))
        default: return String(String(repeating: pick() + "x", count: 500).prefixOfUTF8(limit))
        }
    }

    private mutating func pick() -> String {
        Self.nasty[Int.random(in: 0..<Self.nasty.count, using: &generator)]
    }

    private mutating func scalar() -> Unicode.Scalar {
        let plane: ClosedRange<UInt32> =
            [0...0xff, 0...0x2fff, 0xe000...0xffff, 0x1_0000...0x10_ffff][
                Int.random(in: 0..<4, using: &generator)]
        return Unicode.Scalar(UInt32.random(in: plane, using: &generator)) ?? "?"
    }

    private mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? {
        Bool.random(using: &generator) ? value(&self) : nil
    }

    private mutating func payload() -> [UInt8] {
        guard Bool.random(using: &generator) else { return Array(text().utf8) }
        let count = Int.random(in: 1...80, using: &generator)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// The next scene: any that the model's limits allow.
    mutating func next() -> SceneDescription {
        var tabs: [TabDescription] = []
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            guard let id = TabID(rawValue: text(limit: 128)), !tabs.contains(where: { $0.id == id })
            else { continue }
            tabs.append(
                TabDescription(
                    id: id, title: text(limit: 1_024), icon: optional { $0.text() },
                    isEnabled: Bool.random(using: &generator), badge: optional { $0.text() },
                    properties: properties(of: .tab), stack: stack()))
        }
        let selectable = tabs.filter(\.isEnabled).map(\.id)
        let selected = optional { selectable.randomElement(using: &$0.generator) }
        return SceneDescription(
            selectedTab: selected ?? nil, tabs: tabs, modals: optional { $0.modals() },
            bars: optional { $0.bars() }, standaloneBars: optional { $0.standaloneBars() })
    }

    /// Returns random properties of the schema, with texts of each type, and names of the app's
    /// own.
    private mutating func properties(of subject: NavigationProperties.Property.Target) -> Properties
    {
        var properties = Properties()
        let known = PropertySchema.properties(of: subject)
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            guard let property = known.randomElement(using: &generator) else { continue }
            var name = property.name("left", "a b")
            if property.isLocalizable { name = name.language("ko-KR") }
            let value = text(of: property.type)
            if (try? PropertySchema.check(name, value, of: subject)) != nil {
                properties[name] = value
            }
        }
        if let own = PropertyName(rawValue: "app." + text(limit: 100)) { properties[own] = text() }
        return properties
    }

    private mutating func text(of form: PropertyType) -> String {
        switch form {
        case .text: text()
        case .message: "{badge, plural, =\(text(of: .integer(0...9))) {#} other {'{'#}}"
        case .flag: Bool.random(using: &generator) ? "true" : "false"
        case .integer(let bounds): "\(Int.random(in: bounds, using: &generator))"
        case .number(let bounds): "\(bounds.lowerBound)"
        case .choice(let words): words.randomElement(using: &generator) ?? ""
        case .color: ["#3478f6", "#3478F680", "clear"].randomElement(using: &generator) ?? ""
        case .list: ["edit", "a, b,c", "1", "yes"].randomElement(using: &generator) ?? ""
        case .offset: "0,-8"
        case .insets: "0, 1, 2.5, -3"
        }
    }

    private mutating func standaloneBars() -> [StandaloneBarDescription] {
        var bars: [StandaloneBarDescription] = []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            guard let id = StandaloneBarID(rawValue: text(limit: 128)),
                !bars.contains(where: { $0.id == id })
            else { continue }
            bars.append(
                StandaloneBarDescription(
                    id: id, properties: properties(of: .standaloneBar), items: stack()))
        }
        return bars
    }

    private mutating func stack() -> [ScreenDescription] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            ScreenDescription(
                route: text(), title: optional { $0.text(limit: 1_024) },
                payload: optional { $0.payload() }, properties: properties(of: .screen))
        }
    }

    private mutating func modals() -> [ModalDescription] {
        let kinds: [ModalKind] = [.simple, .multiStep, .fullScreen]
        return (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            ModalDescription(
                route: text(), kind: kinds.randomElement(using: &generator) ?? .simple,
                title: optional { $0.text(limit: 1_024) }, payload: optional { $0.payload() },
                properties: properties(of: .modal), stack: stack())
        }
    }

    private mutating func bars() -> [BarKey: String] {
        var bars: [BarKey: String] = [:]
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            guard let key = BarKey(rawValue: "app." + text(limit: 100)) else { continue }
            let look = text()
            bars[key] = look.isEmpty ? "a" : look
        }
        return bars
    }
}

extension String {
    /// As many whole scalars as fit into `limit` bytes.
    fileprivate func prefixOfUTF8(_ limit: Int) -> Substring.UnicodeScalarView {
        var index = unicodeScalars.startIndex
        var count = 0
        while index < unicodeScalars.endIndex {
            count += UTF8.width(unicodeScalars[index])
            if count > limit { break }
            unicodeScalars.formIndex(after: &index)
        }
        return unicodeScalars[..<index]
    }
}
