internal import NavigationModel
package import NavigationWire

/// The state to heal a scene from, chosen among those that devices have stored.
package enum HealingChoice: Hashable, Sendable {
    /// The state has all that is known to have been acknowledged, or there is no other.
    case state(RememberedState)
    /// The state has the most, and lacks some of what was acknowledged.
    case lacking(RememberedState)
    /// A person has to choose: neither of these states has all that another has.
    case several([RememberedState])

    /// Chooses among the states of one scene; `nil` if there are none.
    ///
    /// Of one epoch the later state has all that an earlier one has. Of several epochs the choice
    /// is the one whose end is known to have been acknowledged.
    package init?(among states: [RememberedState]) {
        let complete = states.filter { $0.completeness == .complete }
        let unknown = states.filter { $0.completeness == .unknown }
        let isSure = !complete.isEmpty
        let newest = Self.newest(of: isSure ? complete : unknown.isEmpty ? states : unknown)
        guard let first = newest.first else { return nil }
        guard newest.count == 1 else {
            self = .several(newest)
            return
        }
        self = isSure || !unknown.isEmpty ? .state(first) : .lacking(first)
    }

    /// Returns the newest states of each epoch; more than one of an epoch if their digests differ.
    private static func newest(of states: [RememberedState]) -> [RememberedState] {
        states.filter { state in
            !states.contains {
                $0.position.epoch == state.position.epoch
                    && $0.position.revision > state.position.revision
            }
        }
    }
}
