import Foundation
import Testing

/// A disk that can't read something once.
@Suite("A read that fails once", .inTurns)
struct FailedReadTests {
    private static let compiler = "/usr/bin/cc"

    /// Preloaded into the daemon. When the file `fault` is there, one read of the database says EIO.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static int fails(int descriptor) {
            const char *fault = getenv("NAVSYNC_FAULT");
            if (!fault) return 0;
            char link[64], name[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            ssize_t length = readlink(link, name, sizeof name - 1);
            if (length < 7 || memcmp(name + length - 7, ".sqlite", 7)) return 0;
            if (unlink(fault)) return 0;
            errno = EIO;
            return 1;
        }

        ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
            static ssize_t (*next)(int, void *, size_t, off_t);
            if (!next) next = dlsym(RTLD_NEXT, "pread");
            return fails(descriptor) ? -1 : next(descriptor, bytes, count, offset);
        }

        ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
            static ssize_t (*next)(int, void *, size_t, off64_t);
            if (!next) next = dlsym(RTLD_NEXT, "pread64");
            return fails(descriptor) ? -1 : next(descriptor, bytes, count, offset);
        }
        """

    @Test(
        "It is looked at again, and is no damage",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: compiler), "it takes a C compiler"))
    func once() async throws {
        try await Installation.run { place in
            let library = place("fault.so")
            let source = try place.file("fault.c", Self.source)
            let compiled = try await place.start(
                Self.compiler, ["-shared", "-fPIC", "-o", library, source, "-ldl"]
            ).end()
            try #require(compiled.ending == .exit(0), "\(compiled)")
            let first = try await place.daemon()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            try await first.stop()
            let port = UInt16.random(in: 10_000...30_000)
            let fault = place("fault")
            let daemon = try await place.daemon(
                variables: [
                    "LD_PRELOAD": library, "NAVSYNC_FAULT": fault,
                    "NAVSYNCD_METRICS_LISTEN": "127.0.0.1:\(port)",
                ])
            try Data().write(to: URL(filePath: fault))
            try await place.change("show")
            #expect(!FileManager.default.fileExists(atPath: fault), "nothing was read")
            try await place.change("push", "mail://1")
            let errors = daemon.transcript.errors.text
            #expect(!errors.contains("damaged") && !errors.contains("store failed"))
            let metrics = try await Scrape("/metrics", at: port)
            #expect(try metrics("navsync_store_passing_faults_total") == 1)
            #expect(try metrics("navsync_store_damaged") == 0)
            #expect(try metrics("navsync_ready") == 1)
        }
    }
}
