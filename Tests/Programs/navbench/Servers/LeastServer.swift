import ArgumentParser
import CSQLite
import CZeroMQ
import Foundation
import ZeroMQ

/// The least server that does the daemon's work on a change: takes it, makes it durable, acknowledges it,
/// publishes it. It has no users, no merging and no state: it shows what libzmq and SQLite cost alone.
///
/// One thread (and libzmq's own): two would take more processor time for the same changes.
struct LeastServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "least-server", abstract: "Serve as the least server; for navbench itself.",
        shouldDisplay: false)

    @Argument(help: "The directory of its sockets and its database.")
    var directory: String

    @Flag(help: "Listen on TCP with CURVE instead of local sockets.")
    var curve = false

    /// The first byte of a request.
    enum RequestKind {
        /// A change follows.
        static let change = UInt8(ascii: "c")
        /// A revision of 8 bytes follows: changes after it are asked for.
        static let fetch = UInt8(ascii: "f")
    }

    /// Changes in one transaction at most.
    static let batch = 1024
    /// Changes in one message of those that are fetched.
    static let page = 100
    /// The first publication to every subscriber.
    static let welcome = Array("welcome".utf8)

    func run() throws {
        let keys = try CurveKeyPair.generate()
        let context = try RawContext()
        let router = try RawSocket(.router, in: context, capacity: 4096)
        let publisher = try RawSocket(.xpub, in: context, capacity: 4096)
        if curve {
            for socket in [router, publisher] {
                try socket.set(ZMQ_CURVE_SERVER, 1)
                try socket.set(ZMQ_CURVE_SECRETKEY, keys.secretKey.bytes)
            }
        }
        try publisher.set(ZMQ_XPUB_NODROP, 1)
        try publisher.set(ZMQ_XPUB_VERBOSE, 1)
        try publisher.set(ZMQ_XPUB_WELCOME_MSG, Self.welcome)
        let requests = try router.bind(
            curve ? "tcp://127.0.0.1:*" : "ipc://\(directory)/least.sock")
        let feed = try publisher.bind(curve ? "tcp://127.0.0.1:*" : "ipc://\(directory)/feed.sock")
        let log = try LeastLog("\(directory)/least.db")
        let line = "ready \(requests) \(feed) \(keys.publicKey.z85)\n"
        try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        try serve(router, publisher, log)
    }

    /// A change on its way from its request to its acknowledgement.
    private struct Taken {
        /// The sender.
        var peer: [UInt8]
        /// The request.
        var body: [UInt8]
        var length = 0
    }

    private func serve(_ router: RawSocket, _ publisher: RawSocket, _ log: LeastLog) throws {
        let poller = Poller([.socket(router), .socket(publisher)])
        let parent = getppid()
        var taken = (0..<Self.batch).map { _ in
            Taken(peer: [], body: [UInt8](repeating: 0, count: 1 + Work.length))
        }
        var acknowledgement = [UInt8](repeating: 0, count: 8)
        while getppid() == parent {
            try poller.wait(milliseconds: 1000)
            // Subscriptions, which libzmq takes up only while the socket is in use.
            if poller.isReadable(1) { while try publisher.receive() != nil {} }
            guard poller.isReadable(0) else { continue }
            var count = 0
            while count < Self.batch, let peerLength = try router.receive() {
                if !taken[count].peer.elementsEqual(router.inbox[..<peerLength]) {
                    taken[count].peer = Array(router.inbox[..<peerLength])
                }
                guard let length = try router.receive() else { throw Fault("half a request") }
                if router.inbox[0] == RequestKind.fetch {
                    try answer(router, taken[count].peer, log)
                } else if length == 1 + Work.length {
                    taken[count].body.replaceSubrange(
                        0..<length, with: router.inbox[..<length])
                    count += 1
                }
            }
            guard count > 0 else { continue }
            if count > 1 { try log.begin() }
            for index in 0..<count { try log.append(taken[index].body) }
            if count > 1 { try log.commit() }
            let first = log.revision - UInt64(count) + 1
            for index in 0..<count {
                Fixed.write(first + UInt64(index), to: &acknowledgement, at: 0)
                try publisher.send(taken[index].body)
                try router.send(taken[index].peer, more: true)
                try router.send(acknowledgement)
            }
        }
    }

    private func answer(_ router: RawSocket, _ peer: [UInt8], _ log: LeastLog) throws {
        let after = Fixed.read(router.inbox, at: 1)
        try log.read(after: after, page: Self.page) { page in
            try router.send(peer, more: true)
            try router.send(page)
        }
    }
}

