/// The validation of a change: the objects of a state and of the change's operations so far, for
/// deciding whether the change is allowed without joining any of it.
struct ChangeValidator {
    /// The state before the change.
    let state: SceneState
    /// The device that made the change.
    let author: DeviceID
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

    private init(state: SceneState, author: DeviceID) {
        self.state = state
        self.author = author
    }

    /// Returns the reason to reject `change` as a whole; `nil` if it is allowed.
    static func refusal(of change: Change, in state: SceneState) -> ValidationFailure? {
        guard change.isUnderstood else { return ValidationFailure(.unsupported) }
        guard change.operations.count <= SceneLimits.operations else {
            return ValidationFailure(.limitExceeded)
        }
        var validator = ChangeValidator(state: state, author: change.device)
        for operation in change.operations {
            guard state.newNameError(of: operation) == nil else {
                return ValidationFailure(.malformed)
            }
            do {
                try operation.body.validate(in: &validator)
            } catch {
                return error
            }
        }
        // Only now: a change may replace the bar, in whatever order of steps.
        return validator.isOverfull ? ValidationFailure(.limitExceeded) : nil
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
            state.propertyCount(of: record) + fields.count > SceneLimits.properties
        }
        if isTalkative { return true }
        let bars = barKeys.count { !state.exists(.bar($0)) }
        return bars > 0 && state.records(of: .bar).count + bars > SceneLimits.barKeys
    }

    // MARK: Existence

    /// Throws unless there is such a tab.
    func require(_ tab: TabID) throws(ValidationFailure) {
        let isKnown = declared.contains(tab) || state.exists(.tab(tab), TabField.declared)
        if !isKnown { throw ValidationFailure(.unknownTab) }
    }

    /// Throws unless there is such a standalone bar.
    func require(_ bar: StandaloneBarID) throws(ValidationFailure) {
        let isKnown =
            declaredBars.contains(bar)
            || state.exists(.standaloneBar(bar), StandaloneBarField.declared)
        if !isKnown { throw ValidationFailure(.unknownBar) }
    }

    /// Throws unless there is such a modal.
    func require(_ modal: ModalID) throws(ValidationFailure) {
        if !exists(modal) { throw ValidationFailure(.unknownModal) }
    }

    /// Throws unless there is such a stack.
    func require(_ stack: StackID) throws(ValidationFailure) {
        switch stack {
        case .tab(let id): try require(id)
        case .modal(let id): try require(id)
        case .bar(let id): try require(id)
        }
    }

    /// Returns `true` if there is such a modal.
    func exists(_ modal: ModalID) -> Bool {
        presented?.contains(modal) == true || state.exists(.modal(modal), ModalField.presented)
    }

    /// Returns `true` if there is such a screen.
    func exists(_ screen: ScreenID) -> Bool {
        placed[screen] != nil || state.exists(.screen(screen))
    }

    // MARK: Tabs and bars

    /// Notes a tab that comes into the bar.
    mutating func declare(_ tab: TabID) {
        declared.insert(tab)
        inBar = (inBar ?? Set(state.visibleTabs)).union([tab])
    }

    /// Notes a tab that leaves the bar.
    mutating func remove(_ tab: TabID) {
        inBar = (inBar ?? Set(state.visibleTabs)).subtracting([tab])
    }

    /// Notes a part of the bars' look.
    mutating func set(_ key: BarKey) { barKeys.insert(key) }

    /// Notes a standalone bar that is shown.
    mutating func declare(_ bar: StandaloneBarID) {
        declaredBars.insert(bar)
        shownBars = (shownBars ?? Set(state.standaloneBars)).union([bar])
    }

    /// Notes a standalone bar that is not shown any more.
    mutating func remove(_ bar: StandaloneBarID) {
        shownBars = (shownBars ?? Set(state.standaloneBars)).subtracting([bar])
    }

    // MARK: Stacks

    /// The screens on a stack, as far as the change can know.
    func depth(of stack: StackID) -> Int { depths[stack] ?? state.forest(of: stack).count }

    /// Notes the screens on a stack.
    mutating func setDepth(of stack: StackID, to depth: Int) { depths[stack] = depth }

    /// Notes a screen that is put somewhere.
    mutating func place(_ screen: ScreenID, route: Value) { placed[screen] = route }

    /// The route of a screen that is there or that the change has placed.
    func route(of screen: ScreenID) -> Value? {
        placed[screen] ?? state[.screen(screen), ScreenField.route]?.value
    }

    /// Throws for spans beyond the limit: a few bytes of them cost a look at a whole stack.
    mutating func countSpans(in screens: ObservedScreens) throws(ValidationFailure) {
        guard screens.areSpans else { return }
        spanOperations += 1
        if spanOperations > SceneLimits.spanOperations { throw ValidationFailure(.limitExceeded) }
    }

    // MARK: Modals

    /// Notes a modal that is shown.
    mutating func present(_ modal: ModalID) {
        presented = (presented ?? Set(state.presentedModals)).union([modal])
    }

    /// Notes a modal that is closed.
    mutating func close(_ modal: ModalID) { presented?.remove(modal) }

    /// Notes a modal that is answered.
    mutating func answer(_ modal: ModalID) { answered.insert(modal) }

    /// Throws if the modal has been answered.
    func requireUnanswered(_ modal: ModalID) throws(ValidationFailure) {
        if let answer = state[.modal(modal), ModalField.answer] {
            throw ValidationFailure(.answered, by: answer.revision)
        }
        if answered.contains(modal) { throw ValidationFailure(.answered) }
    }

    /// Returns a Boolean value indicating whether the modal's preferred action can be taken: while
    /// required fields are empty it can't.
    func canPrefer(_ modal: ModalID) -> Bool {
        preferred[modal] ?? (state.properties(of: .modal(modal))[.preferredIsEnabled] != "false")
    }

    // MARK: Attributes

    /// Throws for attributes that a record can't have; notes properties that are new.
    mutating func check(
        _ attributes: [Attribute], for record: RecordID
    ) throws(ValidationFailure) {
        for attribute in attributes {
            let field = attribute.field
            guard field.number == ItemField.propertyNumber, !state.exists(record, field),
                field.property != nil
            else { continue }
            freshProperties[record, default: []].insert(field)
        }
        if let reason = attributes.refusal(for: record.kind) { throw ValidationFailure(reason) }
    }

    /// Throws for attributes that a modal can't have; notes whether its preferred action is
    /// enabled.
    mutating func check(
        _ attributes: [Attribute], forModal modal: ModalID
    ) throws(ValidationFailure) {
        let explicit = attributes.value(of: ItemField.property(.preferredIsEnabled))
        if let explicit { preferred[modal] = explicit.text != "false" }
        try check(attributes, for: .modal(modal))
    }
}

/// The reason to reject a change, with the commit behind it where there is one.
struct ValidationFailure: Error, Hashable {
    /// The reason.
    let reason: Rejection
    /// The commit.
    let by: Revision?

    /// Joins the parts.
    init(_ reason: Rejection, by revision: Revision? = nil) {
        self.reason = reason
        by = revision
    }
}
