internal import CommandLine
internal import Glibc
internal import NavigationText
internal import POSIX

/// A file that only setup writes: removing it undoes its part.
struct SetupFile: Hashable, Sendable {
    let path: String
    let content: String

    /// A Boolean value indicating whether the file is there as it has to be.
    var isThere: Bool {
        let bytes = try? DurableFiles.read(path, atMost: content.utf8.count + 1)
        return bytes == Array(content.utf8)
    }

    /// The time of its last change; `nil` if it is not as it has to be.
    var modified: Duration? {
        isThere ? (try? FileStatus(of: path))?.modified : nil
    }

    /// Writes the file, and creates its directory: readable by all, as configuration is.
    func write() throws(CommandError) {
        let directory = DurableFiles.directory(of: path)
        do throws(FileError) {
            try DurableFiles.createDirectory(DurableFiles.directory(of: directory))
        } catch {
            throw CommandError(error)
        }
        guard unsafe mkdir(directory, 0o755) == 0 || errno == EEXIST else {
            throw .system("create '\(directory)'")
        }
        try TextFile.write(content, to: path)
    }
}

extension SetupFile {
    /// The first line of a file in the format of units.
    private static let origin = "# Written by 'navctl setup', which rewrites it as a whole."

    /// The address of a user's own daemon. A variable goes over the file of settings, which is the
    /// user's and is left as it is.
    static func ownAddress(_ address: ListenAddress, in configuration: String) -> SetupFile {
        SetupFile(
            path: "\(configuration)/systemd/user/navsyncd.service.d/navctl-setup.conf",
            content: """
                \(origin)
                [Service]
                Environment="NAVSYNCD_LISTEN_TCP=\(address)"

                """)
    }

    /// The address of the system's daemon, whose sockets systemd opens.
    static func systemAddress(_ address: ListenAddress) -> SetupFile {
        SetupFile(
            path: "/etc/systemd/system/navsyncd-tcp.socket.d/navctl-setup.conf",
            content: """
                \(origin)
                [Socket]
                ListenStream=
                ListenStream=\(address.listenStream(address.port))
                ListenStream=\(address.listenStream(address.feedPort))

                """)
    }

    /// The name of the service that announces a user's own daemon.
    static let announcementUnit = "navsync-mdns.service"

    /// The service that announces a user's own daemon while it runs: avahi takes files from the
    /// administrator only.
    static func ownAnnouncement(
        _ address: ListenAddress, by program: String, in configuration: String
    ) -> SetupFile {
        SetupFile(
            path: "\(configuration)/systemd/user/\(announcementUnit)",
            content: """
                \(origin)
                [Unit]
                Description=Announcement of this user's navsync daemon by mDNS
                BindsTo=navsyncd.service
                After=navsyncd.service

                [Service]
                ExecStart=\(program) --service "navsync of %u on %H" _navsync._tcp \(address.port)
                Restart=on-failure
                RestartSec=30s

                [Install]
                WantedBy=navsyncd.service

                """)
    }

    /// The directory of the services that avahi announces.
    static let avahiDirectory = "/etc/avahi/services"

    /// The announcement of the system's daemon; avahi notices the file by itself.
    static func systemAnnouncement(_ address: ListenAddress) -> SetupFile {
        SetupFile(
            path: "\(avahiDirectory)/navsync.service",
            content: """
                <?xml version="1.0" standalone="no"?>
                <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
                <!-- Written by 'navctl setup', which rewrites it as a whole. -->
                <service-group>
                  <name replace-wildcards="yes">navsync on %h</name>
                  <service>
                    <type>_navsync._tcp</type>
                    <port>\(address.port)</port>
                  </service>
                </service-group>

                """)
    }
}
