import Foundation
import RunningProcesses
import Testing

@Suite("Devices in browsers under systemd", .packages, .serialized)
struct WebUnitTests {
    /// A browser of the guest: gets the page, joins by an address, and follows until it is live.
    private static let browser = """
        import http.client, json, sys
        origin, token = sys.argv[1].split("/#")
        def ask(method, path, body=None, **headers):
            connection = http.client.HTTPConnection(origin.split("//")[1], timeout=60)
            connection.request(method, path, body, headers)
            return connection.getresponse()
        page = ask("GET", "/")
        joined = ask("POST", "/join", json.dumps({"token": token, "name": "screen"}), Origin=origin)
        cookie = joined.getheader("Set-Cookie").split(";")[0]
        stream = ask("GET", "/stream?width=400&height=800&page=1", Cookie=cookie)
        for line in stream:
            if b'"state":"live"' in line:
                print(json.dumps({"page": page.status, "joined": joined.status, "live": stream.status}))
                break
        """

    /// Installs all packages of the newest version.
    private static func run(_ body: (Guest) async throws -> Void) async throws {
        try await Guest.withPackages { guest in
            let version = try #require(Guest.packagedVersions.last)
            try await guest.install(version)
            try await guest.installWeb(version)
            try await body(guest)
        }
    }

    /// Invites a browser by a command, once the server runs, and lets it join.
    private static func join(_ guest: Guest, _ navctl: [String], as user: String) async throws {
        let words = navctl + ["--output", "json", "device", "invite", "--web", "--name", "screen"]
        // The unit is started when its program is, which then listens and says where.
        let line = #"until out=$("$@"); do read -rt 0.1 <> <(:) || true; done; echo "$out""#
        let invited = try await guest.run(
            ["timeout", "60", "bash", "-c", line, "-"] + words, as: user)
        guard invited.ending == .exit(0), let url = try JSON(invited.output.text)["url"]?.string
        else { throw NeverCame("an invitation: \(invited)") }
        #expect(url.hasPrefix("http://127.0.0.1:7878/#"))
        let facts = try JSON(try await guest("timeout", "60", "python3", "-c", browser, url))
        #expect(facts["page"]?.integer == 200 && facts["joined"]?.integer == 200, "\(facts)")
        #expect(facts["live"]?.integer == 200, "\(facts)")
    }

    /// Returns the fields of a process' status.
    private static func status(_ guest: Guest, _ process: String) async throws -> [String: String] {
        let lines = try await guest("cat", "/proc/\(process)/status").split(separator: "\n")
        let pairs = lines.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test("The machine's unit serves browsers of this machine, in a sandbox that holds")
    func system() async throws {
        try await Self.run { guest in
            let unit = "navsync-web.service"
            let enabled = try await guest.run(["systemctl", "is-enabled", unit])
            #expect(enabled.output.text == "disabled\n")
            #expect(try await guest.property("ActiveState", of: unit) == "inactive")
            try await guest(
                "navctl", "--timeout", "60s", "user", "add", "screen", "--uid",
                guest("id", "-u", "navsync-web"))
            try await guest("systemctl", "start", unit)
            try await Self.join(
                guest, ["navctl", "--device", "/var/lib/navsync-web"], as: "navsync-web")

            let process = try await guest.property("MainPID", of: unit)
            let status = try await Self.status(guest, process)
            #expect(status["NoNewPrivs"] == "1" && status["Seccomp"] == "2", "\(status)")
            for set in ["CapEff", "CapPrm", "CapBnd", "CapAmb"] {
                #expect(status[set] == "0000000000000000", "\(set)")
            }
            let uid = try await guest("id", "-u", "navsync-web")
            #expect(status["Uid"]?.hasPrefix(uid) == true)
            // Its own directory is the only one that it may write, and homes are not there.
            for (path, isWritable) in [
                ("/usr/x", false), ("/etc/x", false), ("/var/lib/navsync-web/x", true),
            ] {
                let touched = try await guest.run(["touch", "/proc/\(process)/root\(path)"])
                #expect((touched.ending == .exit(0)) == isWritable, "\(path): \(touched)")
            }
            try await guest.shell("useradd --create-home ann")
            #expect(try await guest("ls", "/proc/\(process)/root/home") == "")
            // Nor may it run any program but its own.
            let program = try await guest.run(["nsenter", "--mount", "--target", process, "true"])
            #expect(program.ending == .exit(126), "\(program)")
            // Other machines reach nothing, and the journal has no address that joins.
            try await guest.joinNetwork()
            let other = try await guest.run([
                "timeout", "2", "bash", "-c", "exec 3<>/dev/tcp/\(Guest.address)/7878",
            ])
            #expect(other.ending != .exit(0))
            let journal = try await guest("journalctl", "--unit", unit, "--output", "cat")
            #expect(!journal.contains("/#"), "\(journal)")
            try await guest("systemctl", "stop", unit)
            #expect(try await guest.property("Result", of: unit) == "success")
        }
    }

    @Test("A user's own unit serves the user's browsers beside the user's own daemon")
    func own() async throws {
        try await Self.run { guest in
            try await guest.shell("useradd --create-home bob")
            let uid = try await guest("id", "--user", "bob")
            try await guest("systemctl", "start", "user@\(uid).service")
            let environment = ["env", "XDG_RUNTIME_DIR=/run/user/\(uid)"]
            for words in [
                ["systemctl", "--user", "start", "navsyncd.socket"],
                ["systemctl", "--user", "start", "navsync-web.service"],
            ] {
                let started = try await guest.run(environment + words, as: "bob")
                #expect(started.ending == .exit(0), "\(started)")
            }
            try await Self.join(guest, environment + ["navctl"], as: "bob")
            let show = ["systemctl", "--user", "show", "--property", "MainPID", "--value"]
            let main = try await guest.run(environment + show + ["navsync-web.service"], as: "bob")
            let process = main.output.text.trimmingCharacters(in: .whitespacesAndNewlines)
            let status = try await Self.status(guest, process)
            #expect(status["NoNewPrivs"] == "1" && status["Seccomp"] == "2", "\(status)")
            #expect(status["Uid"]?.hasPrefix(uid) == true)
        }
    }
}
