/// The validation of a change: the objects of a state and of the change's operations so far, for
/// deciding whether the change is allowed without joining any of it.
struct ChangeValidator {
    /// The reason to reject a change, with the commit behind it where there is one.
    struct ValidationFailure: Hashable {
        let reason: Rejection
        var by: Revision?

        init(_ reason: Rejection, by revision: Revision? = nil) {
            self.reason = reason
            by = revision
        }
    }

    private let state: SceneState
    /// Tabs that the change declares.
    private var declared: Set<TabID> = []
    /// Tabs in the bar once the operations so far are done; `nil` while none touches the bar.
    private var inBar: Set<TabID>?
    /// Modals that are shown once the operations so far are done; `nil` while none presents one.
    private var presented: Set<ModalID>?
    /// Modals that the change answers.
    private var answered: Set<ModalID> = []
    /// Screens that the change puts somewhere, with the routes it gives them.
    private var placed: [ScreenID: Value] = [:]
    private var depths: [StackID: Int] = [:]
    /// Operations that name screens by spans.
    private var spanOperations = 0
    private var barKeys: Set<BarKey> = []
    /// Standalone bars that the change declares.
    private var declaredBars: Set<StandaloneBarID> = []
    /// Standalone bars that are shown once the operations so far are done; `nil` while none adds or
    /// removes one.
    private var shownBars: Set<StandaloneBarID>?
    /// Properties that were never set before the change.
    private var freshProperties: [RecordID: Set<Field>] = [:]
    /// The enabled states of modals' preferred actions, where the change sets them.
    private var preferred: [ModalID: Bool] = [:]

    private init(state: SceneState) {
        self.state = state
    }

    /// Returns the reason to reject `change` as a whole; `nil` if it is allowed.
    static func refusal(of change: Change, in state: SceneState) -> ValidationFailure? {
        guard change.isUnderstood else { return ValidationFailure(.unsupported) }
        guard change.operations.count <= SceneLimits.operations else {
            return ValidationFailure(.limitExceeded)
        }
        var known = ChangeValidator(state: state)
        for operation in change.operations {
            guard state.newNameError(of: operation) == nil else {
                return ValidationFailure(.malformed)
            }
            if let refusal = known.refusal(of: operation) { return refusal }
        }
        // Only now: a change may replace the bar, in whatever order of steps.
        return known.isOverfull ? ValidationFailure(.limitExceeded) : nil
    }

    private var isOverfull: Bool {
        if let inBar, inBar.count > SceneLimits.tabs, inBar.count > state.visibleTabs.count {
            return true
        }
        if let presented, presented.count > SceneLimits.modals,
            presented.count > state.presentedModals.count
        {
            return true
        }
        if let shownBars, shownBars.count > SceneLimits.standaloneBars,
            shownBars.count > state.standaloneBars.count
        {
            return true
        }
        let isTalkative = freshProperties.contains { record, fields in
            state[record].keys.count { $0.property != nil } + fields.count > SceneLimits.properties
        }
        if isTalkative { return true }
        let bars = barKeys.filter { state[.bar($0)].isEmpty }.count
        return bars > 0 && state.records(of: .bar).count + bars > SceneLimits.barKeys
    }

    private mutating func refusal(of operation: Operation) -> ValidationFailure? {
        switch operation {
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge:
            return refusal(ofTabOperation: operation).map { ValidationFailure($0) }
        case .push, .pop, .restore, .setItems, .updateScreen:
            return refusal(ofStackOperation: operation).map { ValidationFailure($0) }
        case .presentModal, .updateModal, .dismissModal, .answerModal:
            return refusal(ofModalOperation: operation)
        case .setBar(let key, let text):
            barKeys.insert(key)
            return (text ?? "").utf8.count > SceneLimits.textLength
                ? ValidationFailure(.limitExceeded) : nil
        case .declareBar, .updateBar, .removeBar:
            return refusal(ofBarOperation: operation).map { ValidationFailure($0) }
        case .prune, .rekey, .deviceRevoked, .devicePaired:
            return ValidationFailure(.notPermitted)
        case .unknown:
            return ValidationFailure(.unsupported)
        }
    }

    // MARK: Tabs

