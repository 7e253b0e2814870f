internal import NavigationBars
package import NavigationModel
package import NavigationText

/// Operations in words, in the past: `pushed clock://alarms/1 on alarms`.
package enum OperationText {
    /// Returns all operations of a change in one line; the first few if there are many.
    ///
    /// - Parameter devices: The known names of devices that operations may name.
    package static func words(
        _ operations: [Operation], naming devices: [DeviceID: DeviceName] = [:]
    ) -> TerminalText {
        guard !operations.isEmpty else { return "unreadable operations" }
        let shown = operations.prefix(operations.count > 4 ? 3 : 4).map { $0.text(naming: devices) }
        let rest = operations.count - shown.count
        return (shown + (rest > 0 ? ["\(rest) more operations"] : [])).joined(separator: ", ")
    }
}

extension Identifier {
    /// The identifier for a terminal.
    package var label: TerminalText { rawValue.label() }
}

extension StackID {
    /// The owner of the stack, for a terminal.
    package var label: TerminalText { description.label() }
}
