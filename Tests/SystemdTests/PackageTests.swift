import Foundation
import RunningProcesses
import Testing

@Suite("The packages, as an administrator has to do with them", .packages, .serialized)
struct PackageTests {
    @Test("Installed, the service runs; removed, it is stopped; purged, only user data is left")
    func life() async throws {
        try await Guest.withPackages { guest in
            let before = try await guest.files()
            try await guest.install(Guest.packagedVersions[0])
            try await guest.shell("useradd --create-home --groups navsync ann")
            try await guest.admitAnn()
            #expect(try await guest.property("ActiveState") == "active")
            #expect(try await guest("systemctl", "is-enabled", "navsyncd.socket") == "enabled")
            #expect(try await guest("systemctl", "is-enabled", "navsyncd.service") == "enabled")
            let network = try await guest.run(["systemctl", "is-enabled", "navsyncd-tcp.socket"])
            #expect(network.output.text == "disabled\n")
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            let state = try await guest("stat", "--format", "%a %U", "/var/lib/navsync")
            #expect(state == "700 navsync")

            try await guest("dpkg", "--remove", "navsyncd", "navctl")
            #expect(try await guest.property("ActiveState") == "inactive")
            #expect(try await guest.run(["test", "-e", "/run/navsync"]).ending == .exit(1))
            // What people have is kept, and so is the configuration.
            try await guest("test", "-s", "/var/lib/navsync/navsync.sqlite")
            try await guest("test", "-s", "/etc/navsync/navsyncd.yaml")

            let purge = try await guest.run(
                ["sh", "-c", "userdel --remove ann; dpkg --purge navsyncd navctl"])
            #expect(purge.ending == .exit(0), "\(purge)")
            // It says what is left, and how to do away with it; whose it is has no other's number.
            #expect(purge.errors.text.contains("rm -r /var/lib/navsync"), "\(purge)")
            try await guest("test", "-s", "/var/lib/navsync/navsync.sqlite")
            let owner = try await guest("stat", "--format", "%U:%G", "/var/lib/navsync")
            #expect(owner == "navsync:navsync")
            let left = try await guest.files().subtracting(before)
            let own = left.filter { file in !Self.others.contains { file.hasPrefix($0) } }
            #expect(own.isEmpty, "\(own.sorted())")
        }
    }

    /// The files that change where packages, services and people come and go: lists, their locks
    /// and copies.
    private static let others = [
        "/var/lib/dpkg/", "/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow", "/etc/subuid",
        "/etc/subgid", "/etc/.pwd.lock", "/run/systemd/", "/var/lib/navsync",
    ]

    @Test("An upgrade refuses no client: a watch sees a pause, and no change is lost")
    func upgrade() async throws {
        try await Guest.withPackages { guest in
            let versions = Guest.packagedVersions
            try await guest.install(versions[0])
            try await guest.shell("useradd --create-home --groups navsync ann")
            try await guest.admitAnn()
            try await guest(as: "ann", "navctl", "tab", "declare", "inbox", "--title", "Inbox")
            let watch = try guest.start(
                ["navctl", "--device", "/home/ann/watch", "--output", "json", "watch"], as: "ann")
            try await watch.wait(for: "a feed that is live") { transcript in
                transcript.output.text.contains(#""status":"live""#) ? true : nil
            }
            let writer = try guest.start(
                [
                    "bash", "-c",
                    """
                    for ((change = 1; ; change++)); do
                        navctl --timeout 60s push "app://$change" --tab inbox || exit 1
                        [ ! -e /tmp/enough ] || exit 0
                    done
                    """,
                ], as: "ann")
            try await writer.wait(for: "changes") { $0.output.lines.count >= 5 ? true : nil }
            let sockets = "ActiveEnterTimestampMonotonic"
            let listening = try await guest.property(sockets, of: "navsyncd.socket")
            let before = try await guest.mainProcess()
            try await guest.install(versions[1])
            #expect(try await guest.mainProcess() != before, "the new daemon runs")
            #expect(try await guest.property(sockets, of: "navsyncd.socket") == listening)
            let sofar = writer.transcript.output.lines.count
            try await writer.wait(for: "changes by the new one") { transcript in
                transcript.output.lines.count > sofar + 5 ? true : nil
            }
            try await guest("touch", "/tmp/enough")

            let written = try await writer.end()
            #expect(written.ending == .exit(0) && written.errors.text == "", "\(written)")
            let last = Int64(written.output.lines.count + 1)
            let seen = try await watch.wait(for: "the last change") { transcript in
                let revisions = transcript.output.lines.compactMap { line in
                    (try? JSON(line))?["revision"]?.integer
                }
                return revisions.contains(last) ? revisions : nil
            }
            #expect(watch.transcript.ending == nil)
            #expect(Set(seen).isSuperset(of: Set(2...last)), "every revision was told: \(seen)")
        }
    }

    @Test("A configuration that was changed is kept through an upgrade")
    func conffile() async throws {
        try await Guest.withPackages { guest in
            try await guest.install(Guest.packagedVersions[0])
            let file = "/etc/navsync/navsyncd.yaml"
            try await guest.shell("echo '# mine' >> \(file)")
            try await guest.install(Guest.packagedVersions[1])
            #expect(try await guest("tail", "-n", "1", file) == "# mine")
            let conffiles = try await guest(
                "dpkg-query", "--show", "--showformat", "${Conffiles}", "navsyncd")
            #expect(conffiles.contains(file))
        }
    }

    @Test("Manual pages, completions and the licence are where people look for them")
    func documentation() async throws {
        try await Guest.withPackages { guest in
            try await guest.install(Guest.packagedVersions[0])
            let shared = try await guest("dpkg", "--listfiles", "navsyncd", "navctl") + "\n"
            for path in [
                "man/man8/navsyncd.8.gz", "man/man1/navctl.1.gz", "man/man1/navctl-tab-badge.1.gz",
                "bash-completion/completions/navctl", "zsh/vendor-completions/_navctl",
                "fish/vendor_completions.d/navctl.fish", "doc/navsyncd/copyright",
                "doc/navsyncd/Operating.md.gz", "doc/navsyncd/Metrics.md.gz",
                "doc/navsyncd/navsyncd.cdx.json", "doc/navctl/navctl.cdx.json",
                "navsync/schema/navctl.json", "navsync/schema/error.json",
            ] {
                #expect(shared.contains("/usr/share/\(path)\n"), "\(path)")
            }
            try await guest("bash", "-n", "/usr/share/bash-completion/completions/navctl")
            // What a search by subject finds, and that each page can be set without a complaint.
            let pages = shared.split(separator: "\n").filter {
                $0.hasSuffix(".1.gz") || $0.hasSuffix(".8.gz")
            }
            let complaints = try await guest.run(
                [
                    "bash", "-c",
                    #"for page; do zcat "$page" | groff -mandoc -ww -Tutf8 >/dev/null; done"#, "-",
                ]
                    + pages.map(String.init))
            #expect(complaints.errors.text == "")
        }
    }
}