    private mutating func refusal(ofTabOperation operation: Operation) -> Rejection? {
        switch operation {
        case .declareTab(let id, _, let attributes):
            declared.insert(id)
            inBar = (inBar ?? Set(state.visibleTabs)).union([id])
            return refusal(of: attributes, for: .tab(id))
        case .updateTab(let id, let attributes):
            return exists(id) ? refusal(of: attributes, for: .tab(id)) : .unknownTab
        case .removeTab(let id):
            inBar = (inBar ?? Set(state.visibleTabs)).subtracting([id])
            return exists(id) ? nil : .unknownTab
        case .setBadge(let id, .text(let text), _) where text.utf8.count > SceneLimits.textLength:
            return exists(id) ? .limitExceeded : .unknownTab
        case .moveTab(let id, _), .selectTab(let id), .refreshTab(let id), .addToBadge(let id, _),
            .setBadge(let id, _, _):
            return exists(id) ? nil : .unknownTab
        case .push, .pop, .restore, .setItems, .updateScreen, .presentModal, .updateModal,
            .dismissModal, .answerModal, .setBar, .declareBar, .updateBar, .removeBar, .prune,
            .rekey, .deviceRevoked, .devicePaired,
            .unknown:
            return nil
        }
    }

    // MARK: Standalone bars

    private mutating func refusal(ofBarOperation operation: Operation) -> Rejection? {
        switch operation {
        case .declareBar(let id, let attributes):
            declaredBars.insert(id)
            shownBars = (shownBars ?? Set(state.standaloneBars)).union([id])
            return refusal(of: attributes, for: .standaloneBar(id))
        case .updateBar(let id, let attributes):
            return exists(id) ? refusal(of: attributes, for: .standaloneBar(id)) : .unknownBar
        case .removeBar(let id):
            shownBars = (shownBars ?? Set(state.standaloneBars)).subtracting([id])
            return exists(id) ? nil : .unknownBar
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .pop, .restore, .setItems, .updateScreen, .presentModal,
            .updateModal, .dismissModal, .answerModal, .setBar, .prune, .rekey, .deviceRevoked,
            .devicePaired,
            .unknown:
            return nil
        }
    }

    // MARK: Stacks

    private mutating func refusal(ofStackOperation operation: Operation) -> Rejection? {
        switch operation {
        case .push(let id, let stack, _, let attributes):
            return refusal(ofPushing: id, onto: stack, attributes)
        case .pop(let screens, let stack):
            return refusal(of: stack) ?? refusal(ofSpansIn: screens)
        case .restore(let screens, let stack):
            if let refusal = refusal(of: stack) ?? refusal(ofSpansIn: screens) { return refusal }
            depths[stack] = depth(of: stack) + state.known(screens, on: stack).count
            return depth(of: stack) > SceneLimits.stackDepth ? .limitExceeded : nil
        case .setItems(let stack, let items):
            return refusal(ofSetting: items, of: stack)
        case .updateScreen(let id, let attributes):
            guard exists(id) else { return .unknownScreen }
            // A screen's route and identity are what it is; with others it is another screen.
            guard attributes.value(of: ScreenField.route) == nil,
                attributes.value(of: ScreenField.identity) == nil
            else { return .malformed }
            return refusal(of: attributes, for: .screen(id))
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .presentModal, .updateModal, .dismissModal, .answerModal, .setBar,
            .declareBar, .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired,
            .unknown:
            return nil
        }
    }

    /// Returns the reason to reject spans beyond the limit: a few bytes of them cost a look at a
    /// whole stack.
    private mutating func refusal(ofSpansIn screens: ObservedScreens) -> Rejection? {
        guard case .spans = screens else { return nil }
        spanOperations += 1
        return spanOperations > SceneLimits.spanOperations ? .limitExceeded : nil
    }

    private mutating func refusal(
        ofPushing id: ScreenID, onto stack: StackID, _ attributes: [Attribute]
    ) -> Rejection? {
        if let refusal = refusal(of: stack) { return refusal }
        guard !exists(id) else { return .screenExists }
        guard let route = attributes.value(of: ScreenField.route) else { return .malformed }
        let depth = depth(of: stack)
        guard depth < SceneLimits.stackDepth else { return .limitExceeded }
        placed[id] = route
        depths[stack] = depth + 1
        return refusal(of: attributes, for: .screen(id))
    }

