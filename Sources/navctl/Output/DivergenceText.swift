internal import NavigationSync

/// States that could not both be right, in words.
enum DivergenceText {
    /// What was found, and what was done about it.
    static func words(_ divergence: Divergence) -> String {
        let what =
            switch divergence.cause {
            case .differs: "the mirror differed from the daemon at revision"
            case .ahead: "the daemon has lost what this device had seen: the mirror had revision"
            }
        return "\(what) \(divergence.mirror.revision): a fresh snapshot was taken"
    }

    /// What to do.
    static func advice(_ divergence: Divergence) -> String {
        switch divergence.cause {
        case .differs: "please report it: see navctl doctor for the states that are kept"
        case .ahead:
            "if a snapshot of its machine was put back, start navsyncd once with --new-epoch"
        }
    }
}
