package import NavigationModel
internal import NavigationProperties

extension Modal {
    /// The actions by which people can leave it: those that are set, else those of its kind. A task
    /// has cancel and a preferred action; content that only shows something has close.
    ///
    /// Unknown actions are left in: they offer no way out.
    package var dismissActions: [String] {
        let said = properties.list(.dismissActions)
        guard said.isEmpty else { return said }
        return kind == .fullScreen ? ["close"] : ["cancel", "preferred"]
    }
}
