internal import NavigationModel
internal import NavigationProto
internal import NavigationStore
internal import NavigationText
internal import PostgreSQL

extension StoreError {
    /// Creates the error of a statement that the server refused, or of a failed read: nothing was
    /// written.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as WireError: self = .damaged(error.description)
        case let error as PostgresError:
            switch (error.kind, error.state) {
            case (.value, _): self = .damaged(error.description)
            case (_, "53100"?): self = .full("the disk of the database server is full")
            case (_, "XX001"?), (_, "XX002"?): self = .damaged(error.description)
            case (_, "25006"?):
                self = .unavailable("the database server accepts no writes: \(error.message)")
            default: self = .unavailable("\(error)")
            }
        default: self = .unavailable("\(error)")
        }
    }

    /// Creates the error of a failure to open.
    init(opening error: any Error) {
        self.init(error)
        switch self {
        case .unavailable(let why), .full(let why):
            let remedy = Self.remedies.first { why.failure.contains($0.words) }
            self = .unusable(
                AdvisedMessage("store.url: \(why.failure)", advice: why.advice ?? remedy?.advice))
        default: break
        }
    }

    /// The remedies for a server that can't be opened, by words of libpq or of the server: none for
    /// one that speaks another language than English.
    private static let remedies: [(words: String, advice: String)] = [
        (
            "password authentication failed",
            "check the credential navsync.store-password, or libpq's password file"
        ),
        ("no password supplied", "pass the credential navsync.store-password"),
        ("no pg_hba.conf entry", "allow the connection in the server's pg_hba.conf"),
        (
            "certificate verify failed",
            "check that the server's certificate is in force, and by an authority of sslrootcert"
        ),
        ("does not match host name", "use a name of the server's certificate"),
        ("does not exist", "create the role and the database on the server"),
        ("session is read-only", "name the server that accepts writes, too"),
        ("Connection refused", "check host and port, and that the server is running"),
        ("permission denied", "make the role the owner of the database, and of its schema navsync"),
    ]
}

extension PostgresError {
    /// A Boolean value indicating whether the server became a standby: another one accepts writes.
    var isReadOnly: Bool { state == "25006" }
    /// A Boolean value indicating whether a condition of ours did not hold; see
    /// ``PostgresStore/condition(_:)``.
    var isUnmetCondition: Bool { state == "22012" }
    /// A Boolean value indicating whether a row conflicts with another, or refers to none.
    var isConstraint: Bool { ["23503", "23505"].contains(state) }
}
