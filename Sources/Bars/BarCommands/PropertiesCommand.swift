internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// `navctl properties`
struct PropertiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "properties",
        abstract: "List supported properties.",
        discussion: """
            A star stands for a name that the app chooses, as in right.edit.title;
            'left|right' for either. Properties marked with @ can be set per language, as
            title@ko. Names that begin with 'app.' belong to the app: they are synced
            without interpretation.

            EXAMPLES:
              navctl properties screen
              navctl properties --output json | jq -r '.properties[].name'
            """)

    @Argument(help: "The kind of item; default: all")
    var subject: Subject?

    @OptionGroup var options: GlobalOptions

    /// The kinds of items that have properties, as the commands name them.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        /// An item of the tab bar, and its navigation controller.
        case tab
        /// A screen with its navigation item.
        case screen
        /// A presentation.
        case modal
        /// A bar that no controller manages.
        case bar
        /// All bars without settings of their own.
        case appearance

        /// The same in the property schema.
        var property: Property.Target {
            switch self {
            case .tab: .tab
            case .screen: .screen
            case .modal: .modal
            case .bar: .standaloneBar
            case .appearance: .appearance
            }
        }
    }

    func run() throws {
        let subjects = subject.map { [$0] } ?? Subject.allCases
        switch options.output {
        case .json:
            let properties = subjects.flatMap { subject in
                PropertySchema.properties(of: subject.property).map { PropertyJSON($0, subject) }
            }
            try options.results.write(
                object: SchemaJSON(properties: properties, ownPrefix: PropertySchema.ownPrefix))
        case .text:
            for subject in subjects {
                if self.subject == nil {
                    try options.results.write(StyledLine("\(subject.rawValue)", .accent))
                }
                for property in PropertySchema.properties(of: subject.property) {
                    for line in Self.lines(property) { try options.results.write(line) }
                }
            }
        }
    }

    private static func lines(_ property: Property) -> [StyledLine] {
        var first = StyledLine("\(property.pattern)", .bold)
        if property.isLocalizable { first.append(" @", .accent) }
        first.append("  \(property.type.words)", .dim)
        if let initial = property.defaultValue { first.append("  (\(initial))", .dim) }
        if property.refusal != nil { first.append("  read only", .dim) }
        return [first, StyledLine("    \(property.summary)")]
    }
}

/// The property schema as JSON.
private struct SchemaJSON: Encodable {
    let properties: [PropertyJSON]
    let ownPrefix: String
}

/// A property as JSON.
private struct PropertyJSON: Encodable {
    private let name: String
    private let of: String
    private let form: String
    private let initial: String?
    private let localizable: Bool
    /// The reason why it can't be set; `nil` if it can.
    private let readOnly: String?
    private let summary: String

    init(_ property: Property, _ subject: PropertiesCommand.Subject) {
        name = property.pattern
        of = subject.rawValue
        form = property.type.words
        initial = property.defaultValue
        localizable = property.isLocalizable
        readOnly = property.refusal
        summary = property.summary
    }
}
