import CommandLine
import Foundation
import NavigationModel
import POSIX
import Testing

@testable import Web

@Suite("The files of the server of pages")
struct WebDirectoryTests {
    /// A directory of a device, removed afterwards.
    private static func run(_ body: (String) throws -> Void) throws {
        let path = TemporaryPath.make()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try body(path)
    }

    @Test("A browser that is removed is gone whole, and a watch reports it once")
    func removal() throws {
        try Self.run { path in
            let files = WebDirectory(of: path)
            let lock = try files.lock()
            for name in ["a", "b"] {
                try files.session(of: name).write(
                    WebDirectory.Session(secret: name, name: "phone", isViewer: false))
                try FileManager.default.createDirectory(
                    atPath: files.device(of: name), withIntermediateDirectories: true)
            }
            let watch = try files.watch()
            #expect(!watch.drain())
            try files.remove("a")
            #expect(watch.drain())
            #expect(Self.browsers(in: files).map(\.directory) == ["b"])
            // A second time, or by two at once, is no error.
            try files.remove("a")
            #expect(!watch.drain())
            #expect(!FileManager.default.fileExists(atPath: files.path + "/browsers/a"))
            #expect(!FileManager.default.fileExists(atPath: files.path + "/removed/a"))
            lock.release()
        }
    }

    @Test("The next start deletes rests of removed browsers, and nothing else")
    func rests() throws {
        try Self.run { path in
            let files = WebDirectory(of: path)
            try files.lock().release()
            try files.session(of: "a").write(
                WebDirectory.Session(secret: "a", name: "phone", isViewer: true))
            for rest in ["/browsers/b/device", "/removed/c/device"] {
                try FileManager.default.createDirectory(
                    atPath: files.path + rest, withIntermediateDirectories: true)
            }
            try files.lock().release()
            let left = ["/browsers", "/removed"].map {
                (try? FileManager.default.contentsOfDirectory(atPath: files.path + $0)) ?? []
            }
            #expect(left == [["a"], []])
        }
    }

    @Test("A session of an earlier version has no identity, and keeps its secret")
    func earlier() throws {
        try Self.run { path in
            let files = WebDirectory(of: path)
            try files.lock().release()
            let directory = files.path + "/browsers/a"
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            let text = #"{"isViewer": false, "name": "phone", "secret": "5e"}"#
            try Data(text.utf8).write(to: URL(filePath: directory + "/session.json"))
            let browser = try #require(Self.browsers(in: files).first)
            #expect(browser.device == nil)
            var session = browser.session
            session.identity = WebDirectory.Session.Identity(
                device: DeviceID(high: 1, low: 2), user: "ann", since: 3)
            try files.session(of: "a").write(session)
            #expect(Self.browsers(in: files).first?.device == DeviceID(high: 1, low: 2))
            #expect(Self.browsers(in: files).first?.session.secret == "5e")
        }
    }

    @Test("A session that can't be read is reported, and hides no other")
    func damaged() throws {
        try Self.run { path in
            let files = WebDirectory(of: path)
            try files.lock().release()
            for name in ["a", "b", "c"] {
                try files.session(of: name).write(
                    WebDirectory.Session(secret: name, name: "phone", isViewer: false))
            }
            try Data("{".utf8).write(to: URL(filePath: files.path + "/browsers/b/session.json"))
            var reported: [String] = []
            let found = files.browsers { reported.append("\($0.message)") }
            #expect(found.map(\.directory) == ["a", "c"])
            #expect(reported.count == 1 && reported[0].contains("/browsers/b/session.json"))
        }
    }

    private static func browsers(in files: WebDirectory) -> [WebDirectory.Browser] {
        files.browsers { Issue.record($0) }
    }
}

/// A fresh path among the temporary files.
private enum TemporaryPath {
    static func make() -> String {
        "\(FileManager.default.temporaryDirectory.path)/web-\(UInt64.random(in: 0...UInt64.max))"
    }
}
