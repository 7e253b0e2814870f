import Foundation
import Glibc
import Testing

@Suite("Files and directories of others", .inTurns)
struct FilesOfOthersTests {
    private static func kind(_ path: String) -> mode_t {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    @Test("Results named for a pipe or a link go through it, and it stays")
    func outputs() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            #expect(unsafe mkfifo(place("pipe"), 0o600) == 0)
            let reader = unsafe open(place("pipe"), O_RDWR | O_NONBLOCK)
            defer { close(reader) }
            let target = try place.file("target", "precious")
            #expect(unsafe symlink(target, place("link")) == 0)
            try await place.change("render", "--output-file", place("pipe"), "--format", "text")
            try await place.change("export", place("pipe"))
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe read(reader, &buffer, buffer.count)
            let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            #expect(text.contains("Inbox") && text.contains("id: inbox"))
            #expect(Self.kind(place("pipe")) == S_IFIFO)

            let refused = try await place.navctl("export", place("link"))
            #expect(refused.ending == .exit(1), "\(refused)")
            #expect(refused.errors.text.contains("--force"), "\(refused)")
            try await place.change("export", place("link"), "--force")
            #expect(Self.kind(place("link")) == S_IFLNK)
            let exported = try String(contentsOfFile: target, encoding: .utf8)
            #expect(exported.contains("id: inbox"))
            try await place.change("backup", place("link"), "--force")
            #expect(Self.kind(place("link")) == S_IFLNK)
            #expect(try String(contentsOfFile: target, encoding: .isoLatin1).contains("SQLite"))

            let picture = try await place.navctl("render", "--output-file", place("x.gif"))
            #expect(picture.ending == .exit(2), "\(picture)")
            #expect(picture.errors.text.contains("unknown format 'gif'"), "\(picture)")
            #expect(Self.kind(place("x.gif")) == 0)
        }
    }

    @Test(
        "A device file is written to, never replaced; a full one as standard output is reported",
        .enabled(if: geteuid() == 0, "making devices takes root"))
    func devices() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let full = place("full")
            #expect(unsafe mknod(full, S_IFCHR | 0o666, 1 << 8 | 7) == 0)
            for words in [
                ["export", full], ["render", "--output-file", full, "--format", "text"],
                ["backup", full], ["backup", full, "--force"],
            ] {
                let result = try await place.startNavctl(as: "desk", words).end()
                #expect(result.ending == .exit(1), "\(words): \(result)")
                #expect(result.errors.text.contains("No space left"), "\(words): \(result)")
                #expect(Self.kind(full) == S_IFCHR, "\(words)")
            }
            let programs = try Installation.binaries.get()
            for words in [
                "navctl --device \(place("devices/desk")) export", "navctl --help",
                "navctl --device \(place("devices/desk")) show --output json",
                "navctl properties", "navsyncd --help", "navsyncd --version",
                "navsyncd --print-config",
            ] {
                let result = try await place.start(
                    "/bin/sh", ["-c", "\(programs)/\(words) > \(full)"]
                ).end()
                #expect(result.ending == .exit(1), "\(words): \(result)")
                #expect(result.errors.text.contains("No space left"), "\(words): \(result)")
            }
            // Who has read enough is no error.
            let enough = try await place.start(
                "/bin/sh", ["-c", "(\(programs)/navctl properties; echo $? >&2) | head -1"]
            ).end()
            #expect(enough.errors.text == "0\n", "\(enough)")
        }
    }

    @Test(
        "A stranger's device directory is refused, and its hook not run",
        .enabled(if: geteuid() == 0, "playing a stranger takes root"))
    func hooks() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            let theirs = place.device("theirs")
            try await place.change(as: "theirs", "status")
            try await place.change(
                as: "theirs", "hook", "set", "shouldPush", "/usr/bin/touch", place("ran"))
            try await place.change(as: "theirs", "push", "mail://1")
            #expect(Self.kind(place("ran")) == S_IFREG)
            #expect(unsafe unlink(place("ran")) == 0)
            for name in ["", "/hooks.json", "/device.sqlite"] {
                #expect(unsafe chown(theirs + name, 65_531, 65_531) == 0)
                for words in [["push", "mail://2"], ["hook", "list"], ["status"]] {
                    if name == "/device.sqlite", words[0] == "hook" { continue }
                    if name == "/hooks.json", words[0] == "status" { continue }
                    let result = try await place.startNavctl(as: "theirs", words).end()
                    #expect(result.ending == .exit(1), "\(words): \(result)")
                    #expect(
                        result.errors.text.contains("\(theirs)\(name) is owned by uid 65531"),
                        "\(words): \(result)")
                }
                #expect(unsafe chown(theirs + name, 0, 0) == 0)
            }
            #expect(Self.kind(place("ran")) == 0)
            // A program that others may change is not run either.
            let program = try place.file("hook.sh", "#!/bin/sh\n/usr/bin/touch \(place("ran"))\n")
            #expect(unsafe chmod(program, 0o755) == 0)
            try await place.change(as: "theirs", "hook", "set", "shouldPush", program)
            #expect(unsafe chmod(program, 0o777) == 0)
            let result = try await place.navctl(as: "theirs", "push", "mail://3")
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("is writable by others"), "\(result)")
            #expect(Self.kind(place("ran")) == 0)
        }
    }

    @Test("A daemon refuses directories that others write in, and links in the place of its locks")
    func daemon() async throws {
        try await Installation.run { place in
            try await place.daemon().stop()
            for directory in [place.data, place.sockets] {
                #expect(unsafe chmod(directory, 0o777) == 0)
                let result = try await place.daemonThatEnds()
                #expect(result.ending == .exit(1), "\(result)")
                #expect(
                    result.errors.text.contains("\(directory) is writable by others"),
                    "\(result)")
                #expect(unsafe chmod(directory, 0o700) == 0)
            }
            for lock in [place.database + ".lock", place.sockets + "/lock"] {
                #expect(unsafe unlink(lock) == 0)
                #expect(unsafe symlink(place("planted"), lock) == 0)
                let result = try await place.daemonThatEnds()
                #expect(result.ending == .exit(1), "\(result)")
                #expect(result.errors.text.contains("symbolic link"), "\(result)")
                #expect(Self.kind(place("planted")) == 0)
                #expect(unsafe unlink(lock) == 0)
            }
            try await place.daemon().stop()
        }
    }
}
