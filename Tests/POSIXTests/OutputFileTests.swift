import Foundation
import Glibc
import Testing

@testable import POSIX

/// Results that somebody names a file for.
@Suite struct OutputFileTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("A new file has the permissions that the umask leaves, a private one its owner's")
    func newFiles() throws {
        try OutputFile(scratch("public")).write(Array("a".utf8))
        try OutputFile(scratch("private")).write(Array("b".utf8), isPrivate: true)
        let mask = try Self.mask()
        #expect(try Scratch.status(scratch("public")).st_mode & 0o777 == 0o666 & ~mask)
        #expect(try Scratch.status(scratch("private")).st_mode & 0o777 == 0o600)
        #expect(try scratch.text("public") == "a" && scratch.text("private") == "b")
        #expect(try scratch.names() == ["private", "public"])
    }

    /// The umask of this process: read, for to set it would be to set it for every test beside.
    private static func mask() throws -> mode_t {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("Umask:") }
        let digits = try #require(line?.split(separator: "\t").last)
        return try #require(mode_t(digits, radix: 8))
    }

    @Test("A file that is no regular one is named for what it is")
    func kinds() throws {
        #expect(unsafe mkfifo(scratch("pipe"), 0o600) == 0)
        try scratch.make("file", "text", mode: 0o600)
        let kinds: [(String, FileKind?)] = [
            (scratch("pipe"), .pipe), ("/dev/zero", .device), ("/dev", .directory),
            (scratch("file"), nil), (scratch("none"), nil),
        ]
        for (path, kind) in kinds {
            #expect(FileKind(of: path) == kind)
            guard let kind else { continue }
            let error = try #require(throws: FileError.self) { try DurableFiles.size(of: path) }
            #expect(error.kind == kind)
            #expect(error.description == "can't read \(path): it is \(kind.rawValue), not a file")
        }
    }

    @Test("A file is replaced by a new one with its permissions, and nothing is left beside it")
    func existing() throws {
        try scratch.make("file", "old", mode: 0o640)
        let before = try Scratch.status(scratch("file"))
        try OutputFile(scratch("file")).write(Array("new".utf8))
        let after = try Scratch.status(scratch("file"))
        #expect(after.st_ino != before.st_ino && after.st_mode == before.st_mode)
        #expect(try scratch.text("file") == "new")
        #expect(try scratch.names() == ["file"])
    }

    @Test("A link stays a link, and what it leads to is written", arguments: [true, false])
    func links(_ isThere: Bool) throws {
        if isThere { try scratch.make("target", "longer than new", mode: 0o604) }
        #expect(unsafe symlink("target", scratch("second")) == 0)
        #expect(unsafe symlink(scratch("second"), scratch("first")) == 0)
        try OutputFile(scratch("first")).write(Array("new".utf8))
        #expect(try scratch.text("target") == "new")
        #expect(try Scratch.status(scratch("first")).st_mode & S_IFMT == S_IFLNK)
        #expect(try Scratch.status(scratch("second")).st_mode & S_IFMT == S_IFLNK)
        if isThere { #expect(try Scratch.status(scratch("target")).st_mode & 0o777 == 0o604) }
        #expect(try scratch.names() == ["first", "second", "target"])
    }

    @Test("A pipe is written to, and stays one; so does a link to it", arguments: [false, true])
    func pipes(_ isLinked: Bool) async throws {
        #expect(unsafe mkfifo(scratch("pipe"), 0o600) == 0)
        if isLinked { #expect(unsafe symlink("pipe", scratch("link")) == 0) }
        // Opened both ways, it holds what is written until it is read.
        let reader = unsafe open(scratch("pipe"), O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        try OutputFile(scratch(isLinked ? "link" : "pipe")).write(Array("words".utf8))
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(unsafe read(reader, &buffer, buffer.count) == 5)
        #expect(try Scratch.status(scratch("pipe")).st_mode & S_IFMT == S_IFIFO)
    }

    @Test(
        "A device is written to, its errors count, and it stays one", .enabled(if: geteuid() == 0))
    func devices() throws {
        for (name, minor) in [("null", 3), ("full", 7)] as [(String, UInt)] {
            #expect(unsafe mknod(scratch(name), S_IFCHR | 0o666, 1 << 8 | minor) == 0)
        }
        try OutputFile(scratch("null")).write(Array("words".utf8))
        let error = #expect(throws: FileError.self) {
            try OutputFile(scratch("full")).write(Array("words".utf8))
        }
        #expect(error?.code == ENOSPC)
        for name in ["null", "full"] {
            #expect(try Scratch.status(scratch(name)).st_mode & S_IFMT == S_IFCHR)
        }
        #expect(try scratch.names() == ["full", "null"])
    }

    @Test("A socket and a directory are refused, and stay what they are")
    func refused() throws {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            unsafe bytes.copyBytes(from: scratch("socket").utf8)
        }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(number, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(unsafe mkdir(scratch("directory"), 0o700) == 0)
        for (name, kind) in [("socket", S_IFSOCK), ("directory", S_IFDIR)] {
            #expect(throws: FileError.self) {
                try OutputFile(scratch(name)).write(Array("words".utf8))
            }
            #expect(try Scratch.status(scratch(name)).st_mode & S_IFMT == kind)
        }
    }

    @Test("A file of two names keeps both")
    func hardLinks() throws {
        try scratch.make("one", "longer than new", mode: 0o600)
        #expect(unsafe link(scratch("one"), scratch("two")) == 0)
        try OutputFile(scratch("one")).write(Array("new".utf8))
        #expect(try scratch.text("one") == "new" && scratch.text("two") == "new")
    }

    @Test("A draft that another user has created is neither followed nor used")
    func plantedNames() throws {
        try scratch.make("file", "old", mode: 0o600)
        try scratch.make("precious", "precious", mode: 0o600)
        for name in ["file.new", "file.\(getpid()).new", ".navsync-0000000000000000"] {
            #expect(unsafe symlink("precious", scratch(name)) == 0)
        }
        try OutputFile(scratch("file")).write(Array("new".utf8))
        try DurableFiles.replace(scratch("file"), with: Array("newer".utf8))
        #expect(try scratch.text("precious") == "precious")
        #expect(try scratch.text("file") == "newer")
        #expect(try scratch.names().count == 5)
    }

    @Test("A lock file that is a link is refused, and nothing is made where it leads")
    func plantedLock() throws {
        #expect(unsafe symlink("elsewhere", scratch("lock")) == 0)
        let error = #expect(throws: FileError.self) { try FileLock(trying: scratch("lock")) }
        #expect(error?.description.contains("symbolic link") == true)
        #expect(throws: FileError.self) { try DurableFiles.append([1], to: scratch("lock")) }
        #expect(try scratch.names() == ["lock"])
    }
}