    private mutating func refusal(
        ofSetting items: [Operation.Item], of stack: StackID
    ) -> Rejection? {
        if let refusal = refusal(of: stack) { return refusal }
        guard items.count <= SceneLimits.stackDepth else { return .limitExceeded }
        guard Set(items.map(\.id)).count == items.count else { return .malformed }
        depths[stack] = items.count
        for item in items {
            // A screen that exists keeps its route, and no screen is without one.
            let given = item.attributes.value(of: ScreenField.route)
            let known = placed[item.id] ?? state[.screen(item.id), ScreenField.route]?.value
            guard let route = known ?? given, given == nil || given == route else {
                return .malformed
            }
            placed[item.id] = route
            if let refusal = refusal(of: item.attributes, for: .screen(item.id)) { return refusal }
        }
        return nil
    }

    // MARK: Modals

    private mutating func refusal(ofModalOperation operation: Operation) -> ValidationFailure? {
        switch operation {
        case .presentModal(let id, let attributes):
            if let refusal = refusal(ofAnswered: id) { return refusal }
            let isKnown = exists(id)
            presented = (presented ?? Set(state.presentedModals)).union([id])
            guard isKnown || attributes.value(of: ModalField.route) != nil else {
                return ValidationFailure(.malformed)
            }
            return refusal(of: attributes, forModal: id)
        case .updateModal(let id, let attributes):
            guard exists(id) else { return ValidationFailure(.unknownModal) }
            guard attributes.value(of: ModalField.route) == nil else {
                return ValidationFailure(.malformed)
            }
            return refusal(of: attributes, forModal: id)
        case .dismissModal(let id):
            presented?.remove(id)
            return exists(id) ? nil : ValidationFailure(.unknownModal)
        case .answerModal(let id, let answer):
            guard exists(id) else { return ValidationFailure(.unknownModal) }
            presented?.remove(id)
            defer { answered.insert(id) }
            if let refusal = refusal(ofAnswered: id) { return refusal }
            guard answer == .preferred, !canPrefer(id) else { return nil }
            let said = ItemField.property(.preferredIsEnabled)
            return ValidationFailure(.preferredDisabled, by: state.revision(.modal(id), said))
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .setBadge,
            .addToBadge, .push, .pop, .restore, .setItems, .updateScreen, .setBar, .declareBar,
            .updateBar, .removeBar, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown:
            return nil
        }
    }

    private mutating func refusal(of attributes: [Attribute], forModal id: ModalID)
        -> ValidationFailure?
    {
        let said = attributes.value(of: ItemField.property(.preferredIsEnabled))
        if let said { preferred[id] = said.text != "false" }
        return refusal(of: attributes, for: .modal(id)).map { ValidationFailure($0) }
    }

    /// Returns a Boolean value indicating whether the modal's preferred action can be taken: while
    /// required fields are empty it can't.
    private func canPrefer(_ id: ModalID) -> Bool {
        preferred[id] ?? (state.properties(of: .modal(id))[.preferredIsEnabled] != "false")
    }

    private func refusal(ofAnswered id: ModalID) -> ValidationFailure? {
        if let answer = state[.modal(id), ModalField.answer] {
            return ValidationFailure(.answered, by: answer.revision)
        }
        return answered.contains(id) ? ValidationFailure(.answered) : nil
    }

    // MARK: Attributes

    private mutating func refusal(of attributes: [Attribute], for record: RecordID) -> Rejection? {
        let fresh = attributes.map(\.field).filter {
            $0.property != nil && state[record, $0] == nil
        }
        if !fresh.isEmpty { freshProperties[record, default: []].formUnion(fresh) }
        return attributes.refusal(for: record.kind)
    }

    // MARK: Existence

    private func refusal(of stack: StackID) -> Rejection? {
        switch stack {
        case .tab(let id): exists(id) ? nil : .unknownTab
        case .modal(let id): exists(id) ? nil : .unknownModal
        case .bar(let id): exists(id) ? nil : .unknownBar
        }
    }

    private func exists(_ bar: StandaloneBarID) -> Bool {
        declaredBars.contains(bar)
            || state[.standaloneBar(bar), StandaloneBarField.declared] != nil
    }

    private func exists(_ tab: TabID) -> Bool {
        declared.contains(tab) || state[.tab(tab), TabField.declared] != nil
    }

    private func exists(_ modal: ModalID) -> Bool {
        presented?.contains(modal) == true || state[.modal(modal), ModalField.presented] != nil
    }

    private func exists(_ screen: ScreenID) -> Bool {
        placed[screen] != nil || !state[.screen(screen)].isEmpty
    }

    private func depth(of stack: StackID) -> Int {
        depths[stack] ?? state.forest(of: stack).count
    }
}
