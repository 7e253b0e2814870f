package import NavigationModel

extension Modal {
    /// By what people can leave it: what it says, else what its kind has. A task has cancel and a
    /// preferred action; content that only shows something has close.
    ///
    /// Words that mean nothing here are left in: they offer no way out.
    package var dismissActions: [String] {
        let said = properties.list(.dismissActions)
        guard said.isEmpty else { return said }
        return kind == .fullScreen ? ["close"] : ["cancel", "preferred"]
    }
}
