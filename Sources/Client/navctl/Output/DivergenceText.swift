internal import NavigationSync

/// Divergences of mirrors, in words.
enum DivergenceText {
    /// Returns the cause of a divergence, and the repair.
    static func words(_ divergence: Divergence) -> String {
        let had = divergence.mirror.revision
        return switch divergence.cause {
        case .differs:
            "the mirror differed from the daemon at revision \(had): a fresh snapshot was taken"
        case .ahead:
            "the daemon has lost what this device had seen: the mirror had revision \(had): a fresh "
                + "snapshot was taken"
        case .replaced:
            "the daemon has begun another history, without all that this device had seen up to "
                + "revision \(had)"
        }
    }

    /// Returns the remedy.
    static func advice(_ divergence: Divergence) -> String {
        switch divergence.cause {
        case .differs: "please report it: see navctl doctor for the states that are kept"
        case .ahead:
            "this device keeps what it had, and 'navctl heal' brings it back; if a snapshot of the "
                + "daemon's machine was put back, start navsyncd once with --new-epoch"
        case .replaced:
            "this device keeps what it had, and 'navctl heal' brings it back"
        }
    }
}
