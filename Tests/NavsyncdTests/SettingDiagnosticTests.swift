import SeededRandom
import Testing

@testable import navsyncd

@Suite("Mistakes in a configuration")
struct SettingDiagnosticTests {
    /// Returns the messages about a file with this content.
    static func diagnostics(_ text: String) -> [String] { diagnostics(Array(text.utf8)) }

    static func diagnostics(_ bytes: [UInt8]) -> [String] {
        let file = SettingsFile(bytes, at: "d.yaml")
        var settings = Settings(in: StandardDirectories([:]))
        let inValues = Setting.all.flatMap { setting in
            file.values[setting.name].map { setting.assign($0, &settings) } ?? []
        }
        return (file.diagnostics + inValues).sorted { $0.source < $1.source }.map(\.description)
    }

    @Test(
        "A password in a connection string is refused, and not quoted",
        arguments: [
            "postgresql://ann:Hunter2@db/navsync", "postgres://ann:Hunter2@[::1]:5432,db2/x",
            "postgresql://db/navsync?password=Hunter2",
            "postgresql://db/x?sslmode=require&sslpassword=Hunter2",
            "postgresql://db/x?p%61ssword=Hunter2",
        ])
    func passwords(_ url: String) {
        let diagnostics = Self.diagnostics("store:\n  url: '\(url)'")
        #expect(
            diagnostics == [
                "d.yaml:2:8: store.url has a password: remove it, and pass the credential "
                    + "'navsync.store-password', or 'none'"
            ])
    }

    @Test(
        "A connection string names a PostgreSQL server",
        arguments: [
            ("mysql://db/x", "is no postgresql:// URL"), ("/var/lib/x", "is no postgresql:// URL"),
            ("postgresql://db/x y", "has spaces"),
            (
                "postgresql://db/\(String(repeating: "x", count: 1_000))",
                "is longer than 1000 bytes"
            ),
        ])
    func connectionStrings(_ url: String, _ problem: String) {
        let diagnostics = Self.diagnostics("store:\n  url: '\(url)'")
        #expect(diagnostics.count == 1 && diagnostics[0].contains(problem), "\(diagnostics)")
        for good in [
            "none", "postgresql://navsync@db1,db2:5433/x?sslmode=verify-full", "postgres://",
        ] {
            #expect(Self.diagnostics("store:\n  url: '\(good)'").isEmpty)
        }
    }

    @Test(
        "A database of several has a range of shards and a connection string",
        arguments: [
            ("postgresql://db/x", "does not begin with a range of shards"),
            ("0-4096=postgresql://db/x", "does not begin with a range of shards"),
            ("9-8=postgresql://db/x", "does not begin with a range of shards"),
            ("0-=postgresql://db/x", "does not begin with a range of shards"),
            ("0-9-10=postgresql://db/x", "does not begin with a range of shards"),
            ("0-9=mysql://db/x", "is no postgresql:// URL"),
            ("0-9=", "is no postgresql:// URL"),
            ("0-9=postgresql://ann:Hunter2@db/x", "has a password"),
        ])
    func databases(_ text: String, _ problem: String) {
        let diagnostics = Self.diagnostics("store:\n  databases: ['\(text)']")
        #expect(diagnostics.count == 1 && diagnostics[0].contains(problem), "\(diagnostics)")
        #expect(!diagnostics.joined().contains("Hunter2"))
    }

    @Test(
        "Each is reported with its line, its column and a remedy",
        arguments: [
            ("lisen: {}", "d.yaml:1:1: unknown key 'lisen': did you mean 'listen'?"),
            ("listen:\n  tpc: a:1", "d.yaml:2:3: unknown key 'tpc': did you mean 'ipc'?"),
            ("level: info", "d.yaml:1:1: unknown key 'level': write 'level:' under 'log:'"),
            ("log.level: info", "d.yaml:1:1: unknown key 'log.level': write 'level:' under 'log:'"),
            (
                "data:\n  colour: red",
                "d.yaml:2:3: unknown key 'colour': 'data' has directory, reserve"
            ),
            (
                "log:\n  level: info\n  level: debug",
                "d.yaml:3:3: duplicate key 'level', first with the value in line 2: keep one"
            ),
            (
                "log: info",
                "d.yaml:1:6: 'log' must be a mapping, not a text: write each of the keys level, "
                    + "destination as 'key: value' on its own line"
            ),
            (
                "log:\n  level: loud",
                "d.yaml:2:10: log.level 'loud' is unknown: use trace, debug, info, notice, "
                    + "warning, error, critical"
            ),
            (
                "log:\n  level: Info",
                "d.yaml:2:10: log.level 'Info' is unknown: did you mean 'info'?"
            ),
            (
                "log:\n  destination:",
                "d.yaml:2:15: log.destination has no value: write auto, journal or stderr, or "
                    + "remove the line for the default"
            ),
            (
                "data:\n  directory: state",
                "d.yaml:2:14: data.directory 'state' is not an absolute path: begin it with '/'"
            ),
            (
                "data:\n  directory: [/a]",
                "d.yaml:2:14: data.directory takes one value, not a list: write the absolute path "
                    + "of a directory"
            ),
            (
                "listen:\n  ipc: /\(String(repeating: "a", count: 94))",
                "d.yaml:2:8: listen.ipc '/\(String(repeating: "a", count: 39))…' has 95 bytes: "
                    + "choose a path of 94 at most, or 'none'"
            ),
            (
                "listen:\n  tcp: '::1:7311'",
                "d.yaml:2:8: listen.tcp '::1:7311' is not of the form host:port: write IPv6 in "
                    + "brackets, as in [::1]:7311, or 'none'"
            ),
            (
                "listen:\n  tcp: 127.0.0.1:65535",
                "d.yaml:2:8: listen.tcp '127.0.0.1:65535' is too high, as the next port is used "
                    + "too: use 65534 at most, or 'none'"
            ),
            (
                "listen:\n  advertise: [a:1, 0.0.0.0:2]",
                "d.yaml:2:20: listen.advertise '0.0.0.0:2' is a wildcard address, which clients "
                    + "can't connect to: write a name or a number"
            ),
            (
                "limits:\n  changeRate: 0",
                "d.yaml:2:15: limits.changeRate '0' is out of range: use 1 to 1000000"
            ),
            (
                "limits:\n  changeRate: -5",
                "d.yaml:2:15: limits.changeRate '-5' is not a number of changes a second: write "
                    + "digits, 1 to 1000000"
            ),
            (
                "limits:\n  memory: 64",
                "d.yaml:2:11: limits.memory '64' has no unit (GiB, MiB, KiB): write, for example, "
                    + "64MiB"
            ),
            (
                "retention:\n  horizon: 30",
                "d.yaml:2:12: retention.horizon '30' has no unit (d, h, m, s): write, for example, "
                    + "30d"
            ),
            (
                "retention:\n  horizon: 7776000",
                "d.yaml:2:12: retention.horizon '7776000' has no unit (d, h, m, s): write, for "
                    + "example, 90d"
            ),
            (
                "retention:\n  horizon: 99999999999999999999d",
                "d.yaml:2:12: retention.horizon '99999999999999999999d' is out of range: use 1h to "
                    + "3650d"
            ),
            (
                "retention:\n  horizon: 9223372036854775807d",
                "d.yaml:2:12: retention.horizon '9223372036854775807d' is out of range: use 1h to "
                    + "3650d"
            ),
            // In 64 bits it would be one GiB again.
            (
                "limits:\n  memory: 17179869185GiB",
                "d.yaml:2:11: limits.memory '17179869185GiB' is out of range: use 16MiB to 1024GiB"
            ),
            (
                "metrics:\n  listen: no",
                "d.yaml:2:11: metrics.listen 'no' has no port: write, for example, 127.0.0.1:9464, "
                    + "or 'off'"
            ),
        ])
    func diagnostic(text: String, expected: String) {
        #expect(Self.diagnostics(text) == [expected])
    }

    @Test("All are reported at once, in the order of the file")
    func together() {
        let text = """
            listen:
              tcp: nonsense
              advertise: [x, y]
            log:
              level: loud
            limits: {changeRate: many, burst: 1}
            """
        let places = Self.diagnostics(text).map { $0.split(separator: " ")[0] }
        #expect(
            places == [
                "d.yaml:2:8:", "d.yaml:3:15:", "d.yaml:3:18:", "d.yaml:5:10:", "d.yaml:6:22:",
                "d.yaml:6:28:",
            ])
    }

    @Test(
        "A file that is no YAML is one mistake", arguments: ["a: [", "a: b: c", "a: *b", "\u{1}"])
    func syntax(text: String) {
        let diagnostics = Self.diagnostics(text)
        #expect(diagnostics.count == 1)
        #expect(diagnostics.allSatisfy { $0.hasPrefix("d.yaml:") }, "\(diagnostics)")
    }

    @Test(
        "Nothing at all is no mistake", arguments: ["", "# a comment", "log:", "listen: {}\nlog:"])
    func nothing(text: String) {
        #expect(Self.diagnostics(text).isEmpty)
    }

    @Test("Each diagnostic of a damaged file has a position in it and a remedy")
    func damaged() {
        var generator = SeededGenerator(seed: 5)
        let reference = Array(ReferenceText().text.utf8)
        let pieces = "\" [ { : - \n \t &a *a ~ -1 1e999 é \0".split(separator: " ")
        for _ in 0..<300 {
            var bytes = reference
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = .random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
                case 2:
                    let piece = pieces.randomElement(using: &generator) ?? ""
                    bytes.insert(contentsOf: piece.utf8, at: place)
                default: bytes.insert(contentsOf: bytes.suffix(40), at: place)
                }
            }
            for diagnostic in Self.diagnostics(bytes) {
                #expect(
                    diagnostic.hasPrefix("d.yaml:") && diagnostic.contains(": "), "\(diagnostic)")
            }
        }
    }
}
