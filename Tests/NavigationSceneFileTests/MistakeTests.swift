import NavigationModel
import NavigationSceneFile
import SeededRandom
import Testing

struct MistakeTests {
    private static let head = "version: 1\ntabs:\n"

    private func mistakes(_ text: String) -> String {
        mistakes(Array(text.utf8))
    }

    private func mistakes(_ bytes: [UInt8]) -> String {
        do throws(SceneFileError) {
            _ = try SceneFile.read(bytes, name: "clock.yaml")
            return "no mistake"
        } catch {
            return error.description
        }
    }

    static let content: [(String, String)] = [
        ("", "1:1: the file is empty: begin it with 'version: 1'"),
        ("# nothing\n", "1:1: the file is empty: begin it with 'version: 1'"),
        (
            "- a\n",
            "1:1: a scene file must be a mapping with the keys version, selected, tabs, modals, "
                + "bars, standaloneBars, not a list"
        ),
        ("tabs: []\n", "1:1: a scene file without 'version': add 'version: …'"),
        ("version: 1\n", "1:1: a scene file without 'tabs': add 'tabs: …'"),
        (
            "version: 2\ntabs: []\n",
            "1:10: version 2 is not supported: this program reads version 1: update it for a "
                + "newer one"
        ),
        (
            "version: \"1\"\ntabs: []\n",
            "1:10: 'version' must be a number, not a text: write 'version: 1'"
        ),
        (
            "version: 1\ntabs: a\n",
            "2:7: 'tabs' must be a list, not a text: begin each item with '- '"
        ),
        (
            head + "  - id: a\n    tittle: Clock\n",
            "4:5: unknown key 'tittle': did you mean 'title'?"
        ),
        (
            head + "  - id: a\n    colour: red\n",
            "4:5: unknown key 'colour': a tab has id, title, icon, enabled, badge, "
                + "properties, stack"
        ),
        (
            head + "  - id: a\n    \"\\e[31m\": red\n",
            "4:5: unknown key '\\x1B[31m': a tab has id, title, icon, enabled, badge, "
                + "properties, stack"
        ),
        (
            head + "  - id: a\n    title: A\n    title: B\n",
            "5:5: duplicate key 'title', first with the value in line 4: keep one"
        ),
        (head + "  - title: A\n", "3:5: a tab without 'id': add 'id: …'"),
        (
            "version: 1\ntabs: []\nmodals:\n  - route: m\n    kind: multistep\n",
            "5:11: unknown kind of modal 'multistep': did you mean 'multiStep'?"
        ),
        (
            "version: 1\ntabs: []\nmodals:\n  - kind: simple\n",
            "4:5: a modal without 'route': add 'route: …'"
        ),
        (
            "version: 1\ntabs: []\nbars: [a]\n",
            "3:7: 'bars' must be a mapping of names to texts, not a list"
        ),
        (
            "version: 1\ntabs: []\nbars:\n  app.tint: ''\n",
            "4:13: empty text: leave the name out"
        ),
        (
            "version: 1\ntabs: []\nbars:\n  app.tint: a\n  app.tint: b\n",
            "5:3: duplicate name 'app.tint': keep one"
        ),
        (
            "version: 1\ntabs: []\nbars:\n  tintColor: red\n",
            "4:3: unknown property 'tintColor': did you mean 'navigationBar.tintColor' or "
                + "'tabBar.tintColor'?"
        ),
        (
            "version: 1\ntabs: []\nbars:\n  navigationBar:\n    tintColor: red\n",
            "5:16: invalid value of 'navigationBar.tintColor': use #RRGGBB, #RRGGBBAA or a system "
                + "colour, as systemBlue"
        ),
        (
            head + "  - id: a\n    properties:\n      purpos: view\n",
            "5:7: unknown property 'purpos': did you mean 'purpose'?"
        ),
        (
            head + "  - id: a\n    properties: {accessibilityLabel: Inbox}\n",
            "4:18: 'accessibilityLabel' can't be set: the spoken label of a tab is its "
                + "title: change the title"
        ),
        (
            head + "  - id: a\n    properties:\n      title: A\n",
            "5:7: 'title' can't be set: it needs a language, as in title@ko"
        ),
        (
            head + "  - id: a\n    properties: [prompt]\n",
            "4:17: 'properties' must be a mapping of names to texts, not a list"
        ),
        (
            head + "  - id: a\n    stack:\n      - route: r\n        properties:\n"
                + "          prompt: 7\n",
            "7:19: 'prompt' must be a text, not a number: put it in quotes, \"7\""
        ),
        (
            head + "  - id: a\n    stack:\n      - route: r\n        properties:\n"
                + "          right: [edit, a.b]\n",
            "7:18: invalid value of 'right': use comma-separated names, without dots or at signs"
        ),
        (
            head + "  - id: a\n    stack:\n      - route: r\n        properties:\n"
                + "          right.a.title: A\n          right: {a: {title: B}}\n",
            "8:23: duplicate name 'right.a.title': keep one"
        ),
        (
            head + "  - id: a\n    stack:\n      - route: r\n        properties:\n"
                + "          \"\\e[31m\": red\n",
            "7:11: '\\x1B[31m' is not a valid name: use 1 to 128 bytes without control characters"
        ),
        (
            "version: 1\ntabs: []\nmodals:\n  - route: m\n    properties: {step: 0}\n",
            "5:24: invalid value of 'step': use a whole number from 1 to 1000"
        ),
        (
            "version: 1\ntabs: []\nmodals:\n  - route: m\n    properties: {isDirty: yes}\n",
            "5:27: 'isDirty' must be a text, not a yes or no: put it in quotes, \"yes\""
        ),
        (
            "version: 1\ntabs: []\nstandaloneBars:\n  - id: b\n  - id: b\n",
            "5:9: duplicate bar id 'b': give each bar its own"
        ),
        (
            "version: 1\ntabs: []\nstandaloneBars:\n  - items: []\n",
            "4:5: a standalone bar without 'id': add 'id: …'"
        ),
        (
            head + "  - id: a\n  - id: a\n",
            "4:9: duplicate tab id 'a': give each tab its own"
        ),
        (
            head + "  - id: a\n    stack:\n      - title: A\n",
            "5:9: a screen without 'route': add 'route: …'"
        ),
        (
            head + "  - id: a\n    title: 7\n",
            "4:12: 'title' must be a text, not a number: put it in quotes, \"7\""
        ),
        (
            head + "  - id: a\n    title: yes\n",
            "4:12: 'title' must be a text, not a yes or no: put it in quotes, \"yes\""
        ),
        (
            head + "  - id: a\n    title:\n",
            "4:11: 'title' must be a text, not nothing: write one, \"\" for an empty one, or leave "
                + "the key out"
        ),
        (
            head + "  - id: a\n    title: [A]\n",
            "4:12: 'title' must be a text, not a list: write it on one line"
        ),
        (
            head + "  - id: a\n    enabled: no\n",
            "4:14: 'enabled' must be 'true' or 'false', not a yes or no"
        ),
        (
            head + "  - id: a\n    badge: \"\"\n",
            "4:12: empty badge: write 'badge: true' for a dot"
        ),
        (
            head + "  - id: \"a\\nb\"\n",
            "3:9: 'a\\nb' is not a valid id: use 1 to 128 bytes without control characters"
        ),
        (
            head + "  - id: a\n    stack:\n      - route: r\n        payload: !!binary a\n",
            "6:18: 'payload' is not base64: 4 letters for 3 bytes, '=' at the end"
        ),
        (
            "version: 1\nselected: world-clok\ntabs:\n  - id: world-clock\n  - id: alarms\n",
            "2:11: no tab 'world-clok': did you mean 'world-clock'?"
        ),
        (
            "version: 1\nselected: radio\ntabs:\n  - id: world-clock\n  - id: alarms\n",
            "2:11: no tab 'radio': the tabs are 'world-clock', 'alarms'"
        ),
        (
            "version: 1\nselected: radio\ntabs:\n  - id: alarms\n  - title: Radio\n",
            "5:5: a tab without 'id': add 'id: …'"
        ),
        (
            "version: 1\nselected: a\ntabs:\n  - id: a\n    enabled: false\n",
            "2:11: tab 'a' is disabled: select another one"
        ),
        (
            "version: 1\ntabs: []\n---\nversion: 1\n",
            "3:1: a second document begins here: use one document per file"
        ),
        (
            head + "  - &a\n    id: a\n  - *a\n",
            "3:5: anchors (&) and aliases (*) are not supported: write the value out, or quote "
                + "the text"
        ),
        (
            head + "  - id: *a\n",
            "3:9: anchors (&) and aliases (*) are not supported: write the value out, or quote "
                + "the text"
        ),
        (
            head + "  - id: !!int 3\n",
            "3:9: unknown tag 'tag:yaml.org,2002:int': leave it out, or quote a text that begins "
                + "with '!'"
        ),
    ]