/// Numbers of eight bytes, the least significant first.
enum Fixed {
    /// Writes a number at a place.
    static func write(_ number: UInt64, to bytes: inout [UInt8], at place: Int) {
        for index in 0..<8 {
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
        }
    }

    /// Reads the number at a place.
    static func read(_ bytes: [UInt8], at place: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }
}

/// The log of the least server: a table of revisions and changes, synced by every commit.
@safe
private final class LeastLog {
    private let database: OpaquePointer
    private let insertion: OpaquePointer
    private let selection: OpaquePointer
    private let beginning: OpaquePointer
    private let ending: OpaquePointer

    init(_ path: String) throws {
        var handle: OpaquePointer?
        guard unsafe sqlite3_open(path, &handle) == SQLITE_OK, let opened = unsafe handle else {
            throw Fault("can't open \(path)")
        }
        unsafe database = opened
        let schema = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE log (revision INTEGER PRIMARY KEY, change BLOB)
            """
        guard unsafe sqlite3_exec(opened, schema, nil, nil, nil) == SQLITE_OK else {
            throw Fault("can't make the log")
        }
        unsafe insertion = try Self.prepare("INSERT INTO log (change) VALUES (?)", opened)
        unsafe selection = try Self.prepare(
            "SELECT change FROM log WHERE revision > ? ORDER BY revision", opened)
        unsafe beginning = try Self.prepare("BEGIN", opened)
        unsafe ending = try Self.prepare("COMMIT", opened)
    }

    /// The last revision.
    var revision: UInt64 { unsafe UInt64(sqlite3_last_insert_rowid(database)) }

    func begin() throws { try unsafe step(beginning) }

    func commit() throws { try unsafe step(ending) }

    /// Appends a request's change.
    func append(_ request: [UInt8]) throws {
        try unsafe request.withUnsafeBytes { bytes in
            let change = unsafe bytes.baseAddress.map { unsafe $0 + 1 }
            unsafe sqlite3_bind_blob(insertion, 1, change, Int32(bytes.count - 1), nil)
            try unsafe step(insertion)
        }
    }

    /// Hands over the changes after a revision, `page` of them at a time.
    func read(after revision: UInt64, page: Int, _ take: ([UInt8]) throws -> Void) throws {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(page * Work.length)
        unsafe sqlite3_bind_int64(selection, 1, Int64(revision))
        while unsafe sqlite3_step(selection) == SQLITE_ROW {
            let change = unsafe UnsafeRawBufferPointer(
                start: sqlite3_column_blob(selection, 0),
                count: Int(sqlite3_column_bytes(selection, 0)))
            unsafe bytes.append(contentsOf: change)
            if bytes.count == page * Work.length {
                try take(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        unsafe sqlite3_reset(selection)
        if !bytes.isEmpty { try take(bytes) }
    }

    private func step(_ statement: OpaquePointer) throws {
        let result = unsafe sqlite3_step(statement)
        unsafe sqlite3_reset(statement)
        guard result == SQLITE_DONE else {
            throw Fault("the log failed: \(unsafe String(cString: sqlite3_errmsg(database)))")
        }
    }

    private static func prepare(_ text: String, _ database: OpaquePointer) throws -> OpaquePointer {
        var statement: OpaquePointer?
        unsafe sqlite3_prepare_v2(database, text, -1, &statement, nil)
        guard let statement = unsafe statement else { throw Fault("can't prepare \(text)") }
        return unsafe statement
    }
}
