/// One named step of a change, in terms of what its device had observed.
public enum Operation: Hashable, Sendable {
    /// Adds a tab that the device does not see, at a position.
    case declareTab(TabID, at: PositionKey, attributes: [Attribute])
    /// Sets attributes of a tab.
    case updateTab(TabID, attributes: [Attribute])
    /// Moves a tab within the bar.
    case moveTab(TabID, to: PositionKey)
    /// Takes a tab out of the bar, with its stack.
    case removeTab(TabID)
    /// Makes a tab the selected one.
    case selectTab(TabID)
    /// Selects the tab that is selected already: its content starts afresh.
    case refreshTab(TabID)
    /// Sets or clears a badge, replacing the additions that the device had observed.
    case setBadge(TabID, BadgeValue, seen: [ObservedAdditions])
    /// Adds to a badge's number.
    case addToBadge(TabID, Int64)
    /// Puts a new screen on the top that the device sees; on nothing if the stack is empty.
    case push(ScreenID, onto: StackID, on: ScreenID?, attributes: [Attribute])
    /// Takes screens off a stack.
    case pop(ObservedScreens, from: StackID)
    /// Brings screens that were popped back to the places where they were.
    case restore(ObservedScreens, to: StackID)
    /// Replaces a stack; listed screens that are there keep their identity.
    case setItems(StackID, [Item])
    /// Sets attributes of a screen.
    case updateScreen(ScreenID, attributes: [Attribute])
    /// Presents a modal over everything, or one again that was dismissed without an answer.
    case presentModal(ModalID, attributes: [Attribute])
    /// Sets attributes of a modal.
    case updateModal(ModalID, attributes: [Attribute])
    /// Closes a modal without an answer.
    case dismissModal(ModalID)
    /// Answers a modal, which closes it. The first answer that arrives is the only one.
    case answerModal(ModalID, ModalAnswer)
    /// Sets the look of a part of the bars; `nil` leaves it to the platform.
    case setBar(BarKey, String?)
    /// Adds a bar that no controller manages, or brings back one that was removed.
    case declareBar(StandaloneBarID, attributes: [Attribute])
    /// Sets attributes of a standalone bar.
    case updateBar(StandaloneBarID, attributes: [Attribute])
    /// Removes a standalone bar, with its items.
    case removeBar(StandaloneBarID)
    /// The daemon's own: drops the records that no device that has observed the revision can still
    /// need.
    case prune(through: Revision)
    /// The daemon's own: gives tabs shorter position keys where they stand.
    case rekey
    /// The daemon's own: the user has revoked a device. Its earlier changes stay.
    case deviceRevoked(DeviceID, DeviceName)
    /// The daemon's own: a device was paired by an invitation, and has access from now on.
    case devicePaired(DeviceID, DeviceName)
    /// A step that only a newer version knows; the daemon refuses it.
    case unknown

    /// A screen in the list of setItems.
    public struct Item: Hashable, Sendable {
        /// A fresh id, or that of a screen that is there.
        public let id: ScreenID
        /// The attributes that the item sets.
        public let attributes: [Attribute]

        /// Joins the parts.
        public init(id: ScreenID, attributes: [Attribute]) {
            self.id = id
            self.attributes = attributes
        }
    }

    /// The number of stamps that the operation uses: its indexes inside the change.
    var stampCount: UInt32 {
        switch self {
        case .setItems(_, let items): UInt32(clamping: items.count + 1)
        case .restore(.named(let screens), _): UInt32(clamping: max(1, screens.count))
        // As many as there may be: how many there are depends on the state.
        case .restore(.spans, _): UInt32(clamping: SceneLimits.stackDepth)
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .pop, .updateScreen, .presentModal, .updateModal, .dismissModal,
            .answerModal, .setBar, .declareBar, .updateBar, .removeBar, .prune, .rekey,
            .deviceRevoked, .devicePaired, .unknown:
            1
        }
    }
}

/// A field of a tab, screen, modal or standalone bar that a device sets, and its content.
public struct Attribute: Hashable, Sendable {
    /// The field; see ``Field/isAttribute``.
    public let field: Field
    /// The content.
    public let value: Value

    /// Joins the parts.
    public init(field: Field, value: Value) {
        self.field = field
        self.value = value
    }
}

/// One device's additions to a badge as a set or clear observed them.
public struct ObservedAdditions: Hashable, Sendable {
    /// The device that made the additions.
    public let device: DeviceID
    /// The stamp of the last of them.
    public let stamp: Stamp
    /// Their running total.
    public let total: Int64

    /// Joins the parts.
    public init(device: DeviceID, stamp: Stamp, total: Int64) {
        self.device = device
        self.stamp = stamp
        self.total = total
    }
}
