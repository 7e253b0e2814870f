import Foundation
import Logging
import NavigationServer
import NavigationSync
import Testing

@testable import navsyncd

@Suite("Sources of settings")
struct SettingsSourcesTests {
    private static let home = ["HOME": "/home/ann"]

    /// Loads a file with this content under an environment and flags.
    private func load(
        _ text: String, _ environment: [String: String] = [:], _ flags: [String: String] = [:]
    ) throws -> EffectiveSettings {
        let path = NSTemporaryDirectory() + "settings-\(UInt64.random(in: 0 ... .max)).yaml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try SettingsSources(
            flags: flags, environment: Self.home.merging(environment) { $1 }, file: path
        ).load()
    }

    @Test(
        "The databases of a fleet have each shard once, and the node's own is one of them",
        arguments: [
            ("a", "0-2047=a;2048-4095=b", nil), ("b", "2048-4095=b;0-2047=a", nil),
            ("a", "0-4095=a", nil), ("c", "0-2047=a;2048-4095=b", "does not have store.url"),
            ("none", "0-4095=a", "does not have store.url"),
            ("a", "0-2047=a", "no database has the shards 2048-4095"),
            ("a", "1-2047=a;2048-4095=b", "no database has the shards 0-0"),
            ("a", "0-2046=a;2048-4095=b", "no database has the shards 2047-2047"),
            ("a", "0-2048=a;2048-4095=b", "several databases have the shards 2048-2048"),
            ("a", "0-2047=a;2048-4095=a", "twice"),
        ] as [(String, String, String?)])
    func databases(_ own: String, _ list: String, _ problem: String?) throws {
        func url(_ name: String) -> String {
            name == "none" ? name : "postgresql://\(name),\(name)2/x"
        }
        let items = list.split(separator: ";").map { item in
            let parts = item.split(separator: "=")
            return "\(parts[0])=\(url(String(parts[1])))"
        }
        let file =
            "store:\n  url: \(url(own))\n  databases: ["
            + items.map { "'\($0)'" }.joined(separator: ", ") + "]"
        let variables = [
            "NAVSYNCD_STORE_URL": url(own),
            "NAVSYNCD_STORE_DATABASES": items.joined(separator: ";"),
        ]
        for load in [{ try self.load(file) }, { try self.load("", variables) }] {
            guard let problem else {
                let yaml = try load().yaml
                #expect(items.allSatisfy(yaml.contains), "\(yaml)")
                continue
            }
            let error = #expect(throws: SettingsError.self) { _ = try load() }
            #expect(error?.description.contains(problem) == true, "\(error as Any)")
        }
    }

    @Test("Flags go over variables, variables over the file, the file over the default")
    func precedence() throws {
        let file = "log: {level: debug, destination: stderr}\nlisten: {tcp: '127.0.0.1:1'}\n"
        let effective = try load(
            file, ["NAVSYNCD_LOG_LEVEL": "error", "NAVSYNCD_LISTEN_TCP": "127.0.0.1:2"],
            ["listen.tcp": "127.0.0.1:3"])
        #expect(effective.settings.listen.tcp == TCPAddress(host: "127.0.0.1", port: 3))
        #expect(effective.sources["listen.tcp"] == .flag("--tcp"))
        #expect(effective.settings.monitoring.logLevel == .error)
        #expect(effective.sources["log.level"] == .variable("NAVSYNCD_LOG_LEVEL"))
        #expect(effective.settings.monitoring.logDestination == .stderr)
        #expect(effective.sources["log.destination"]?.description.hasSuffix(".yaml:1:34") == true)
        #expect(effective.sources["metrics.listen"] == nil)
        #expect(effective.settings.monitoring.metrics == TCPAddress(host: "127.0.0.1", port: 9464))
    }

    @Test("Diagnostics of all sources are reported at once")
    func diagnostics() throws {
        do {
            _ = try load(
                "log: {level: loud}", ["NAVSYNCD_LISTEN_TCP": "x"], ["data.directory": "y"])
            Issue.record("nothing was thrown")
        } catch let error as SettingsError {
            #expect(error.diagnostics.count == 3)
            #expect(error.diagnostics[1].source == .variable("NAVSYNCD_LISTEN_TCP"))
            #expect(error.diagnostics[2].source == .flag("--data-directory"))
        }
    }

    @Test("The printed settings are an equal configuration")
    func printed() throws {
        let first = try load(
            """
            listen: {ipc: "/a b/#c", tcp: none, advertise: [nav.example:7311, "[2001:db8::1]:7311"]}
            retention: {horizon: 36h, historyAge: 90s, historyLength: 1025KiB}
            metrics: {listen: off}
            keys: {server: /etc/navsync/server.key}
            """.replacing("90s", with: "5400s"))
        #expect(first.settings.retention.historyAge == .seconds(5_400))
        #expect(first.settings.retention.historyLength == 1_025 << 10)
        #expect(first.settings.monitoring.metrics == nil)
        let second = try load(first.yaml)
        #expect(second.settings == first.settings)
        #expect(first.yaml.contains("  historyAge: 90m "))
        #expect(first.yaml.contains("# default"))
        #expect(Set(second.sources.keys) == Set(Setting.all.map(\.name)))
    }

    @Test("A list is one of items in the file, and one with commas in a variable")
    func lists() throws {
        let variable = try load("", ["NAVSYNCD_LISTEN_ADVERTISE": "a.example:1, [::1]:2"])
        let file = try load("listen:\n  advertise:\n    - a.example:1\n    - '[::1]:2'\n")
        #expect(
            variable.settings.listen.advertise?.map(\.description) == ["a.example:1", "[::1]:2"])
        #expect(file.settings == variable.settings)
        #expect(try load("listen: {advertise: auto}").settings.listen.advertise == nil)
    }

    @Test("An empty variable is ignored, and an unknown one is a warning")
    func variables() throws {
        #expect(try load("", ["NAVSYNCD_LISTEN_TCP": ""]).settings.listen.tcp == nil)
        let sources = SettingsSources(
            flags: [:],
            environment: ["NAVSYNCD_LISTEN_TPC": "x", "NAVSYNCD_SERVICE_HOST": "10.0.0.1"],
            file: nil)
        #expect(sources.unknownVariables.map(\.name) == ["NAVSYNCD_LISTEN_TPC"])
    }

    @Test("Directories from systemd take precedence over the user's")
    func directories() {
        let user = StandardDirectories(["HOME": "/h", "XDG_RUNTIME_DIR": "/run/user/1"])
        #expect(user.data == "/h/.local/state/navsync")
        #expect(user.sockets == "/run/user/1/navsync")
        #expect(user.configuration == "/h/.config/navsync/navsyncd.yaml")
        let service = StandardDirectories([
            "STATE_DIRECTORY": "/var/lib/navsync:/var/lib/other", "HOME": "relative",
            "RUNTIME_DIRECTORY": "/run/navsync", "CONFIGURATION_DIRECTORY": "/etc/navsync",
        ])
        #expect(service.data == "/var/lib/navsync")
        #expect(service.sockets == "/run/navsync")
        #expect(service.configuration == "/etc/navsync/navsyncd.yaml")
    }

    @Test("A reload takes over what can change, and names what can't")
    func reload() throws {
        var before = try load("log: {level: info}\nlimits: {changeRate: 5}")
        let after = try load("log: {level: debug}\nlisten: {tcp: '127.0.0.1:7311'}")
        let changes = before.changes(to: after)
        #expect(
            changes.map(\.name) == ["listen.tcp", "log.level", "limits.changeRate"])
        before.apply(after)
        #expect(before.settings.monitoring.logLevel == .debug)
        #expect(before.settings.quotas == Quotas())
        #expect(before.settings.listen.tcp == nil)
        #expect(before.changes(to: after).map(\.name) == ["listen.tcp"])
    }
}
