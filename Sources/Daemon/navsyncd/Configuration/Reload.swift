/// The result of a reload of the configuration.
enum Reload: Sendable {
    /// The file is valid: every setting that can change while the daemon runs is applied.
    case done(applied: [String], needingRestart: [String])
    /// The file is invalid: everything stays as it was.
    case refused(SettingsError)
}