    @Test("Mistakes of content: where, what, and what to do", arguments: content)
    func contentMistakes(text: String, expected: String) {
        #expect(mistakes(text) == "clock.yaml:\(expected)")
    }

    static let syntax: [(String, String)] = [
        (head + "  - id: a\n    title: A: B\n", "4:13: not valid YAML (mapping values"),
        (head + "  - id: a\n   title: A\n", "4:4: not valid YAML (did not find expected"),
        (head + "  - id: a\n\ttitle: A\n", "4:1: not valid YAML (found a tab character"),
        (head + "  - id: \"a\n    title: A\n", "3:9: not valid YAML (found unexpected end"),
        (head + "  - id: a\n    title: \"\\q\"\n", "4:13: not valid YAML (found unknown escape"),
        (head + "  - id: a\n    title: \u{1b}\n", "4:12: not valid YAML (control characters"),
        (head + "  - id: [a\n", "4:1: not valid YAML (did not find expected ',' or ']')"),
        (head + "  - id: @a\n", "3:9: not valid YAML (found character that cannot start"),
        ("version 1\ntabs: []\n", "2:5: not valid YAML (mapping values"),
    ]

    @Test("Mistakes of syntax: where, what, and what to do", arguments: syntax)
    func syntaxMistakes(text: String, expected: String) {
        let message = mistakes(text)
        #expect(message.hasPrefix("clock.yaml:\(expected)"), "\(message)")
        #expect(message.contains("): "), "no advice: \(message)")
    }

