internal import DeviceStore
internal import Glibc
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import StoreSamples

/// A process for the tests of the store to start, and to kill: it writes, and prints on its
/// standard output what was acknowledged, one line each.
@main
struct StoreWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(2) }
        switch arguments[1] {
        case "commit": try await commit(to: arguments[2])
        case "fold": try await fold(in: arguments[2])
        case "register": try await register(in: arguments[2])
        case "read": try await read(arguments[2])
        case "fill": try await fill(arguments[2])
        case "append": try append(to: arguments[2], count: arguments.dropFirst(3).first ?? "1")
        case "send": try holdSenderLock(of: arguments[2])
        default: exit(2)
        }
    }

    /// Commits batches of 1 to 20 changes for ever, and compacts now and then; prints each revision
    /// once it is durable.
    private static func commit(to path: String) async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        let key = SampleHistory().key
        var history = SampleHistory(from: try await store.load(key, under: claim))
        while true {
            let write = history.write(.random(in: 1...20), snapshot: Int.random(in: 0..<20) == 0)
            try await store.commit([write], under: claim)
            printLine("\(history.revision)")
            guard Int.random(in: 0..<10) == 0 else { continue }
            _ = try await store.compact(key, upTo: history.revision, limit: 30, under: claim)
        }
    }

    /// Commits batches of 1 to 3 changes to some of 12 scenes for ever, in a journal so short that
    /// most batches fold others; prints the revisions of all scenes once a batch is durable.
    private static func fold(in path: String) async throws {
        var limits = JournalLimits()
        (limits.slicesOfScene, limits.length) = (8, 20_000)
        let store = try SQLiteStore(opening: path, journal: limits)
        let claim = try await store.claim(.all, after: .zero)
        var histories: [SampleHistory] = []
        for number in 0..<12 {
            let name = SceneID(unchecked: "scene-\(number)")
            let stored = try await store.load(SampleHistory(of: name).key, under: claim)
            histories.append(SampleHistory(of: name, from: stored))
        }
        while true {
            let writes = histories.indices.filter { _ in .random() }.map { index in
                histories[index].write(
                    .random(in: 1...3), snapshot: Int.random(in: 0..<40) == 0)
            }
            try await store.commit(writes, under: claim)
            printLine(histories.map { "\($0.revision)" }.joined(separator: " "))
            guard Int.random(in: 0..<10) == 0, let history = histories.randomElement() else {
                continue
            }
            _ = try await store.compact(
                history.key, upTo: history.revision, limit: 30, under: claim)
        }
    }

    /// Commits one change with an account of the same number for ever; prints each number once it
    /// is durable.
    private static func register(in path: String) async throws {
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        let key = SampleHistory().key
        var history = SampleHistory(from: try await store.load(key, under: claim))
        while true {
            let write = history.write(1)
            let account = SampleRegistry.account(history.revision.rawValue)
            try await store.commit([write], SampleRegistry.changes(for: account), under: claim)
            printLine("\(history.revision)")
        }
    }

    /// Prints how many bytes each thing makes this process read.
    private static func read(_ path: String) async throws {
        var last = bytesRead()
        func record(_ what: String) {
            let now = bytesRead()
            printLine("\(what) \(now - last)")
            last = bytesRead()
        }
        let store = try SQLiteStore(opening: path)
        record("open")
        let claim = try await store.claim(.all, after: .zero)
        record("claim")
        _ = try await store.load(SampleHistory().key, under: claim)
        record("load")
        let account = SampleRegistry.account(1)
        for user in account.invitations.values {
            _ = try await store.owner(of: .device(user.key))
            _ = try await store.owner(of: .invitation(user.id))
        }
        _ = try await store.owner(of: .device(SampleRegistry.key(2)))
        _ = try await store.owner(of: .local(uid: 1))
        record("owner")
        _ = try await store.account(of: account.user.name)
        record("household")
        _ = try await store.users(after: nil, limit: 1)
        record("users")
        await store.close()
    }

    /// Returns the bytes that this process has read so far, of whatever files.
    private static func bytesRead() -> Int {
        let descriptor = unsafe open("/proc/self/io", O_RDONLY)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(separator: "\n").first.flatMap { Int($0.dropFirst("rchar: ".count)) } ?? 0
    }

    /// Commits until the disk is full (a limit on the size of files stands for it), then makes room
    /// and finds out by claim and load what was written; prints what failed and what was found.
    private static func fill(_ path: String) async throws {
        signal(SIGXFSZ, SIG_IGN)
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        var acknowledged = Revision.zero
        var attempted = Revision.zero
        limitFiles(to: 400_000)
        do throws(StoreError) {
            while true {
                let write = history.write(20)
                attempted = history.revision
                try await store.commit([write], under: claim)
                acknowledged = attempted
            }
        } catch {
            switch error {
            case .unavailable, .full: printLine("unavailable")
            case .indeterminate: printLine("unknownOutcome")
            case .fenced, .notOwner, .conflict, .registryConflict, .damaged, .damagedScene,
                .filesMissing,
                .inUse,
                .unusable,
                .lostChanges, .missing:
                printLine("\(error)")
            }
        }
        limitFiles(to: .max)
        let next = try await store.claim(.all, after: claim.term)
        let found = try await store.load(history.key, under: next)?.revision ?? .zero
        printLine(found == acknowledged ? "before" : found == attempted ? "after" : "between")
        var resumed = SampleHistory(from: try await store.load(history.key, under: next))
        try await store.commit([resumed.write(1)], under: next)
        printLine("resumed")
        await store.close()
    }

    /// Appends changes as one of many processes of a device; prints each number with how many
    /// changes were seen when it was made.
    private static func append(to path: String, count: String) throws {
        var generator = SystemRandomNumberGenerator()
        let directory = try DeviceDatabase(opening: path, name: "phone") {
            .random(using: &generator)
        }
        for _ in 0..<(Int(count) ?? 1) {
            var seen = 0
            let entry = try directory.appendChange(to: SampleHistory().key, madeAt: .now()) {
                view in
                seen = view.entries.count
                return [.addToBadge("inbox", 1)]
            }
            printLine("\(entry?.sequence ?? 0) \(seen) \(directory.device)")
        }
    }

    /// Acquires the sender's lock, prints that, and stays until it is killed.
    private static func holdSenderLock(of path: String) throws {
        let directory = try DeviceDatabase(opening: path, name: "phone") { .daemon }
        let lock = try directory.senderLock(within: .seconds(60))
        printLine(lock == nil ? "late" : "locked")
        while true { pause() }
    }

    private static func limitFiles(to size: rlim_t) {
        var limit = rlimit(rlim_cur: size, rlim_max: .max)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    /// Writes a line past all buffers: a printed event has happened.
    private static func printLine(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    }
}
