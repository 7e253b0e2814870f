internal import NavigationModel
internal import NavigationProperties

/// Guidelines for modals.
extension Guideline {
    /// A modal over another.
    static let modalOverModal = Guideline(
        "modal-over-modal", .warning, rows: ["D-33", "D-34", "D-35"],
        "few modals over modals, and then for a reason"
    ) { context in
        let modals = context.scene.modals
        return zip(modals.dropFirst(), modals).compactMap { modal, below in
            // A popover is navigation inside the modal, not another one over it.
            guard modal.properties.explicitText(.reason)?.unlessBlank == nil,
                modal.properties.explicitText(.popoverSource) == nil
            else { return nil }
            return Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) is presented over \(quoted(below.name)), for no reason that "
                    + "is said")
        }
    }

    /// A modal that needs something from outside.
    static let modalNotSelfContained = Guideline(
        "modal-not-self-contained", .warning, rows: ["D-22"],
        "a modal is for a task that is complete in itself"
    ) { context in
        context.scene.modals.filter { !$0.properties.flag(.isSelfContained) }.map { modal in
            Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) interrupts for a task that is not complete in itself")
        }
    }

    /// A modal that people can't leave.
    static let modalNoDismiss = Guideline(
        "modal-no-dismiss", .error, rows: ["D-26"],
        "a modal is left by cancel, by its preferred action, or by close"
    ) { context in
        context.scene.modals.filter(\.hasNoExit).map { modal in
            let offered = modal.properties.list(.dismissActions)
            return Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) offers \(offered.map(quoted).joined(separator: ", ")), by which "
                    + "nobody can leave it now",
                fix: [Fix(.modal(modal.id), Property.dismissActions.pattern, nil)])
        }
    }

    /// Close where there is something to lose.
    static let closeWithInput = Guideline(
        "close-with-input", .warning, rows: ["D-31", "D-32"],
        "close is for what needs no decision: nothing to save, nothing to cancel"
    ) { context in
        context.scene.modals.filter { $0.offersClose && $0.hasSomethingToLose }.map { modal in
            Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) has something to enter, and is left by close: offer cancel "
                    + "and a preferred action",
                fix: [Fix(.modal(modal.id), Property.dismissActions.pattern, "cancel,preferred")])
        }
    }
}

extension Modal {
    /// A Boolean value indicating whether none of its actions lets anybody leave.
    fileprivate var hasNoExit: Bool {
        let offered = dismissActions
        let canFinish = offered.contains("preferred") && properties.flag(.preferredIsEnabled)
        return !canFinish && !offered.contains("cancel") && !offered.contains("close")
    }

    /// A Boolean value indicating whether it is left by close.
    fileprivate var offersClose: Bool { dismissActions.contains("close") }

    /// A Boolean value indicating whether people enter something in it.
    fileprivate var hasSomethingToLose: Bool {
        properties.flag(.hasInput) || properties.flag(.isDirty)
            || properties.explicitText(.draft)?.unlessBlank != nil
    }
}
