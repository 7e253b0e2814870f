import Foundation
import Testing

@testable import navsyncd

@Suite("The reference of all settings")
struct ReferenceTests {
    private static let path = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Config/navsyncd.yaml").path

    /// Set `NAVSYNC_RECORD_GOLDEN=1` to write it anew, and look at what changed.
    @Test("Config/navsyncd.yaml matches the settings' descriptions")
    func text() throws {
        let expected = ReferenceText().text
        if ProcessInfo.processInfo.environment["NAVSYNC_RECORD_GOLDEN"] != nil {
            try expected.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == expected)
    }

    @Test("It changes nothing as it is, and has every default that is the same everywhere")
    func defaults() throws {
        let sources = SettingsSources(
            flags: [:], environment: ["HOME": "/home/ann"], file: Self.path)
        let effective = try sources.load()
        #expect(effective.settings == Settings(in: StandardDirectories(["HOME": "/home/ann"])))
        let missing = Setting.all.filter { effective.sources[$0.name] == nil }
        #expect(missing.allSatisfy { $0.dependentDefault != nil }, "\(missing.map(\.name))")
    }

    @Test("With the examples turned on it is good too")
    func examples() throws {
        var text = ReferenceText().text
        for setting in Setting.all {
            guard let example = setting.dependentDefault?.example else { continue }
            let line = "\(setting.key): \(example)"
            try #require(text.contains("  # \(line)\n"))
            text = text.replacing("  # \(line)\n", with: "  \(line)\n")
        }
        let file = SettingsFile(Array(text.utf8), at: "navsyncd.yaml")
        #expect(file.diagnostics.isEmpty)
        #expect(Set(file.values.keys) == Set(Setting.all.map(\.name)))
    }

    @Test("Every setting has a name of its own in two parts, and a description")
    func rows() {
        #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
        #expect(Set(Setting.all.map(\.variable)).count == Setting.all.count)
        for setting in Setting.all {
            #expect(setting.name == "\(setting.section).\(setting.key)")
            #expect(setting.documentation.hasSuffix("."), "\(setting.name)")
            #expect(!setting.format.isEmpty, "\(setting.name)")
        }
        #expect(
            Setting.named("retention.historyAge")?.variable == "NAVSYNCD_RETENTION_HISTORY_AGE")
    }
}
