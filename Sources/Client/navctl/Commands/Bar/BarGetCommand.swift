internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// `navctl bar get`
struct BarGetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show the appearance of bars.",
        discussion: """
            The value is the one in effect: what the bar says itself ('own'), else what is
            said for all bars ('appearance'), else what the platform has by itself
            ('platform'). Without a key, and in JSON, it says which.

            EXAMPLES:
              navctl bar get
              navctl bar get navigationBar.isTranslucent
              navctl bar get navigationBar.behavioralStyle --tab inbox --output json
            """)

    @Argument(help: "The part.")
    var key: PropertyName?

    @OptionGroup var target: BarTarget
    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let key { try PropertyCheck.check(key, nil, of: target.subject) }
        let (view, blockingError) = await session.fetchScene()
        let reading = EffectiveBar(try target.state(in: view.scene), on: options.platform)
        let values = key.map { [reading.value($0, of: target.subject)] } ?? reading.said
        switch output.format {
        case .json:
            var members: [String: JSON] = [
                "bars": SceneJSON.value(of: view.scene.bars), "revision": .init(view.revision),
                "properties": .array(values.map(\.object)),
            ]
            if key != nil { members.merge(values[0].members) { old, _ in old } }
            try output.write(.object(members))
        case .text:
            for value in values {
                if key == nil {
                    try output.write(value.line)
                } else if let text = value.text {
                    try output.write(StyledLine(text.label()))
                }
            }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
        if let key, values[0].text == nil {
            throw CommandError(message: "\(key.label) is not set: it is left to the platform")
        }
    }
}
