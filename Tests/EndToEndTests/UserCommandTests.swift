import Foundation
import Glibc
import Testing

@Suite("Users of a daemon", .inTurns)
struct UserCommandTests {
    private static let kiosk: UInt32 = 65_533
    private static let stranger: UInt32 = 65_532

    /// A daemon of root that other local users may connect to.
    private static func run(_ body: (Installation) async throws -> Void) async throws {
        try await Installation.run { place in
            try await place.daemon()
            for path in [place.root, place("run"), place.sockets] { unsafe chmod(path, 0o711) }
            for name in try FileManager.default.contentsOfDirectory(atPath: place.sockets)
            where name.hasSuffix(".sock") { unsafe chmod(place.sockets + "/" + name, 0o666) }
            try FileManager.default.createDirectory(
                atPath: place("devices"), withIntermediateDirectories: true)
            try await body(place)
        }
    }

    /// Runs navctl as another local user, with a device of its own.
    private static func navctl(
        as uid: UInt32, _ words: [String], in place: Installation
    ) async throws -> Finished {
        let directory = place.device("\(uid)")
        if !place.isThere("devices/\(uid)") {
            try place.makeDirectory(directory, of: uid)
            unsafe chmod(place("devices"), 0o711)
        }
        let options = ["--device", directory, "--endpoint", place.endpoint, "--timeout", "20s"]
        return try await place.start("navctl", as: uid, options + words).end()
    }

    @Test(
        "A local user acts for the user that it was assigned to, and for no other",
        .enabled(if: Installation.hasOthers))
    func localUser() async throws {
        try await Self.run { place in
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            try await place.change("user", "add", "kiosk", "--uid", "\(Self.kiosk)")
            let list = try await place.ask("user", "list")
            let entry = try #require(
                list["users"]?.array?.first { $0["name"]?.string == "kiosk" })
            #expect(entry["uid"]?.integer == Int64(Self.kiosk))

            let own = try await Self.navctl(
                as: Self.kiosk,
                ["--user", "kiosk", "tab", "declare", "k", "--title", "K"], in: place)
            #expect(own.ending == .exit(0), "\(own)")
            for user in ["root", "nobody-else"] {
                for words in [["show"], ["device", "list"], ["user", "list"], ["key"]] {
                    let result = try await Self.navctl(
                        as: Self.kiosk, ["--user", user] + words, in: place)
                    #expect(result.ending == .exit(4), "\(user) \(words): \(result)")
                    #expect(!result.errors.text.isEmpty, "\(user) \(words)")
                }
            }
            // It need not say who it is: the daemon does, and it is remembered for when there is none.
            let unnamed = try await Self.navctl(
                as: Self.kiosk, ["tab", "declare", "l", "--title", "L"], in: place)
            #expect(unnamed.ending == .exit(0), "\(unnamed)")
            let devices = try await Self.navctl(
                as: Self.kiosk, ["--output", "json", "device", "list"], in: place)
            #expect(try JSON(devices.output.text)["user"]?.string == "kiosk", "\(devices)")
            let shown = try await place.ask("--user", "kiosk", "show")
            #expect(shown["scene"]?["tabs"]?.array?.count == 2)
            try FileManager.default.moveItem(
                atPath: place.sockets + "/control.sock", toPath: place.sockets + "/away")
            let alone = try await Self.navctl(
                as: Self.kiosk, ["--output", "json", "show"], in: place)
            #expect(try JSON(alone.output.text)["scene"]?["tabs"]?.array?.count == 2, "\(alone)")
            try FileManager.default.moveItem(
                atPath: place.sockets + "/away", toPath: place.sockets + "/control.sock")
            // Nor does it take part in what others see.
            let push = try await Self.navctl(
                as: Self.kiosk, ["--user", "root", "push", "m://1"], in: place)
            #expect(push.ending != .exit(0), "\(push)")
            #expect(OfflineTests.routes(try await place.ask("show")) == ["m://"])
        }
    }

    @Test("A local user without a user is refused as such", .enabled(if: Installation.hasOthers))
    func stranger() async throws {
        try await Self.run { place in
            let result = try await Self.navctl(as: Self.stranger, ["show"], in: place)
            #expect(result.ending == .exit(4), "\(result)")
            #expect(result.errors.text.contains("navctl help user add"), "\(result)")
        }
    }

    @Test("A user is removed with all its access; its scenes come back with it, unless erased")
    func remove() async throws {
        try await Self.run { place in
            try await place.change("user", "add", "ada")
            let again = try await place.navctl("user", "add", "ada")
            #expect(again.ending == .exit(1), "\(again)")
            try await place.change("--user", "ada", "tab", "declare", "inbox", "--title", "Inbox")
            try await place.change("user", "remove", "ada", "--yes")
            let names = try await place.ask("user", "list")["users"]?.array?.compactMap {
                $0["name"]?.string
            }
            #expect(names?.contains("ada") == false)
            try await place.change("user", "add", "ada")
            let kept = try await place.ask(as: "other", "--user", "ada", "show")
            #expect(kept["scene"]?["tabs"]?.array?.count == 1)
            try await place.change("user", "remove", "ada", "--erase", "--yes")
            try await place.change("user", "add", "ada")
            let erased = try await place.ask(as: "third", "--user", "ada", "show")
            #expect(erased["scene"]?["tabs"]?.array?.isEmpty == true)
        }
    }
}
