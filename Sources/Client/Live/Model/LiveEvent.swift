package import CommandLine
package import NavigationBars
package import NavigationClient
package import NavigationModel
package import NavigationSync
package import NavigationText

/// An input to the state machine.
package enum LiveEvent: Sendable {
    /// A person has pressed a key.
    case key(Key)
    /// The terminal has another size.
    case resized(TerminalSize)
    /// The mirror has another scene or status.
    case mirror(MirrorView)
    /// So much time is over since the last motion began.
    case moved(Duration)
    /// The devices that are there.
    case present([PresentRow])
    /// The last commits before the mirror's first, oldest first.
    case earlier([RecentChange])
    /// The scene is laid out for other devices: the one that changes are made on, and those beside it.
    case traits([LiveTraits])
    /// A change, or a step of undo, was not made.
    case failed(TerminalText)
    /// A sentence about an action of the person's, until the next key.
    case told(TerminalText)
    /// A change of this device has its outcome.
    case settled(ReportedOutcome)
    /// The scene as it was.
    case past(PastView)
    /// A past scene can't be shown.
    case pastFailed(Revision, TerminalText)
    /// The devices of the user.
    case devices([DeviceRow])
    /// The changes that are stored on this device.
    case storedChanges([StoredChangeRow])
    /// The invitation of a device has printed these lines so far.
    case invited([TerminalText])
    /// The invitation of a device was used, or has failed or expired.
    case invitationEnded(CommandOutput)
    /// A command has printed its last line.
    case printed(CommandOutput)
    /// The commands with their arguments.
    case commands(CommandTree)
}

/// The state of a mirror, with the commits since the state before.
package struct MirrorView: Sendable {
    /// The optimistic scene.
    package var scene: Scene
    /// The revision of the last commit that the mirror has.
    package var revision: Revision
    /// The number of this device's pending changes.
    package var pending: Int
    /// The number of changes on the shelf.
    package var shelved: Int
    /// The status.
    package var status: MirrorStatus
    /// The error that stands in the way.
    package var problem: String?
    /// The commits since the state before; empty if ``isReset``.
    package var changes: [RecentChange]
    /// A Boolean value indicating whether the commits are unknown.
    package var isReset: Bool

    /// Joins the parts.
    package init(
        scene: Scene, revision: Revision, pending: Int = 0, shelved: Int = 0,
        status: MirrorStatus, problem: String? = nil, changes: [RecentChange] = [],
        isReset: Bool = false
    ) {
        self.scene = scene
        self.revision = revision
        self.pending = pending
        self.shelved = shelved
        self.status = status
        self.problem = problem
        self.changes = changes
        self.isReset = isReset
    }
}

/// A device that is there.
package struct PresentRow: Hashable, Sendable {
    /// The device.
    package let id: DeviceID
    /// The name of the device.
    package let name: String
    /// The selected tab; `nil` without tabs.
    package let tab: TabID?
    /// The screen on top of the tab's stack; `nil` without a tab.
    package let screen: ScreenID?
    /// The time of day when somebody last used it, as this machine has it; `nil` if nobody has.
    package let used: String?
    /// A Boolean value indicating whether it is this device.
    package let isOwn: Bool

    /// Joins the parts.
    package init(
        id: DeviceID, name: String, tab: TabID?, screen: ScreenID?, used: String?, isOwn: Bool
    ) {
        self.id = id
        self.name = name
        self.tab = tab
        self.screen = screen
        self.used = used
        self.isOwn = isOwn
    }
}

/// A commit for the list of the last changes.
package struct RecentChange: Hashable, Sendable {
    /// The revision.
    package let revision: Revision
    /// The time of day, as this machine has it.
    package let time: String
    /// The name of the device.
    package let author: String
    /// The operations, in words.
    package let words: TerminalText

    /// Joins the parts.
    package init(revision: Revision, time: String, author: String, words: TerminalText) {
        self.revision = revision
        self.time = time
        self.author = author
        self.words = words
    }
}

/// The device that the scene is laid out for.
package struct LiveTraits: Hashable, Sendable {
    /// The traits.
    package let device: DeviceTraits
    /// The name of the profile.
    package let profile: String

    /// Joins the parts.
    package init(device: DeviceTraits, profile: String) {
        self.device = device
        self.profile = profile
    }
}

/// A change of this device with its outcome.
package struct ReportedOutcome: Hashable, Sendable {
    /// The id of the change; `nil` if it can't be retried from the shelf.
    package let shelved: ChangeID?
    /// Its operations.
    package let operations: [Operation]
    /// The outcome in words, with the operations.
    package let words: TerminalText
    /// The commit that the outcome was decided by.
    package let by: Revision?
    /// A Boolean value indicating whether nothing is lost by it: what was wanted is so already.
    package let isHarmless: Bool

    /// Joins the parts.
    package init(
        shelved: ChangeID? = nil, operations: [Operation], words: TerminalText,
        by: Revision? = nil, isHarmless: Bool = false
    ) {
        self.shelved = shelved
        self.operations = operations
        self.words = words
        self.by = by
        self.isHarmless = isHarmless
    }
}

/// A scene of the past.
package struct PastView: Sendable {
    /// The scene after the commit.
    package let scene: Scene
    /// The commit; `nil` if the log has only its scene.
    package let change: RecentChange?
    /// The revision.
    package let revision: Revision
    /// The differences from the scene before.
    package let differences: [StyledLine]

    /// Joins the parts.
    package init(
        scene: Scene, change: RecentChange?, revision: Revision, differences: [StyledLine]
    ) {
        self.scene = scene
        self.change = change
        self.revision = revision
        self.differences = differences
    }
}

/// The output of a command.
package struct CommandOutput: Hashable, Sendable {
    /// The words of the command, without the program's name.
    package let words: [String]
    /// The lines that it printed.
    package let lines: [TerminalText]
    /// The exit status; `nil` if a signal ended it.
    package let status: Int32?

    /// Joins the parts.
    package init(words: [String], lines: [TerminalText], status: Int32?) {
        self.words = words
        self.lines = lines
        self.status = status
    }
}
