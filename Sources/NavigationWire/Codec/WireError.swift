/// Why received bytes are not a message. The sender is at fault; nothing was done.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what came.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