    @Test("All mistakes of content come at once, in the order of the file, ten shown")
    func many() {
        let tabs = (1...12).map { "  - id: tab\($0)\n    tilte: A\n" }.joined()
        let lines = mistakes(Self.head + tabs).split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.first == "clock.yaml:4:5: unknown key 'tilte': did you mean 'title'?")
        #expect(lines.last == "clock.yaml: and 2 more")
    }

    @Test("A file with no end of mistakes is not read to its end", .timeLimit(.minutes(5)))
    func endless() {
        let wrong = (1...60_000).map { "      a\($0): b\n" }.joined()
        let screens = (1...9_000).map { "      - {route: a, properties: {b\($0): c}}\n" }.joined()
        for text in ["    properties:\n\(wrong)", "    stack:\n\(screens)"] {
            let lines = mistakes(Self.head + "  - id: a\n" + text).split(separator: "\n")
            #expect(lines.count == 11)
            #expect(lines.last == "clock.yaml: and 90 more at least")
        }
    }

    @Test("Bytes that are not UTF-8 are found")
    func encoding() {
        let bytes = Array("version: 1\ntabs: 가".utf8) + [0xc3, 0x28]
        #expect(
            mistakes(bytes)
                == "clock.yaml:2:8: invalid UTF-8: save the file as UTF-8")
    }

    @Test("Refuses files over a limit, and reads those at it")
    func limits() {
        let text = String(repeating: "a", count: SceneLimits.titleLength)
        #expect(mistakes(Self.head + "  - id: a\n    title: \(text)\n") == "no mistake")
        #expect(
            mistakes(Self.head + "  - id: a\n    title: \(text)a\n")
                == "clock.yaml:4:12: 'title' has 1025 bytes, the maximum is 1024")
        let tabs = (1...SceneLimits.tabs).map { "  - id: t\($0)\n" }.joined()
        #expect(mistakes(Self.head + tabs) == "no mistake")
        #expect(
            mistakes(Self.head + tabs + "  - id: t\n")
                == "clock.yaml:67:5: 'tabs' has 65 items, the maximum is 64")
        let screens = (0...SceneLimits.stackDepth).map { "      - route: r\($0)\n" }.joined()
        #expect(
            mistakes(Self.head + "  - id: a\n    stack:\n" + screens)
                == "clock.yaml:10005:9: 'stack' has 10001 items, the maximum is 10000")
        let names = (1...SceneLimits.properties).map { "      app.\($0): x\n" }.joined()
        let named = Self.head + "  - id: a\n    properties:\n" + names
        #expect(mistakes(named) == "no mistake")
        #expect(
            mistakes(named + "      app.more: x\n")
                == "clock.yaml:5:7: 'properties' has 257 names, the maximum is 256")
        let bars = (1...SceneLimits.standaloneBars).map { "  - id: b\($0)\n" }.joined()
        let barred = "version: 1\ntabs: []\nstandaloneBars:\n" + bars
        #expect(mistakes(barred) == "no mistake")
        #expect(
            mistakes(barred + "  - id: b\n")
                == "clock.yaml:68:5: 'standaloneBars' has 65 items, the maximum is 64")
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: SceneFile.sizeLimit + 1)
        #expect(
            mistakes(bytes)
                == "clock.yaml:1:1: the file has 1048577 bytes, the maximum is 1048576")
    }

    @Test("Nesting and expansion are bounded", arguments: ["[", "{", "? ", "- ", "[{a: "])
    func nesting(opener: String) {
        let message = mistakes(String(repeating: opener, count: 200_000))
        #expect(message.hasPrefix("clock.yaml:1:"), "\(message)")
    }

    @Test("As many levels as there may be below the first are read, and one more is not")
    func depth() {
        let levels = { [self] (count: Int) in
            mistakes(String(repeating: "[", count: count) + String(repeating: "]", count: count))
        }
        #expect(levels(17).hasPrefix("clock.yaml:1:1: a scene file must be a mapping"))
        #expect(levels(18).hasPrefix("clock.yaml:1:18: nested too deeply"))
    }

    @Test("An alias bomb, as values and as a key, is refused at its first anchor")
    func bomb() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<30 {
            let aliases = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(mistakes(text + "? *a29\n: x\n").hasPrefix("clock.yaml:1:5: anchors"))
    }

    @Test("Reads or refuses every damaged file", arguments: UInt64(1)...20)
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for name in SceneFolder.names {
            let original = try SceneFolder.bytes(of: name)
            for _ in 0..<20 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let index = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                    case 1: bytes.remove(at: index)
                    case 2: bytes.insert(Array(":-[]{}&*!|>'\"#\n ".utf8)[index % 16], at: index)
                    default: bytes.removeSubrange(index...)
                    }
                    if bytes.isEmpty { break }
                }
                guard let scene = try? SceneFile.read(bytes, name: name) else {
                    #expect(mistakes(bytes).hasPrefix("clock.yaml:"), "seed \(seed)")
                    continue
                }
                #expect(
                    try SceneFile.read(SceneFile.write(scene), name: name) == scene, "seed \(seed)")
            }
        }
    }
}
