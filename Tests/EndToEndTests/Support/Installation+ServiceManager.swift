import Foundation

extension Installation {
    /// Programs in the place of systemd's and avahi's: they record their calls, and remember the
    /// states of units. Returns the variables with which they are found. `broken` is a program that fails.
    func fakeServiceManager(broken: String? = nil) async throws -> [String: String] {
        let fakes = self("fakes")
        try FileManager.default.createDirectory(
            atPath: fakes, withIntermediateDirectories: true)
        let scripts = [
            "systemctl": """
            for unit; do :; done
            case "$*" in
                *show*avahi-daemon*) echo LoadState=loaded; echo ActiveState=active ;;
                *show*)
                    echo LoadState=loaded
                    [ ! -e '\(fakes)/enabled-'$unit ] || echo UnitFileState=enabled
                    [ ! -e '\(fakes)/active-'$unit ] || echo ActiveState=active
                    echo ActiveEnterTimestamp=@$(stat -c %Y '\(fakes)/active-'$unit) ;;
                *enable*--now*) touch '\(fakes)/enabled-'$unit '\(fakes)/active-'$unit ;;
                *enable*) touch '\(fakes)/enabled-'$unit ;;
                *restart*) touch '\(fakes)/active-'$unit ;;
            esac
            """,
            "loginctl": """
            case "$*" in
                *show-user*) [ ! -e '\(fakes)/linger' ] || echo Linger=yes ;;
                *enable-linger*) touch '\(fakes)/linger' ;;
            esac
            """,
            "avahi-publish": "",
        ]
        for (name, script) in scripts {
            let ending = name == broken ? "echo 'Access denied' >&2; exit 1" : script
            try await program(
                "fakes/\(name)", "echo \"\(name) $*\" >> '\(fakes)/calls'\n\(ending)\nexit 0")
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ["PATH": "\(fakes):\(path)"]
    }

    /// Writes a program for the shell. Another process writes the file itself: from this one, a process
    /// that starts meanwhile would hold it open, and it could not be run.
    func program(_ name: String, _ script: String) async throws {
        let source = try file("\(name).sh", "#!/bin/sh\n\(script)\n")
        let install = try start("/usr/bin/install", ["-m", "755", source, self(name)])
        guard try await install.end().ending == .exit(0) else { throw NeverCame(name) }
    }
}
