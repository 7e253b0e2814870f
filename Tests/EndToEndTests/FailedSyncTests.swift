import Foundation
import Testing

/// A disk that fails once: `fsync` of the log is held up for as long as the test wants, and then says
/// EIO.
@Suite("A write that fails once", .inTurns)
struct FailedSyncTests {
    private static let compiler = "/usr/bin/cc"

    /// Preloaded into the daemon. Once, when the file `fault` is there, a sync of the write-ahead log
    /// makes the file `hit`, waits for the file `go`, and fails.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <time.h>
        #include <unistd.h>

        static int fails(int descriptor) {
            const char *place = getenv("NAVSYNC_FAULT_DIRECTORY");
            if (!place) return 0;
            char link[64], name[4096], fault[4096], hit[4096], go[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            ssize_t length = readlink(link, name, sizeof name - 1);
            if (length < 4 || memcmp(name + length - 4, "-wal", 4)) return 0;
            snprintf(fault, sizeof fault, "%s/fault", place);
            snprintf(hit, sizeof hit, "%s/hit", place);
            snprintf(go, sizeof go, "%s/go", place);
            if (unlink(fault)) return 0;
            close(open(hit, O_CREAT | O_WRONLY, 0600));
            for (int i = 0; i < 3000 && access(go, F_OK); i++)
                nanosleep(&(struct timespec){.tv_nsec = 10000000}, 0);
            errno = EIO;
            return 1;
        }

        int fsync(int descriptor) {
            static int (*next)(int);
            if (!next) next = dlsym(RTLD_NEXT, "fsync");
            return fails(descriptor) ? -1 : next(descriptor);
        }

        int fdatasync(int descriptor) {
            static int (*next)(int);
            if (!next) next = dlsym(RTLD_NEXT, "fdatasync");
            return fails(descriptor) ? -1 : next(descriptor);
        }
        """

    @Test(
        "A writer with a full share of a batch continues by itself, though nobody else writes",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: compiler), "it takes a C compiler"))
    func fullShare() async throws {
        try await Installation.run { place in
            let library = place("fault.so")
            let source = try place.file("fault.c", Self.source)
            let compiled = try await place.start(
                Self.compiler, ["-shared", "-fPIC", "-o", library, source, "-ldl"]
            ).end()
            try #require(compiled.ending == .exit(0), "\(compiled)")
            let faults = place("faults")
            try FileManager.default.createDirectory(
                atPath: faults, withIntermediateDirectories: false)

            let ports = (0..<2).map { _ in UInt16.random(in: 10_000...30_000) }
            try await place.daemon(
                "--tcp", "127.0.0.1:\(ports[0])",
                variables: [
                    "LD_PRELOAD": library, "NAVSYNC_FAULT_DIRECTORY": faults,
                    "NAVSYNCD_METRICS_LISTEN": "127.0.0.1:\(ports[1])",
                ])
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await place.pair("tablet", try await place.invite("tablet").url)
            try await place.change(as: "tablet", "show")

            // The one write hangs; behind it a change gathers that is more than a share.
            try Data().write(to: URL(filePath: faults + "/fault"))
            let held = try place.startNavctl(
                as: "desk", ["--scene", "other", "tab", "declare", "held", "--title", "Held"])
            try await Self.until("the write hangs") {
                FileManager.default.fileExists(atPath: faults + "/hit")
            }
            var file = "version: 1\ntabs:\n"
            for number in 1...60 {
                file +=
                    "  - id: t\(number)\n    title: T\(number)\n    badge: \"1\"\n"
                    + "    stack:\n      - route: a://\(number)\n"
            }
            let path = try place.file("many.yaml", file)
            let apply = try place.startNavctl(as: "tablet", ["--timeout", "10s", "apply", path])
            try await Self.until("the change gathers behind it") {
                try await Scrape("/metrics", at: ports[1])(
                    #"navsync_changes_pending{state="gathering"}"#) > 0
            }
            // What this one wrote anew would help the other on.
            try await held.kill()
            try Data().write(to: URL(filePath: faults + "/go"))
            let applied = try await apply.end()
            #expect(applied.ending == .exit(0), "\(applied)")
            // And the same sender goes on.
            try await place.change(as: "tablet", "tab", "badge", "t1", "set", "1")
        }
    }

    private static func until(
        _ what: String, _ isThere: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + timeout
        while try await !isThere() {
            guard ContinuousClock.now < end else { throw NeverCame(what) }
            await Task.yield()
        }
    }
}
