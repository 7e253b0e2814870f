/// A place on a stack with at least one screen that is there.
package struct StackEntry: Hashable, Sendable {
    /// The screen that is shown: the oldest that is there.
    package let shown: ScreenID
    /// All that are there, oldest first: pushes of the same content on one screen share their
    /// place.
    package let twins: [ScreenID]
}
