internal import NavigationModel
public import NavigationWire

/// The state, of those that devices remember of a scene, to heal it from.
public enum HealingChoice: Hashable, Sendable {
    /// This one: it has all that is known to have been acknowledged, or there is no other.
    case state(RememberedState)
    /// This one has the most, and lacks some of what was acknowledged.
    case lacking(RememberedState)
    /// A person has to choose: neither of these has all that another has.
    case several([RememberedState])

    /// Chooses among the states of one scene; `nil` if there are none.
    ///
    /// Of one history the later state has all that an earlier one has. Of several, that one counts
    /// whose end is known to have been acknowledged.
    public init?(among states: [RememberedState]) {
        let complete = states.filter { $0.standing == .complete }
        let unknown = states.filter { $0.standing == .unknown }
        let isSure = !complete.isEmpty
        let newest = Self.newest(of: isSure ? complete : unknown.isEmpty ? states : unknown)
        guard let first = newest.first else { return nil }
        guard newest.count == 1 else {
            self = .several(newest)
            return
        }
        self = isSure || !unknown.isEmpty ? .state(first) : .lacking(first)
    }

    /// The newest states of each history; more than one of a history if their digests differ.
    private static func newest(of states: [RememberedState]) -> [RememberedState] {
        states.filter { state in
            !states.contains {
                $0.position.epoch == state.position.epoch
                    && $0.position.revision > state.position.revision
            }
        }
    }
}
