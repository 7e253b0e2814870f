/// A server's state as it reports it itself: a missing reply means that it is not well.
package enum ServerHealth: Hashable, Sendable {
    /// It does not serve yet.
    case starting
    /// It serves, and everything works.
    case well
    /// It serves, but the store does not take changes.
    case readOnly
    /// It serves, but part of the store is damaged, and a person has to repair it.
    case damaged
    /// It takes no more requests.
    case stopping
}
