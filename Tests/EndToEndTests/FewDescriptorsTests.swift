import Foundation
import Glibc
import Testing

@Suite("A daemon with few descriptors", .inTurns)
struct FewDescriptorsTests {
    /// Starts a daemon that may have so many open files, and no more.
    private static func start(
        _ place: Installation, files: Int, _ arguments: [String] = []
    ) throws -> RunningProcess {
        let daemon = try Installation.binaries.get() + "/navsyncd"
        return try place.start(
            "/usr/bin/prlimit", ["--nofile=\(files):\(files)", daemon] + arguments)
    }

    @Test(
        "Silent connections beyond all descriptors do not end it; then it serves as before",
        arguments: [160, 256])
    func burst(_ files: Int) async throws {
        try await Installation.run { place in
            let daemon = try Self.start(place, files: files)
            try await daemon.untilReady()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            for name in ["control.sock", "feed.sock"] {
                var connected: [Int32] = []
                // After one that finds no room the others would take as long each.
                while connected.count < files + 200,
                    let number = Self.connect(to: "\(place.sockets)/\(name)")
                {
                    connected.append(number)
                }
                for number in connected { close(number) }
                // A daemon that has ended is not waited for.
                let areAllConnected = connected.count == files + 200
                try #require(areAllConnected && !daemon.transcript.isComplete)
            }
            // A busy daemon takes a while to see that all of them have left.
            let end = ContinuousClock.now + .seconds(20)
            while true {
                do {
                    try await place.change("push", "mail://1")
                    break
                } catch {
                    guard ContinuousClock.now < end else { throw error }
                }
            }
            // Without a descriptor they are shed; if no handshake may begin first, they are refused.
            let text = daemon.transcript.errors.text
            #expect(text.contains("shed") || text.contains("refused"), "\(daemon.transcript)")
            try await daemon.stop()
        }
    }

    @Test("Connections wait while the system has no descriptor, and cost no processor time")
    func starved() async throws {
        try await Installation.run { place in
            let daemon = try Self.start(place, files: 1_024)
            try await daemon.untilReady()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox")
            // It has more open already.
            try await Self.limit(daemon, to: 16, in: place)
            let (start, before) = (ContinuousClock.now, try Self.processorTime(of: daemon))
            let words = ["--device", place.device("desk"), "--timeout", "2s", "status"]
            let status = try await place.start("navctl", words).end()
            #expect(status.errors.text.contains("did not answer"), "\(status)")
            let used = try Self.processorTime(of: daemon) - before
            #expect(used < (ContinuousClock.now - start) / 4, "\(used)")
            try await Self.limit(daemon, to: 1_024, in: place)
            try await place.change("push", "mail://1")
            try await daemon.stop()
        }
    }

    /// Changes the number of files that a process may have open.
    private static func limit(
        _ process: RunningProcess, to files: Int, in place: Installation
    ) async throws {
        let limiting = try place.start(
            "/usr/bin/prlimit", ["--pid", "\(process.pid)", "--nofile=\(files):"])
        let result = try await limiting.end()
        try #require(result.ending == .exit(0), "\(result)")
    }

    /// The processor time that all threads of a process have used.
    private static func processorTime(of process: RunningProcess) throws -> Duration {
        let line = try String(contentsOfFile: "/proc/\(process.pid)/stat", encoding: .utf8)
        // Of utime and stime, fields 14 and 15; the name in field 2 may have spaces.
        let fields = try #require(line.split(separator: ")").last).split(separator: " ")
        let ticks = try #require(Int(fields[11])) + #require(Int(fields[12]))
        return .milliseconds(ticks * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    @Test("With too few it does not start, and reports the number it needs")
    func tooFew() async throws {
        try await Installation.run { place in
            let result = try await Self.start(place, files: 100).end()
            #expect(result.ending == .exit(1), "\(result)")
            #expect(
                result.errors.text.contains("the limit of open files is 100, and 128"), "\(result)")
            #expect(!FileManager.default.fileExists(atPath: place.database))
            // Those that it inherits can't be used twice.
            let script = "for i in {1..200}; do exec {n}</dev/null; done; exec \"$@\""
            let daemon = try Installation.binaries.get() + "/navsyncd"
            let crowded = try await place.start(
                "/usr/bin/prlimit", ["--nofile=256:256", "/bin/bash", "-c", script, "-", daemon]
            ).end()
            #expect(crowded.ending == .exit(1), "\(crowded)")
            #expect(
                crowded.errors.text.contains(/is 256, 2\d\d of them open already, and 128/),
                "\(crowded)")
            // What only looks at settings needs fewer.
            let print = try await Self.start(place, files: 100, ["--print-config"]).end()
            #expect(print.ending == .exit(0), "\(print)")
        }
    }

    @Test("The limit is raised to the highest that is allowed")
    func raised() async throws {
        try await Installation.run { place in
            let daemon = try Installation.binaries.get() + "/navsyncd"
            let process = try place.start("/usr/bin/prlimit", ["--nofile=200:5000", daemon])
            try await process.untilReady()
            let limits = try String(contentsOfFile: "/proc/\(process.pid)/limits", encoding: .utf8)
            let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
            let words = try #require(line).split(separator: " ")
            #expect(words[3] == "5000" && words[4] == "5000")
            try await process.stop()
        }
    }

    @Test("Refuses to start with too small an address space, and names what it needs")
    func addresses() async throws {
        try await Installation.run { place in
            let daemon = try Installation.binaries.get() + "/navsyncd"
            let limit = 300 << 20
            let result = try await place.start(
                "/usr/bin/prlimit", ["--as=\(limit):\(limit)", daemon]
            ).end()
            #expect(result.ending == .exit(1), "\(result)")
            #expect(
                result.errors.text.contains("the limit of address space is 300 MiB"), "\(result)")
        }
    }

    @Test(
        "The kernel may write no core file of either program, nor let its user look into it",
        .enabled(if: Installation.hasOthers, "playing other users takes root"))
    func coreFiles() async throws {
        try await Installation.run { place in
            let user: UInt32 = 65_531
            for path in [place.root, place("run")] { unsafe chmod(path, 0o711) }
            for path in [place.data, place.sockets, place("data")] {
                try place.makeDirectory(path, of: user)
            }
            let daemon = try place.start(
                "navsyncd", as: user, ["--data-directory", place.data, "--ipc", place.sockets])
            try await daemon.untilReady()
            #expect(unsafe mkfifo(place("pipe"), 0o644) == 0)
            let client = try place.start("navctl", as: user, ["lint", place("pipe")])
            // When it reads, it has done what it does first.
            let writer = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: unsafe open(place("pipe"), O_WRONLY))
                }
            }
            for process in [daemon, client] {
                var status = stat()
                #expect(unsafe stat("/proc/\(process.pid)/environ", &status) == 0)
                #expect(status.st_uid == 0, "\(process.command)")
            }
            close(writer)
            try await client.end()
            try await daemon.stop()
        }
    }

    /// A connection by which nothing is said; `nil` if there is none.
    private static func connect(to path: String) -> Int32? {
        let number = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        // A listener without room is waited for, so long.
        var time = timeval(tv_sec: 10, tv_usec: 0)
        unsafe setsockopt(
            number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            unsafe buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
        }
        let result = unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe Glibc.connect(
                number, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        }
        guard result == 0 else {
            close(number)
            return nil
        }
        return number
    }
}
