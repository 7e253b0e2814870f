import Foundation
import Testing

@Suite("The configuration as a command shows and checks it", .inTurns)
struct ConfigurationTests {
    @Test(
        "The printed configuration names each value's source, starts nothing, and can be given back"
    )
    func prints() async throws {
        try await Installation.run { place in
            let file = try place.file("d.yaml", "log:\n  level: error\n")
            let printed = try await place.start(
                "navsyncd", ["--config", file, "--tcp", "127.0.0.1:7311", "--print-config"],
                variables: ["NAVSYNCD_LIMITS_CHANGE_RATE": "7"]
            ).end()
            #expect(printed.ending == .exit(0), "\(printed)")
            let text = printed.output.text
            for (value, origin) in [
                ("level: error", "\(file):2:10"), ("tcp: 127.0.0.1:7311", "--tcp"),
                ("changeRate: 7", "$NAVSYNCD_LIMITS_CHANGE_RATE"),
                ("changeBurst: 50000", "default"),
            ] {
                let line = text.split(separator: "\n").first { $0.contains(value) }
                #expect(line?.hasSuffix("# \(origin)") == true, "\(text)")
            }
            #expect(!FileManager.default.fileExists(atPath: place.data))
            let again = try await place.start(
                "navsyncd", ["--config", try place.file("again.yaml", text), "--check-config"]
            ).end()
            #expect(again.ending == .exit(0), "\(again)")
            #expect(again.output.text.isEmpty && again.errors.text.isEmpty, "\(again)")
        }
    }

    @Test("A check names all mistakes and ends with 2")
    func checks() async throws {
        try await Installation.run { place in
            let file = try place.file("d.yaml", "log: {level: loud}\nlimits: {rate: 1}\n")
            let result = try await place.start(
                "navsyncd", ["--config", file, "--check-config"],
                variables: ["NAVSYNCD_DATA_DIRECTORY": "here"]
            ).end()
            #expect(result.ending == .exit(2), "\(result)")
            #expect(
                result.errors.lines == [
                    "navsyncd: \(file):1:14: log.level 'loud' is unknown: use trace, debug, info, "
                        + "notice, warning, error, critical",
                    "navsyncd: \(file):2:10: unknown key 'rate': 'limits' has changeRate, "
                        + "changeBurst, requestRate, requestBurst, connections, memory, "
                        + "sceneMemory, userStorage, storage",
                    "navsyncd: $NAVSYNCD_DATA_DIRECTORY: data.directory 'here' is not an absolute "
                        + "path: begin it with '/'",
                ], "\(result)")
        }
    }

    @Test("The server key is made once, shown by its fingerprint, and refused when it is loose")
    func serverKey() async throws {
        try await Installation.run { place in
            let first = try await place.daemon()
            let fingerprint = try #require(Self.fingerprint(first))
            try await first.stop()
            let path = place.data + "/server.key"
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let secret = try String(contentsOfFile: path, encoding: .utf8)

            let second = try await place.daemon("--log-level", "trace")
            #expect(Self.fingerprint(second) == fingerprint)
            try await second.stop()
            #expect(!second.transcript.errors.text.contains(secret.dropLast()))

            unsafe chmod(path, 0o640)
            let third = try await place.daemonThatEnds()
            #expect(third.ending == .exit(1), "\(third)")
            #expect(third.errors.text.contains(path), "\(third)")
            #expect(third.errors.text.contains("chmod 600"), "\(third)")

            unsafe chmod(path, 0o600)
            try FileManager.default.moveItem(atPath: path, toPath: place("elsewhere.key"))
            let fourth = try await place.daemon(
                variables: ["NAVSYNCD_KEYS_SERVER": place("elsewhere.key")])
            #expect(Self.fingerprint(fourth) == fingerprint)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    private static func fingerprint(_ daemon: RunningProcess) -> Substring? {
        let line = daemon.transcript.errors.lines.first { $0.contains(" info ready ") }
        return line?.split(separator: " ").first { $0.hasPrefix("nav.fingerprint=") }
    }
}
