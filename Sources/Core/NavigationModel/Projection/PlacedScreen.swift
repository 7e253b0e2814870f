/// A screen with the registers about its place on a stack.
struct PlacedScreen: Hashable, Sendable {
    let id: ScreenID
    /// The stamp of its placement.
    let stamp: Stamp
    /// The rank among the others: the stamp of the place that it was put in, or came back to.
    let order: Stamp
    let base: Placement.Parent
    /// A Boolean value indicating whether it was not popped since.
    let isThere: Bool
    /// The content that makes pushes twins; a push that was refused has none.
    let content: PushedContent?
    /// The newest placement that was pruned in the branch of its place.
    let lifted: Stamp?
    /// The place that it stands on since the screen that it was put on was pruned.
    let relink: Relink?

    /// The screen that it was put on, if it was pushed on one.
    var below: ScreenID? {
        if case .pushed(on: let below) = base { below } else { nil }
    }

    /// The screen that it stands on: the one that it was put on or, since that was pruned, the one
    /// that took its place.
    var support: ScreenID? { isRelinked ? relink?.below : below }

    /// A Boolean value indicating whether the screen that it was put on was pruned.
    var isRelinked: Bool { relink.map { $0.pruned == below } ?? false }
}

/// A place on a stack with at least one screen that is there.
package struct StackEntry: Hashable, Sendable {
    /// The screen that is shown: the oldest that is there.
    package let shown: ScreenID
    /// All that are there, oldest first: pushes of the same content on one screen share their
    /// place.
    package let twins: [ScreenID]
}
