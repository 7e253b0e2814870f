internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// The keys of the scene.
extension LiveModel {
    /// Takes a key in whatever has the keys.
    mutating func press(_ key: Key) -> [LiveEffect] {
        switch key {
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: break
        }
        switch mode {
        case .scene: return pressInScene(key)
        case .prompt(let prompt): return press(key, in: prompt)
        case .menu(let menu): return press(key, in: menu)
        case .pager(let pager): return press(key, in: pager)
        case .past(let travel): return press(key, in: travel)
        }
    }

    private mutating func pressInScene(_ key: Key) -> [LiveEffect] {
        switch key {
        case .left: return selectTab(by: traits.device.isRightToLeft ? 1 : -1)
        case .right: return selectTab(by: traits.device.isRightToLeft ? -1 : 1)
        case .tab: return selectTab(by: 1)
        case .backTab: return selectTab(by: -1)
        case .up, .scroll(isUp: true): moveFocus(by: -1)
        case .down, .scroll(isUp: false): moveFocus(by: 1)
        case .home: focused = activeScreens.count > 1 ? activeScreens.first?.id : nil
        case .end: focused = nil
        case .enter: return open()
        case .escape where focused != nil: focused = nil
        case .escape, .backspace, .delete: return goBack()
        case .control("r"): return change(.redo)
        case .press(let row, let column): return hit(row: row, column: column)
        case .character(let character): return press(character)
        case .paste, .control, .pageUp, .pageDown, .other: break
        }
        return []
    }

    private mutating func press(_ character: Character) -> [LiveEffect] {
        switch character {
        case "q": return [.quit]
        case "?": mode = .pager(Pager(title: "keys", lines: Self.help))
        case "g": return popToRoot()
        case "m": openModalMenu()
        case "b": ask(scene.selectedTab.map { Prompt(.badge($0), ["badge of \($0)"]) })
        case "u": return change(.undo)
        case "/": mode = .prompt(Prompt(.find, ["find"]))
        case ":":
            mode = .prompt(Prompt(.command, [":"]))
            return [.readCommands]
        case "t": return beginTravel()
        case " ": notices.read()
        case "e": return explain()
        case "r": return retry()
        case "p": ask(Prompt(.pair, ["pair: name of the device"]))
        case "o": return [.listStoredChanges]
        case "d": return [.listDevices]
        case "s": openSelectionMenu()
        case "P": return [.setTrait(.profile)]
        case "+": return [.setTrait(.another)]
        case "-": return [.setTrait(.fewer)]
        case "D": return [.setTrait(.appearance)]
        case "L": return [.setTrait(.language)]
        case "R": return [.setTrait(.orientation)]
        case "1"..."9":
            guard let number = character.wholeNumberValue, number <= scene.tabs.count else {
                return []
            }
            return select(scene.tabs[number - 1].id)
        default: break
        }
        return []
    }

    // MARK: Tabs

    private mutating func selectTab(by step: Int) -> [LiveEffect] {
        let tabs = scene.tabs.filter { $0.isEnabled || $0.id == scene.selectedTab }
        guard tabs.count > 1, let index = tabs.firstIndex(where: { $0.id == scene.selectedTab })
        else { return [] }
        return select(tabs[(index + step + tabs.count) % tabs.count].id)
    }

    /// Selects a tab, unless a modal covers the bar.
    mutating func select(_ tab: TabID) -> [LiveEffect] {
        guard scene.modals.isEmpty else {
            fail("a modal covers the tabs: answer it with m")
            return []
        }
        let effects = perform(.selectTab(tab))
        if !effects.isEmpty { focused = nil }
        return effects
    }

    // MARK: Stack

    private mutating func moveFocus(by step: Int) {
        let screens = activeScreens
        guard !screens.isEmpty else { return }
        let level = (focusedLevel ?? screens.count - 1) + step
        guard screens.indices.contains(level) else { return }
        focused = level == screens.count - 1 ? nil : screens[level].id
    }

    /// Goes back to the focused screen; at the top of the stack asks for a screen to push.
    private mutating func open() -> [LiveEffect] {
        if let level = focusedLevel {
            let screen = activeScreens[level]
            focused = nil
            return perform(.popTo(screen.id))
        }
        guard let stack = activeStack else {
            fail("no tab is selected: apply a scene file, or declare a tab with :tab declare")
            return []
        }
        ask(Prompt(.push(stack), ["push", "title"]))
        return []
    }

    /// Pops the top screen, or asks for the answer of a modal without another.
    mutating func goBack() -> [LiveEffect] {
        focused = nil
        guard let stack = activeStack else { return [] }
        if activeScreens.count > 1 { return perform(.pop(from: stack)) }
        if scene.modals.isEmpty {
            message = Message(words: "this is the first screen", isFailure: false)
        } else {
            openModalMenu()
        }
        return []
    }

