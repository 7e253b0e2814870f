internal import DeviceStore
internal import ArgumentParser

/// `navctl traits set`
struct TraitsSetCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set traits by name.",
        discussion: """
            profile NAME · platform "iOS 18.0" · orientation portrait|landscape · appearance
            light|dark · elevated on|off · locale TAG · scroll POINTS · keyboard
            shown|hidden · bars shown|hidden · immersive on|off · more shown|hidden ·
            focused ID · pressed ID

            EXAMPLES:
              navctl traits set appearance dark orientation landscape
              navctl traits set locale none
            """)

    @Argument(help: ArgumentHelp("A name and a value, as often as wanted.", valueName: "name"))
    var words: [String]

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard words.count.isMultiple(of: 2) else {
            throw ValidationError("each name needs its value")
        }
        for name in stride(from: 0, to: words.count, by: 2).map({ words[$0] })
        where TraitName(rawValue: name) == nil {
            let names = TraitName.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("no trait '\(name)': there are \(names)")
        }
    }

    func change(_ traits: inout StoredTraits) throws {
        for index in stride(from: 0, to: words.count, by: 2) {
            try TraitName(rawValue: words[index])?.set(words[index + 1], in: &traits)
        }
    }
}
