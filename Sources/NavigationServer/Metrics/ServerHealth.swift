/// How a server is, as it says itself: who is not answered in time knows that it is not well.
package enum ServerHealth: Hashable, Sendable {
    /// It does not serve yet.
    case starting
    /// It serves, and everything works.
    case well
    /// It serves, but the store does not take changes.
    case readOnly
    /// It serves, but something of what is stored was found damaged, and a person has to see to it.
    case damaged
    /// It takes no more requests.
    case stopping
}