    private mutating func popToRoot() -> [LiveEffect] {
        focused = nil
        guard let stack = activeStack, activeScreens.count > 1 else {
            message = Message(words: "this is the first screen", isFailure: false)
            return []
        }
        return perform(.popToRoot(of: stack))
    }

    // MARK: Modals

    private mutating func openModalMenu() {
        guard !refusesChange() else { return }
        let present = Prompt(.present, ["present", "title", "kind"])
        guard let modal = scene.modals.last else { return ask(present) }
        let title = modal.title.flatMap { $0.isEmpty ? nil : $0 } ?? modal.route
        mode = .menu(
            Menu(
                title,
                [
                    Menu.Item(
                        key: "p", label: "preferred action",
                        action: .perform(.answerModal(modal.id, .preferred))),
                    Menu.Item(
                        key: "c", label: "cancel",
                        action: .perform(.answerModal(modal.id, .cancel))),
                    Menu.Item(
                        key: "x", label: "close without an answer",
                        action: .perform(.dismissModal(modal.id))),
                    Menu.Item(key: "a", label: "present another over it", action: .ask(present)),
                ]))
    }

    mutating func press(_ key: Key, in menu: Menu) -> [LiveEffect] {
        var menu = menu
        switch key {
        case .up: menu.index = max(0, menu.index - 1)
        case .down: menu.index = min(menu.items.count - 1, menu.index + 1)
        case .enter: return take(menu.items[menu.index].action)
        case .escape, .backspace, .character("q"):
            mode = .scene
            return []
        case .press(let row, _):
            guard let index = LiveScreen(self).menuItem(at: row) else { return [] }
            return take(menu.items[index].action)
        case .character(let character):
            guard let item = menu.items.first(where: { $0.key == character }) else { return [] }
            return take(item.action)
        default: break
        }
        mode = .menu(menu)
        return []
    }

    private mutating func take(_ action: Menu.Action) -> [LiveEffect] {
        mode = .scene
        switch action {
        case .perform(let intent): return perform(intent)
        case .run(let words): return change(.run(words))
        case .ask(let prompt): ask(prompt)
        case .open(let menu): mode = .menu(menu)
        case .close: break
        }
        return []
    }

    // MARK: Late outcomes

    private mutating func explain() -> [LiveEffect] {
        guard let revision = notices.first?.change?.by ?? changes.first?.revision else {
            fail("no change to explain")
            return []
        }
        return [.run(["explain", "\(revision)"])]
    }

    private mutating func retry() -> [LiveEffect] {
        guard let change = notices.first?.change else {
            fail("no outcome to retry a change for")
            return []
        }
        guard !refusesChange() else { return [] }
        notices.read()
        if let id = change.shelved { return [.retry(id)] }
        return perform(.retry(change.operations))
    }

    // MARK: Pointer

    private mutating func hit(row: Int, column: Int) -> [LiveEffect] {
        switch LiveScreen(self).element(row: row, column: column) {
        case .item(let id):
            guard let tab = scene.tabs.first(where: { "tab.\($0.id)" == id }) else { return [] }
            return select(tab.id)
        case .back: return goBack()
        case .leadingItems: return answer(.cancel)
        case .trailingItems: return answer(.preferred)
        case .level(let level):
            guard activeScreens.indices.contains(level) else { return [] }
            if level == focusedLevel { return open() }
            focused = level == activeScreens.count - 1 ? nil : activeScreens[level].id
            return []
        case nil: return []
        }
    }

    private mutating func answer(_ answer: ModalAnswer) -> [LiveEffect] {
        guard let modal = scene.modals.last else { return [] }
        return perform(.answerModal(modal.id, answer))
    }

    // MARK: Changing

    /// Returns the effect of an intent; none in a device that changes nothing.
    mutating func perform(_ intent: Intent) -> [LiveEffect] { change(.perform(intent)) }

    private mutating func change(_ effect: LiveEffect) -> [LiveEffect] {
        refusesChange() ? [] : [effect]
    }

    /// Opens a prompt, if there is one and something may be changed.
    private mutating func ask(_ prompt: Prompt?) {
        guard let prompt, !refusesChange() else { return }
        mode = .prompt(prompt)
    }

    /// Returns `true`, with the reason as the message, if nothing may be changed.
    mutating func refusesChange() -> Bool {
        if setup.isReadOnly { fail("read-only: nothing is changed from here") }
        return setup.isReadOnly
    }

    /// Reports an action that is not possible.
    mutating func fail(_ words: TerminalText) {
        message = Message(words: words, isFailure: true)
    }
}
