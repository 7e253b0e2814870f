internal import NavigationText

/// An action requested by a person or an app, before it becomes operations on the scene as it is.
public enum Intent: Hashable, Sendable {
    /// Add a tab, at the end of the bar unless placed, with its stack.
    case declareTab(TabDescription, TabPlace?)
    /// Change what is shown of a tab; `nil` leaves a part as it is.
    case updateTab(TabID, title: String? = nil, icon: String? = nil, isEnabled: Bool? = nil)
    /// Move a tab next to another.
    case moveTab(TabID, TabPlace)
    /// Take a tab out of the bar.
    case removeTab(TabID)
    /// Select a tab; refresh it if it is selected already, and pop it to its root if its property
    /// ``PropertyName/reselect`` has it so.
    case selectTab(TabID)
    /// Keep the shared selection, an own one, or that of another device: on this device.
    case keepSelection(SelectionMode)
    /// Send another device, which keeps no shared selection, to the tab of this one.
    case handOff(to: DeviceID)
    /// Set or clear a badge.
    case setBadge(TabID, BadgeValue)
    /// Add to a badge.
    case addToBadge(TabID, Int64)
    /// Push a screen; on the stack of the selected tab unless another is named.
    case push(ScreenDescription, onto: StackID? = nil)
    /// Pop the top screen of a stack, of that of the selected tab unless another is named.
    case pop(from: StackID? = nil)
    /// Pop one screen, wherever it is.
    case popScreen(ScreenID)
    /// Pop all above a screen.
    case popTo(ScreenID)
    /// Pop all but the first screen of a stack, of that of the selected tab unless another is
    /// named.
    case popToRoot(of: StackID? = nil)
    /// Replace a stack, that of the selected tab unless another is named.
    case setItems([ScreenDescription], of: StackID? = nil)
    /// Change what is shown of a screen; `nil` leaves a part as it is, empty clears it.
    case updateScreen(ScreenID, title: String? = nil, payload: [UInt8]? = nil)
    /// Present a modal over everything, with its stack.
    case presentModal(ModalDescription)
    /// Change what is shown of a modal; `nil` leaves a part as it is, empty clears it.
    case updateModal(ModalID, title: String? = nil, kind: ModalKind? = nil, payload: [UInt8]? = nil)
    /// Close a modal without an answer.
    case dismissModal(ModalID)
    /// Answer a modal, which closes it.
    case answerModal(ModalID, ModalAnswer)
    /// Set the look of a part of the bars; `nil` leaves it to the platform.
    case setBar(BarKey, String?)
    /// Add a bar that no controller manages, with its items.
    case declareBar(StandaloneBarDescription)
    /// Remove a standalone bar.
    case removeBar(StandaloneBarID)
    /// Set properties of a tab, screen, modal or standalone bar by name; `nil` and empty text unset
    /// one.
    case setProperties(ItemID, [PropertyName: String?])
    /// Undo one of the device's changes, as far as its effects still stand.
    case undo(InverseChange, by: DeviceID)
    /// Retry operations that were refused.
    case retry([Operation])
    /// Several intents in one change, each evaluated in the scene as it is before all of them.
    case batch([Intent])
    /// Replace the whole scene with the one described.
    case replaceScene(SceneDescription)
    /// Declare the app's tabs and bars, and leave a person's place in them: the selection, the modals,
    /// and the stacks and badges of tabs that are there.
    case declareScene(SceneDescription)
}

/// A mode of the selection on a device.
public enum SelectionMode: Hashable, Sendable {
    /// The tab that all devices share.
    case shared
    /// An own tab: at first the one that the device shows.
    case own
    /// The tab that another device shows, until somebody navigates on this one.
    case following(DeviceID)
}

/// A place in the bar, next to a tab that is there.
public enum TabPlace: Hashable, Sendable {
    /// Directly before it.
    case before(TabID)
    /// Directly after it.
    case after(TabID)
}

/// An error for an intent that is invalid in the scene as its device sees it.
public enum IntentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such tab in the bar.
    case unknownTab(TabID, known: [TabID])
    /// A tab that is already in the bar can't be declared.
    case tabExists(TabID)
    /// The tab can't be selected now.
    case tabDisabled(TabID)
    /// No tab is named, and none is selected.
    case noSelectedTab
    /// A device can't follow itself, nor hand off to itself.
    case ownDevice
    /// A device can't follow one that follows it.
    case followsInCircle(DeviceID)
    /// A device that keeps the shared selection can't be sent to a tab.
    case sharesSelection(DeviceID)
    /// There is no such screen on any stack.
    case unknownScreen(ScreenID)
    /// There is no such modal presented.
    case unknownModal(ModalID, known: [ModalID])
    /// There is no such standalone bar.
    case unknownBar(StandaloneBarID, known: [StandaloneBarID])
    /// A standalone bar that is already there can't be declared.
    case barExists(StandaloneBarID)
    /// A description names the same standalone bar twice.
    case duplicateBar(StandaloneBarID)
    /// A description names the same tab twice.
    case duplicateTab(TabID)
    /// A tab can't be placed next to itself.
    case placedNextToItself(TabID)
    /// An operation to retry is one that only a newer version, or the daemon alone, can perform.
    case unknownOperation
    /// Nothing new may have this name.
    case newName(NewNameError)

    /// The error and how to fix it.
    public var description: String { message.description }

    /// The remedy alone; `nil` if there is none.
    package var advice: String? { message.advice }

    private var message: AdvisedMessage {
        switch self {
        case .unknownTab(let id, let known):
            known.isEmpty
                ? .init(
                    "no tab '\(id)'",
                    advice: "the scene has no tabs yet, declare one or apply a scene file")
                : "no tab '\(id)': the tabs are \(known.map(\.rawValue).joined(separator: ", "))"
        case .tabExists(let id):
            .init("tab '\(id)' exists already", advice: "update it instead")
        case .tabDisabled(let id): .init("tab '\(id)' is disabled", advice: "enable it first")
        case .noSelectedTab: .init("no tab is selected", advice: "name one")
        case .ownDevice: .init("that is this device", advice: "name another one")
        case .followsInCircle(let id):
            .init(
                "device \(id) follows this one",
                advice: "keep an own or the shared selection here")
        case .sharesSelection(let id):
            .init(
                "device \(id) keeps the shared selection",
                advice: "select the tab there, or by the shared selection")
        case .unknownScreen(let id): "no screen '\(id)' on any stack"
        case .unknownModal(let id, let known):
            known.isEmpty
                ? "no modal '\(id)': none is presented"
                : """
                no modal '\(id)': presented are \
                \(known.map(\.rawValue).joined(separator: ", "))
                """
        case .unknownBar(let id, let known):
            known.isEmpty
                ? "no standalone bar '\(id)': there are none"
                : """
                no standalone bar '\(id)': there are \
                \(known.map(\.rawValue).joined(separator: ", "))
                """
        case .barExists(let id):
            .init("standalone bar '\(id)' exists already", advice: "update it instead")
        case .duplicateBar(let id): "duplicate standalone bar '\(id)'"
        case .duplicateTab(let id): "duplicate tab '\(id)'"
        case .newName(let error): error.message
        case .placedNextToItself(let id): "tab '\(id)' can't be placed next to itself"
        case .unknownOperation: .init("requires a newer version", advice: "update navsync")
        }
    }
}
