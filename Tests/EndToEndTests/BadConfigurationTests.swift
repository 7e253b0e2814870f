import Foundation
import Testing

@Suite("Configurations that a daemon can't run with", .inTurns)
struct BadConfigurationTests {
    @Test("A file that is missing, unreadable or malformed is named, with exit code 2")
    func files() async throws {
        try await Installation.run { place in
            let directory = place("directory.yaml")
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false)
            let files = [
                place("missing.yaml"), directory,
                try place.file("malformed.yaml", "listen: [ipc\n  tcp: }"),
                try place.file("list.yaml", "- listen\n- data\n"),
            ]
            for path in files {
                let daemon = try await place.daemonThatEnds("--config", path)
                #expect(daemon.ending == .exit(2), "\(path): \(daemon)")
                #expect(daemon.errors.text.contains(path), "\(path): \(daemon)")
            }
            #expect(!FileManager.default.fileExists(atPath: place.database))
        }
    }

    @Test("The file in its usual place is read, and its mistakes too")
    func usualPlace() async throws {
        try await Installation.run { place in
            try FileManager.default.createDirectory(
                atPath: place("config/navsync"), withIntermediateDirectories: true)
            let path = try place.file("config/navsync/navsyncd.yaml", "log:\n  level: loud\n")
            let daemon = try await place.daemonThatEnds()
            #expect(daemon.ending == .exit(2), "\(daemon)")
            #expect(daemon.errors.text.contains("loud"), "\(daemon)")
            #expect(daemon.errors.text.contains(path), "\(daemon)")
        }
    }

    @Test("A bad value is named, with the setting, wherever it comes from")
    func values() async throws {
        let values: [(setting: String, variable: String, value: String)] = [
            ("log.level", "NAVSYNCD_LOG_LEVEL", "loud"),
            ("listen.tcp", "NAVSYNCD_LISTEN_TCP", "nonsense"),
            ("listen.tcp", "NAVSYNCD_LISTEN_TCP", "127.0.0.1:0"),
            ("listen.tcp", "NAVSYNCD_LISTEN_TCP", "127.0.0.1:99999"),
            ("listen.ipc", "NAVSYNCD_LISTEN_IPC", "relative/path"),
            ("data.directory", "NAVSYNCD_DATA_DIRECTORY", "relative/path"),
        ]
        try await Installation.run { place in
            for (setting, variable, value) in values {
                let byEnvironment = try await place.daemonThatEnds(variables: [variable: value])
                let keys = setting.split(separator: ".")
                let file = try place.file("bad.yaml", "\(keys[0]):\n  \(keys[1]): '\(value)'\n")
                let byFile = try await place.daemonThatEnds("--config", file)
                for daemon in [byEnvironment, byFile] {
                    #expect(daemon.ending == .exit(2), "\(setting) \(value): \(daemon)")
                    #expect(daemon.errors.text.contains(setting), "\(daemon)")
                    #expect(daemon.errors.text.contains(value), "\(daemon)")
                }
                #expect(byFile.errors.text.contains(file), "\(byFile)")
            }
            let nothing = try await place.daemonThatEnds("--ipc", "none")
            #expect(nothing.ending == .exit(2), "\(nothing)")
        }
    }

    @Test("Prints its help and its version")
    func help() async throws {
        try await Installation.run { place in
            for word in ["--help", "-h"] {
                let daemon = try await place.start("navsyncd", [word]).end()
                #expect(daemon.ending == .exit(0), "\(daemon)")
                #expect(daemon.output.text.contains("USAGE: navsyncd"), "\(daemon)")
                #expect(daemon.output.text.contains("--check-config"), "\(daemon)")
            }
            let version = try await place.start("navsyncd", ["--version"]).end()
            #expect(version.output.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil, "\(version)")
        }
    }

    @Test("Wrong usage is exit code 2")
    func usage() async throws {
        try await Installation.run { place in
            for words in [["--nonsense"], ["extra"], ["--tcp"]] {
                let daemon = try await place.start("navsyncd", words).end()
                #expect(daemon.ending == .exit(2), "\(words): \(daemon)")
                #expect(daemon.errors.text.contains("navsyncd --help"), "\(words): \(daemon)")
            }
        }
    }
}
