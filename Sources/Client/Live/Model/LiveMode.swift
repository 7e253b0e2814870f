internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// The surface that keys go to.
enum LiveMode: Sendable {
    /// The scene itself.
    case scene
    /// A line to fill in.
    case prompt(Prompt)
    /// A choice among a few.
    case menu(Menu)
    /// Text to read.
    case pager(Pager)
    /// A revision of the past.
    case past(TimeTravel)
}

/// A line with fields to fill in, and suggestions for them.
struct Prompt: Hashable, Sendable {
    /// The use of the filled-in fields.
    enum Purpose: Hashable, Sendable {
        /// Push a screen on a stack.
        case push(StackID)
        /// Present a modal.
        case present
        /// Change a badge.
        case badge(TabID)
        /// Go to a screen.
        case find
        /// Run a command.
        case command
        /// Invite a device of a name.
        case pair
        /// Rename a device, by its id.
        case rename(String)
    }

    /// A named line.
    struct Field: Hashable, Sendable {
        /// The name.
        let label: String
        /// The line.
        var line: LineEditor
    }

    /// The use of the fields.
    let purpose: Purpose
    /// The fields in their order.
    var fields: [Field]
    /// The index of the field with the cursor.
    var active = 0
    /// The index of the chosen suggestion; `nil` while the person types.
    var chosen: Int?

    /// Begins with empty fields, or one with a text.
    init(_ purpose: Purpose, _ labels: [String], text: String = "") {
        self.purpose = purpose
        fields = labels.enumerated().map { index, label in
            Field(label: label, line: LineEditor(index == 0 ? text : ""))
        }
    }

    /// The text of a field; empty if there is none.
    subscript(index: Int) -> String {
        fields.indices.contains(index) ? fields[index].line.text : ""
    }
}

/// A choice among actions, each with a key.
struct Menu: Hashable, Sendable {
    /// An action.
    struct Item: Hashable, Sendable {
        /// The key that takes it at once; `nil` for none.
        let key: Character?
        /// The words for it.
        let label: String
        /// The result of taking it.
        let action: Action
    }

    /// The result of taking an item.
    enum Action: Hashable, Sendable {
        /// An intent to perform.
        case perform(Intent)
        /// A prompt to open.
        case ask(Prompt)
        /// A command to run.
        case run([String])
        /// Another menu.
        indirect case open(Menu)
        /// Nothing.
        case close
    }

    /// The question.
    let title: String
    /// The actions.
    let items: [Item]
    /// The index of the highlighted action.
    var index = 0

    /// Begins at the first action.
    init(_ title: String, _ items: [Item]) {
        self.title = title
        self.items = items
    }
}

/// Text to read, page by page.
struct Pager: Hashable, Sendable {
    /// The name of the text.
    let title: TerminalText
    /// The lines.
    let lines: [TerminalText]
    /// The number of lines above the shown ones.
    var offset = 0
    /// A Boolean value indicating whether it is an invitation, which closes once it is used.
    var isInvitation = false
}

/// The revision of the past that is shown, or is being read.
struct TimeTravel: Sendable {
    /// The revision that was asked for.
    var wanted: Revision
    /// The scene that is shown; `nil` until the first was read.
    var view: PastView?
    /// The reason why the wanted revision can't be shown.
    var problem: TerminalText?
    /// A Boolean value indicating whether a scene is being read.
    var isReading = true
}
