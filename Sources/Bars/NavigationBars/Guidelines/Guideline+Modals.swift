internal import NavigationModel
internal import NavigationProperties

/// Guidelines for modals.
extension Guideline {
    /// A modal over another.
    static let modalOverModal = Guideline(
        "modal-over-modal", .warning, rows: ["D-33", "D-34", "D-35"],
        "a modal over a modal needs a reason"
    ) { context in
        let modals = context.scene.modals
        return zip(modals.dropFirst(), modals).compactMap { modal, below in
            // A popover is navigation inside the modal, not another one over it.
            guard modal.properties.explicitText(.reason)?.unlessBlank == nil,
                modal.properties.explicitText(.popoverSource) == nil
            else { return nil }
            return Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) is presented over \(quoted(below.name)) without a stated "
                    + "reason")
        }
    }

    /// A popover that points to nothing.
    static let popoverSourceMissing = Guideline(
        "popover-source-missing", .warning, rows: ["N-104"],
        "a popover points to an item of the screen below it"
    ) { context in
        // Only a modal right over the tabs: what is below another one is not laid out.
        guard context.scene.modals.count == 1, let modal = context.scene.modals.first,
            let source = modal.properties.explicitText(.popoverSource)
        else { return [] }
        let traits = context.device ?? DeviceProfile.named("ipad-11")?.traits()
        guard let traits, BarLayout(context.scene, on: traits).popoverSource(of: modal) == nil
        else { return [] }
        return [
            Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) is a popover from \(quoted(source)), which the screen below "
                    + "it does not have",
                property: Property.popoverSource.name())
        ]
    }

    /// A modal that needs something from outside.
    static let modalNotSelfContained = Guideline(
        "modal-not-self-contained", .warning, rows: ["D-22"],
        "a modal is for a self-contained task"
    ) { context in
        context.scene.modals.filter { !$0.properties.flag(.isSelfContained) }.map { modal in
            Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) is presented for a task that is not self-contained")
        }
    }

    /// A modal that people can't leave.
    static let modalNoDismiss = Guideline(
        "modal-no-dismiss", .error, rows: ["D-26"],
        "a modal can be left by cancel, preferred action or close"
    ) { context in
        context.scene.modals.filter(\.hasNoExit).map { modal in
            let offered = modal.properties.list(.dismissActions)
            return Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) can't be closed now by any of its actions: "
                    + offered.map(quoted).joined(separator: ", "),
                fix: [Fix(.modal(modal.id), Property.dismissActions.pattern, nil)])
        }
    }

    /// Close where there is something to lose.
    static let closeWithInput = Guideline(
        "close-with-input", .warning, rows: ["D-31", "D-32"],
        "close is for modals without input to save or cancel"
    ) { context in
        context.scene.modals.filter { $0.offersClose && $0.hasSomethingToLose }.map { modal in
            Violation(
                .modal(modal.id),
                "\(quoted(modal.name)) takes input, but is left by close: offer cancel and a "
                    + "preferred action",
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
