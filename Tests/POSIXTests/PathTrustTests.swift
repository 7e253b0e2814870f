import Foundation
import Glibc
import Testing

@testable import POSIX

/// The owners and modes of the directories and files that a process reads and writes.
@Suite struct PathTrustTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        #expect(unsafe mkdir(scratch("place"), 0o700) == 0)
    }

    @Test(
        "A directory is used unless others can write in it",
        arguments: [
            (0o700, true), (0o750, true), (0o755, true), (0o500, true), (0o702, false),
            (0o777, false), (0o1777, false),
        ] as [(mode_t, Bool)])
    func modes(_ mode: mode_t, _ isTrusted: Bool) throws {
        #expect(unsafe chmod(scratch("place"), mode) == 0)
        #expect(Self.trusts(scratch("place")) == isTrusted)
    }

    @Test(
        "Refuses a directory that others can replace",
        arguments: [
            (0o711, true), (0o1777, true), (0o777, false), (0o702, false),
        ] as [(mode_t, Bool)])
    func parents(_ mode: mode_t, _ isTrusted: Bool) throws {
        #expect(unsafe chmod(scratch.path, mode) == 0)
        #expect(Self.trusts(scratch("place")) == isTrusted)
        #expect(unsafe chmod(scratch.path, 0o700) == 0)
    }

    @Test(
        "A stranger's directory, file and parent are refused by name",
        .enabled(if: geteuid() == 0, "playing others takes root"))
    func strangers() throws {
        let stranger: uid_t = 65_531
        try scratch.make("place/file", "", mode: 0o600)
        try PathTrust.check(file: scratch("place/file"))
        #expect(unsafe chown(scratch("place/file"), stranger, stranger) == 0)
        #expect(throws: TrustError.self) { try PathTrust.check(file: scratch("place/file")) }
        #expect(unsafe mkdir(scratch("place/inner"), 0o700) == 0)
        #expect(Self.trusts(scratch("place/inner")))
        #expect(unsafe chown(scratch("place"), stranger, stranger) == 0)
        for path in [scratch("place"), scratch("place/inner")] {
            let error = try #require(throws: TrustError.self) {
                try PathTrust.check(directory: path)
            }
            #expect(error.description.contains(scratch("place") + " is owned by uid 65531"))
            #expect(error.description.contains("root (uid 0)"))
        }
        // Through a link that is one's own, too.
        #expect(unsafe symlink(scratch("place"), scratch("link")) == 0)
        #expect(!Self.trusts(scratch("link")))
    }

    @Test(
        "The group of root's own name is root; another group is others",
        .enabled(if: geteuid() == 0, "giving to groups takes root"))
    func groups() throws {
        #expect(unsafe chmod(scratch("place"), 0o770) == 0)
        #expect(Self.trusts(scratch("place")))
        #expect(unsafe chown(scratch("place"), 0, 65_531) == 0)
        #expect(!Self.trusts(scratch("place")))
    }

    @Test("A world-readable file is reported, unless its directory is private")
    func privacy() throws {
        try scratch.make("place/file", "", mode: 0o644)
        try PathTrust.checkPrivacy(of: scratch("place/file"))
        #expect(unsafe chmod(scratch("place"), 0o755) == 0)
        try PathTrust.checkPrivacy(of: scratch("place/file"))
        #expect(unsafe chmod(scratch.path, 0o711) == 0)
        let error = #expect(throws: TrustError.self) {
            try PathTrust.checkPrivacy(of: scratch("place/file"))
        }
        #expect(error?.description.contains("chmod 600") == true)
        #expect(unsafe chmod(scratch("place/file"), 0o640) == 0)
        try PathTrust.checkPrivacy(of: scratch("place/file"))
    }

    private static func trusts(_ path: String) -> Bool {
        (try? PathTrust.check(directory: path)) != nil
    }
}
