/// What a reload of the configuration came to.
enum Reload: Sendable {
    /// The file is good: what could change has.
    case done(applied: [String], needingRestart: [String])
    /// The file is not: everything stays as it was.
    case refused(SettingsError)
}
