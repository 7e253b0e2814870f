package import NavigationModel

extension Registers {
    /// "Modal: `presented`, `dismissed`, own stack and floor."
    package func isPresented(_ modal: ModalID) -> Bool {
        stamp(.modal(modal), ModalField.presented) > stamp(.modal(modal), ModalField.dismissed)
    }

    /// "What is presented over it": in the order in which it was.
    var presentedModals: [ModalID] {
        var modals: [ModalID] = []
        for name in names(of: .modal) {
            guard let modal = ModalID(rawValue: name), isPresented(modal) else { continue }
            modals.append(modal)
        }
        return modals.sorted { left, right in
            stamp(.modal(left), ModalField.presented) < stamp(.modal(right), ModalField.presented)
        }
    }

    /// "Bars: one register for each appearance key."
    var bars: [BarKey: String] {
        var bars: [BarKey: String] = [:]
        for name in names(of: .bar) {
            guard let key = BarKey(rawValue: name) else { continue }
            bars[key] = nonEmptyText(.bar(key), BarField.value)
        }
        return bars
    }

    /// "Standalone bars: `declared` and `removed`, as tabs", "in the order of their ids".
    var standaloneBars: [StandaloneBarID] {
        var bars: [StandaloneBarID] = []
        for name in names(of: .standaloneBar) {
            guard let bar = StandaloneBarID(rawValue: name), isShown(.bar(bar)) else { continue }
            bars.append(bar)
        }
        return bars.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
    }

    /// Returns a Boolean value indicating whether the tab, modal or bar of the stack is shown.
    package func isShown(_ stack: StackID) -> Bool {
        switch stack {
        case .tab(let tab): isVisible(tab)
        case .modal(let modal): isPresented(modal)
        case .bar(let bar):
            stamp(.standaloneBar(bar), StandaloneBarField.declared)
                > stamp(.standaloneBar(bar), StandaloneBarField.removed)
        }
    }
}
