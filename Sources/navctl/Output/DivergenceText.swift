internal import NavigationSync

/// States of which one went, in words.
enum DivergenceText {
    /// What was found, and what was done about it.
    static func words(_ divergence: Divergence) -> String {
        let had = divergence.mirror.revision
        return switch divergence.cause {
        case .differs:
            "the mirror differed from the daemon at revision \(had): a fresh snapshot was taken"
        case .ahead:
            "the daemon has lost what this device had seen: the mirror had revision \(had): a fresh "
                + "snapshot was taken"
        case .replaced:
            "the daemon has begun another history, with less than this device had seen: the mirror had "
                + "revision \(had), the daemon has \(divergence.daemon.revision)"
        }
    }

    /// What to do.
    static func advice(_ divergence: Divergence) -> String {
        switch divergence.cause {
        case .differs: "please report it: see navctl doctor for the states that are kept"
        case .ahead:
            "both states are kept: see navctl doctor; if a snapshot of its machine was put back, start "
                + "navsyncd once with --new-epoch"
        case .replaced:
            "a backup was restored, or a loss accepted: both states are kept, see navctl doctor"
        }
    }
}
