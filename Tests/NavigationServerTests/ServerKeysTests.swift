import Foundation
import NavigationServer
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@Suite("The server's keys from start to start")
struct ServerKeysTests {
    private static func inDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "keys-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    /// Returns the keys that a start finds or makes.
    private static func start(_ directory: String) throws -> ServerKeys {
        try ServerKeys(opening: directory + "/server.key", credentials: nil)
    }

    private static func files(_ directory: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: directory))
    }

    @Test("The first start makes a key, and every other one finds it")
    func first() throws {
        try Self.inDirectory { directory in
            let made = try Self.start(directory)
            #expect(made.next == nil)
            #expect(!made.isSwitchDue && !made.hasSwitched)
            #expect(try Self.files(directory) == ["server.key"])
            #expect(try Self.start(directory).current.publicKey == made.current.publicKey)
            #expect(made.fingerprint == Fingerprint(of: made.current.publicKey.bytes))
        }
    }

    @Test("A key that devices are paired with is not replaced; one without devices is")
    func missing() throws {
        try Self.inDirectory { directory in
            let path = directory + "/server.key"
            #expect(ServerKeys.traces(at: path, credentials: directory).isEmpty)
            let error = try #require(throws: ServerError.self) {
                try ServerKeys(opening: path, credentials: nil, knownTo: 2)
            }
            #expect(error.code == .missingKey)
            #expect(error.message.contains(path) && error.message.contains("2 devices are paired"))
            #expect(try Self.files(directory).isEmpty)
            let made = try ServerKeys(opening: path, credentials: nil)
            let found = try ServerKeys(opening: path, credentials: nil, knownTo: 2)
            #expect(found.current.publicKey == made.current.publicKey)
            #expect(ServerKeys.traces(at: path, credentials: nil) == ["the server key '\(path)'"])
        }
    }

    @Test("A copy of another node's next key is taken as it is; nothing else takes its place")
    func copied() throws {
        try Self.inDirectory { directory in
            var keys = try Self.start(directory)
            try Self.inDirectory { other in
                var others = try Self.start(other)
                try others.prepareNext()
                try FileManager.default.copyItem(
                    atPath: other + "/server.next.key", toPath: directory + "/server.next.key")
                try keys.prepareNext()
                #expect(keys.nextFingerprint == others.nextFingerprint)
            }
        }
    }

    @Test("The next key is prepared, then due, then in use; a start may come after every step")
    func rotation() throws {
        try Self.inDirectory { directory in
            var keys = try Self.start(directory)
            let old = keys.current.publicKey
            #expect(throws: ServerError.self) { try keys.scheduleSwitch() }
            try keys.prepareNext()
            let next = try #require(keys.next?.publicKey)
            #expect(next != old)
            try keys.prepareNext()
            #expect(keys.next?.publicKey == next)

            // A start in between changes nothing.
            keys = try Self.start(directory)
            #expect(keys.current.publicKey == old)
            #expect(keys.next?.publicKey == next)
            #expect(try Self.files(directory) == ["server.key", "server.next.key"])

            try keys.scheduleSwitch()
            try keys.scheduleSwitch()
            #expect(keys.isSwitchDue)
            #expect(keys.current.publicKey == old)
            #expect(keys.next?.publicKey == next)
            #expect(try Self.files(directory) == ["server.key", "server.due.key"])

            keys = try Self.start(directory)
            #expect(keys.current.publicKey == next)
            #expect(keys.hasSwitched)
            #expect(keys.next == nil && !keys.isSwitchDue)
            // The old key is deleted.
            #expect(try Self.files(directory) == ["server.key"])

            keys = try Self.start(directory)
            #expect(keys.current.publicKey == next)
            #expect(!keys.hasSwitched)
        }
    }

    @Test("A key that is due and damaged does not take the place of the one in use")
    func damagedNext() throws {
        try Self.inDirectory { directory in
            var keys = try Self.start(directory)
            try keys.prepareNext()
            try keys.scheduleSwitch()
            try "damaged".write(
                toFile: directory + "/server.due.key", atomically: false, encoding: .utf8)
            #expect(throws: ServerError.self) { try Self.start(directory) }
            unsafe unlink(directory + "/server.due.key")
            #expect(try Self.start(directory).current.publicKey == keys.current.publicKey)
        }
    }

    @Test("A loose key stops the start, by name and without a word of its content")
    func loose() throws {
        try Self.inDirectory { directory in
            let secret = try Self.start(directory).current.secretKey.z85
            unsafe chmod(directory + "/server.key", 0o644)
            do {
                _ = try Self.start(directory)
                Issue.record("the key was taken")
            } catch {
                let text = "\(error)"
                #expect(text.contains(directory + "/server.key"), "\(text)")
                #expect(text.contains("644") && text.contains("chmod 600"), "\(text)")
                #expect(!text.contains(secret))
            }
        }
    }

    @Test("A credential takes precedence over the file, and is rotated by its provider")
    func credential() throws {
        try Self.inDirectory { directory in
            let credentials = directory + "/credentials"
            unsafe mkdir(credentials, 0o700)
            let pair = try CurveKeyPair.generate()
            let other = try CurveKeyPair.generate()
            let open = {
                try ServerKeys(opening: directory + "/server.key", credentials: credentials)
            }
            // Without the credential the file is made.
            let own = try open()
            #expect(try Self.files(directory) == ["credentials", "server.key"])
            try KeyFile("\(credentials)/\(ServerKeys.credential)").create(pair)
            try KeyFile("\(credentials)/\(ServerKeys.nextCredential)").create(other)
            var keys = try open()
            #expect(keys.current.publicKey == pair.publicKey)
            #expect(keys.next?.publicKey == other.publicKey)
            #expect(throws: ServerError.self) { try keys.scheduleSwitch() }
            unsafe unlink("\(credentials)/\(ServerKeys.nextCredential)")
            keys = try open()
            #expect(throws: ServerError.self) { try keys.prepareNext() }
            #expect(try Self.start(directory).current.publicKey == own.current.publicKey)
        }
    }
}
