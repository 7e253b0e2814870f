/// How a server is, as it says itself: who is not answered in time knows that it is not well.
package enum ServerHealth: Hashable, Sendable {
    /// It does not serve yet.
    case starting
    /// It serves, and everything works.
    case well
    /// It serves, but the store does not take changes.
    case readOnly
    /// It takes no more requests.
    case stopping
}
