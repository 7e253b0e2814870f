import Foundation
import NavigationTransport
import Testing
import ZeroMQ

@Suite("Files that hold a secret key")
struct KeyFileTests {
    /// A directory of its own for one test.
    private static func inDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "keys-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    private static func kind(_ body: () throws -> Void) -> KeyFileError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? KeyFileError)?.kind
        }
    }

    @Test("A key is read back, from a file that is its owner's alone")
    func roundTrip() throws {
        try Self.inDirectory { directory in
            let file = KeyFile(directory + "/a.key")
            #expect(try file.read() == nil)
            let pair = try CurveKeyPair.generate()
            try file.create(pair)
            let read = try #require(try file.read())
            #expect(read.publicKey == pair.publicKey)
            #expect(read.secretKey.bytes == pair.secretKey.bytes)
            var status = stat()
            #expect(unsafe stat(file.path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            #expect(status.st_size == 82)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.key"])
        }
    }

    @Test("An existing file is never overwritten, and leftovers of a crash don't matter")
    func exclusive() throws {
        try Self.inDirectory { directory in
            let file = KeyFile(directory + "/a.key")
            try "half".write(toFile: file.path + ".new", atomically: false, encoding: .utf8)
            let first = try CurveKeyPair.generate()
            try file.create(first)
            let second = try CurveKeyPair.generate()
            #expect(Self.kind { try file.create(second) } == .exists)
            #expect(try file.read()?.publicKey == first.publicKey)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.key"])
        }
    }

    @Test("Of concurrent creations one succeeds and all others fail with that error")
    func race() async throws {
        let directory = NSTemporaryDirectory() + "keys-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/a.key"
        let made = try await withThrowingTaskGroup(of: CurvePublicKey?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let pair = try CurveKeyPair.generate()
                    return await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            let kind = Self.kind { try KeyFile(path).create(pair) }
                            continuation.resume(returning: kind == nil ? pair.publicKey : nil)
                        }
                    }
                }
            }
            return try await group.reduce(into: [CurvePublicKey]()) { made, key in
                if let key { made.append(key) }
            }
        }
        #expect(made.count == 1)
        #expect(try KeyFile(path).read()?.publicKey == made.first)
    }

    @Test(
        "One that others could read is refused, and left alone",
        arguments: [0o640, 0o604, 0o660, 0o602, 0o610, 0o777])
    func modes(mode: mode_t) throws {
        try Self.inDirectory { directory in
            let file = KeyFile(directory + "/a.key")
            try file.create(try CurveKeyPair.generate())
            unsafe chmod(file.path, mode)
            #expect(Self.kind { _ = try file.read() } == .notPrivate)
            unsafe chmod(file.path, 0o400)
            #expect(try file.read() != nil)
        }
    }

    @Test("One that belongs to another is refused", .enabled(if: geteuid() == 0))
    func owners() throws {
        try Self.inDirectory { directory in
            let file = KeyFile(directory + "/a.key")
            try file.create(try CurveKeyPair.generate())
            unsafe chown(file.path, 12_345, 12_345)
            #expect(Self.kind { _ = try file.read() } == .notPrivate)
        }
    }

    @Test("A link, a directory and a pipe are no key, and don't block")
    func otherThings() throws {
        try Self.inDirectory { directory in
            try KeyFile(directory + "/real.key").create(try CurveKeyPair.generate())
            unsafe symlink(directory + "/real.key", directory + "/link.key")
            #expect(Self.kind { _ = try KeyFile(directory + "/link.key").read() } == .notPrivate)
            unsafe mkfifo(directory + "/pipe.key", 0o600)
            #expect(Self.kind { _ = try KeyFile(directory + "/pipe.key").read() } == .damaged)
            unsafe mkdir(directory + "/dir.key", 0o700)
            #expect(Self.kind { _ = try KeyFile(directory + "/dir.key").read() } == .damaged)
        }
    }

    @Test("One that is damaged or of another length is refused, and never written over")
    func damage() throws {
        try Self.inDirectory { directory in
            let good = try CurveKeyPair.generate().secretKey.z85
            let contents = [
                "", "\n", String(good.dropLast()), good + "x", good + "\n\n", good + " ",
                "~" + good.dropFirst(), String(repeating: good, count: 10),
            ]
            for content in contents {
                let file = KeyFile(directory + "/a.key")
                try content.write(toFile: file.path, atomically: false, encoding: .utf8)
                unsafe chmod(file.path, 0o600)
                do throws(KeyFileError) {
                    _ = try file.read()
                    Issue.record("\(content.count) bytes were taken for a key")
                } catch {
                    #expect(error.kind == .damaged)
                    #expect(!error.description.contains(good.prefix(8)))
                }
                let pair = try CurveKeyPair.generate()
                #expect(Self.kind { try file.create(pair) } == .exists)
                #expect(try String(contentsOfFile: file.path, encoding: .utf8) == content)
                unsafe unlink(file.path)
            }
        }
    }

    @Test("A bit that rots in it makes no other key of it")
    func rot() throws {
        try Self.inDirectory { directory in
            let pair = try CurveKeyPair.generate()
            let file = KeyFile(directory + "/a.key")
            try file.create(pair)
            let good = try Data(contentsOf: URL(filePath: file.path))
            let taken = try (0..<good.count * 8).filter { bit in
                var data = good
                data[bit / 8] ^= 1 << (bit % 8)
                // Written in place: it stays its owner's alone.
                try data.write(to: URL(filePath: file.path))
                var read: CurveKeyPair?
                let kind = Self.kind { read = try file.read() }
                return kind != .damaged && read?.publicKey != pair.publicKey
            }
            #expect(taken.isEmpty, "of \(good.count * 8) bits")
        }
    }

    @Test("A file of an earlier version holds the key alone")
    func earlierVersion() throws {
        try Self.inDirectory { directory in
            let pair = try CurveKeyPair.generate()
            let file = KeyFile(directory + "/a.key")
            try (pair.secretKey.z85 + "\n").write(
                toFile: file.path, atomically: false, encoding: .utf8)
            unsafe chmod(file.path, 0o600)
            #expect(try file.read()?.publicKey == pair.publicKey)
        }
    }

    @Test("A credential may show group access, and be empty; others may not read it")
    func credentials() throws {
        try Self.inDirectory { directory in
            let path = directory + "/navsync.server-key"
            let file = KeyFile(path, policy: .serviceManager)
            #expect(try file.read() == nil)
            try "".write(toFile: path, atomically: false, encoding: .utf8)
            unsafe chmod(path, 0o440)
            #expect(try file.read() == nil)
            let pair = try CurveKeyPair.generate()
            unsafe chmod(path, 0o600)
            try pair.secretKey.z85.write(toFile: path, atomically: false, encoding: .utf8)
            unsafe chmod(path, 0o440)
            #expect(try file.read()?.publicKey == pair.publicKey)
            unsafe chmod(path, 0o444)
            #expect(Self.kind { _ = try file.read() } == .notPrivate)
        }
    }
}
