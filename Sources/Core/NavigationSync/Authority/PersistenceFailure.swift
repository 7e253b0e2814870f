extension DaemonCore {
    /// A failure of a store operation.
    package enum PersistenceFailure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another owner has taken over the store.
        case fenced(String)
        /// The write was not done; memory is rolled back to what is durable.
        case failed(String)
        /// The write was not done, since the disk is full; memory is rolled back to what is
        /// durable.
        case full(String)
        /// The write is indeterminate; memory is rolled back to what is durable.
        case indeterminate(String)
        /// The operation was not done: the data on disk is not what was written.
        case damaged(Damage)
        /// The store's files are missing: writes are lost.
        case filesMissing(String)

        /// The store's own text.
        package var description: String {
            switch self {
            case .fenced(let why), .failed(let why), .full(let why), .indeterminate(let why),
                .filesMissing(let why):
                why
            case .damaged(let damage): damage.description
            }
        }

        /// A Boolean value indicating whether the daemon has to stop after it.
        var isFinal: Bool {
            switch self {
            case .fenced, .filesMissing: true
            case .failed, .full, .indeterminate, .damaged: false
            }
        }
    }
}
