@testable import navsyncd

/// The reference of all settings as a file, made of the same rows that the daemon reads by.
struct ReferenceText {
    private(set) var text = ReferenceText.head
    private static let width = 100

    init() {
        // Values that depend on the machine stand as comments.
        let defaults = Settings(in: StandardDirectories([:]))
        var section = ""
        for setting in Setting.all {
            if setting.section != section {
                section = setting.section
                text += "\n\(section):\n"
            } else {
                text += "\n"
            }
            add(setting.documentation)
            let standard = setting.dependentDefault?.rule ?? setting.show(defaults)
            add("Write \(setting.format).")
            let change = setting.isLive ? "A reload changes it." : "A change needs a restart."
            add("Default: \(standard). \(change)")
            if let dependent = setting.dependentDefault {
                text += "  # \(setting.key): \(dependent.example)\n"
            } else {
                text += "  \(setting.key): \(setting.show(defaults))\n"
            }
        }
    }

    /// Adds a comment, broken into lines.
    private mutating func add(_ sentences: String) {
        var line = "  #"
        for word in sentences.split(separator: " ") {
            if line.count + 1 + word.count > Self.width {
                text += line + "\n"
                line = "  #"
            }
            line += " \(word)"
        }
        text += line + "\n"
    }

    private static let head = """
        # The configuration of navsyncd, with what holds without it: a reference, to be changed.
        #
        # Given with --config, else read from navsyncd.yaml in $CONFIGURATION_DIRECTORY, which systemd
        # gives to services, or in $XDG_CONFIG_HOME/navsync. The environment goes over this file
        # (NAVSYNCD_LISTEN_TCP for listen: tcp:, NAVSYNCD_RETENTION_HISTORY_AGE for retention:
        # historyAge:), and flags go over the environment.
        #
        #   navsyncd --check-config    names every mistake, with line and column
        #   navsyncd --print-config    shows what is in effect, and where each value is from
        #
        # On SIGHUP the daemon reads it again. A file with a mistake changes nothing.

        """
}
