import Glibc
import Logging
import NavigationText
import Synchronization
import Testing

@testable import navsyncd

@Suite("The log of the daemon")
struct LogTests {
    private static let record = LogRecord(
        level: .warning, message: "refused",
        fields: [
            LogRecord.Field(key: "nav.device.id", value: "phone"),
            LogRecord.Field(key: "nav.reason", value: "no \"key\"\nPRIORITY=0"),
        ], origin: nil)

    @Test("An entry of the journal has its fields, and a line end in one begins no other")
    func journalEntry() {
        let bytes = JournalEntry.bytes(of: Self.record)
        let message = #"refused nav.device.id=phone nav.reason="no \"key\"\nPRIORITY=0""#
        let value = "no \"key\"\nPRIORITY=0"
        let expected =
            Array(
                """
                MESSAGE=\(message)
                PRIORITY=4
                SYSLOG_IDENTIFIER=navsyncd
                NAV_EVENT=refused
                NAV_DEVICE_ID=phone
                NAV_REASON

                """.utf8) + [UInt8(value.utf8.count), 0, 0, 0, 0, 0, 0, 0] + value.utf8 + [0x0a]
        #expect(bytes == expected)
    }

    @Test(
        "Every level has its priority",
        arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
    func priorities(level: Logger.Level, priority: Int) {
        #expect(JournalEntry.priority(of: level) == priority)
    }

    @Test("A key becomes a field that can't be taken for one of the journal's")
    func names() {
        #expect(JournalEntry.name(of: "nav.device.id") == "NAV_DEVICE_ID")
        #expect(JournalEntry.name(of: "PRIORITY") == "NAV_PRIORITY")
        #expect(JournalEntry.name(of: "_uid") == "NAV__UID")
        #expect(JournalEntry.name(of: "é=\n").allSatisfy { $0.isLetter || $0 == "_" })
        #expect(JournalEntry.name(of: String(repeating: "a", count: 100)).count == 64)
    }

    @Test("An entry fits into a datagram, whatever its content")
    func bounded() {
        let long = String(repeating: "x", count: 1 << 16)
        let fields = (0..<100).map { LogRecord.Field(key: "k\($0)", value: long) }
        let record = LogRecord(level: .info, message: long, fields: fields, origin: nil)
        #expect(JournalEntry.bytes(of: record).count < 150_000)
    }

    @Test("A line is one line, in colour on a terminal only")
    func lines() {
        let time = timespec(tv_sec: 1_700_000_000, tv_nsec: 7_000_000)
        let plain = LineSink.line(Self.record, at: time, .plain).description
        #expect(
            plain == "2023-11-14T22:13:20.007Z warning refused nav.device.id=phone "
                + #"nav.reason="no \"key\"\nPRIORITY=0""#)
        let terminal = LineSink.line(Self.record, at: time, .terminal).description
        #expect(terminal.contains("\u{1b}[33mwarning\u{1b}[0m  refused"))
        #expect(!terminal.contains("\n"))
    }

    @Test("Hostile texts can't style, turn or end an entry's line, nor make it endless")
    func hostile() {
        let words = "\u{1b}[31m\u{9b}2J\u{202e}\u{2028}\r\nnavsyncd: all is well"
        let record = LogRecord(
            level: .error, message: words,
            fields: [
                LogRecord.Field(key: words, value: words),
                LogRecord.Field(key: "k", value: String(repeating: "x", count: 1 << 20)),
            ], origin: nil)
        let line = LineSink.line(record, at: timespec(), .plain).description
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{9b}" })
        #expect(!line.unicodeScalars.contains("\u{202e}"))
        #expect(!line.unicodeScalars.contains("\u{2028}"))
        #expect(line.utf8.count < 6_000)
        let entry = JournalEntry.bytes(of: record)
        #expect(!entry.contains(0x1b))
        #expect(!String(decoding: entry, as: UTF8.self).unicodeScalars.contains("\u{202e}"))
    }

    @Test("Standard error is the journal if it is the very stream that the manager names")
    func destination() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var status = stat()
        unsafe fstat(ends[1], &status)
        let name = "\(status.st_dev):\(status.st_ino)"
        #expect(LogDestination.isJournal(ends[1], name))
        #expect(!LogDestination.isJournal(ends[1], "\(status.st_dev):\(status.st_ino + 1)"))
        #expect(!LogDestination.isJournal(ends[1], nil))
        #expect(!LogDestination.isJournal(ends[1], "8:"))
        #expect(!LogDestination.isJournal(-1, name))
    }

    @Test("Log entries reach the journal's socket; without one, standard error")
    func sink() throws {
        let journal = try DatagramSocket()
        let fallback = Remembered()
        let sink = try #require(JournalSink(path: journal.path, fallback: fallback))
        sink.write(Self.record)
        #expect(journal.receive() == JournalEntry.bytes(of: Self.record))
        #expect(fallback.messages.isEmpty)
        journal.close()
        sink.write(Self.record)
        #expect(fallback.messages == ["refused"])
    }

    @Test("A burst that the journal's queue does not take arrives whole and in order")
    func burst() throws {
        let journal = try DatagramSocket()
        defer { journal.close() }
        let sink = try #require(JournalSink(path: journal.path, fallback: Remembered()))
        let records = (0..<2_000).map {
            LogRecord(level: .info, message: "entry \($0)", fields: [], origin: nil)
        }
        for record in records { sink.write(record) }
        for record in records {
            try #require(journal.receive(within: 30) == JournalEntry.bytes(of: record))
        }
        // Afterwards it sends directly again.
        sink.write(Self.record)
        #expect(journal.receive(within: 30) == JournalEntry.bytes(of: Self.record))
    }

    @Test("A journal that stays behind loses entries without a delay, and gets their count")
    func overflow() throws {
        let journal = try DatagramSocket()
        defer { journal.close() }
        let fallback = Remembered()
        let sink = try #require(JournalSink(path: journal.path, fallback: fallback))
        let text = String(repeating: "x", count: 4_000)
        let record = LogRecord(level: .info, message: text, fields: [], origin: nil)
        for _ in 0..<2_000 { sink.write(record) }
        var received = 0
        while true {
            let entry = journal.receive(within: 30)
            guard entry == JournalEntry.bytes(of: record) else {
                let note = String(decoding: entry, as: UTF8.self)
                #expect(note.contains("NAV_COUNT=\(2_000 - received)\n"), "\(note)")
                break
            }
            received += 1
        }
        #expect((1..<2_000).contains(received))
        #expect(fallback.messages.isEmpty)
    }

    @Test("A journal that goes away behind a burst gets the count of what it lost when it is back")
    func returning() throws {
        let journal = try DatagramSocket()
        let fallback = Remembered()
        let sink = try #require(JournalSink(path: journal.path, fallback: fallback))
        for _ in 0..<2_000 { sink.write(Self.record) }
        journal.close()
        // The thread that sends the burst fails, and from then on entries go to the fallback.
        let end = ContinuousClock.now + .seconds(30)
        while fallback.messages.isEmpty {
            try #require(ContinuousClock.now < end)
            sink.write(Self.record)
        }
        let back = try DatagramSocket(at: journal.path)
        defer { back.close() }
        sink.write(Self.record)
        #expect(back.receive(within: 30) == JournalEntry.bytes(of: Self.record))
        let note = String(decoding: back.receive(within: 30), as: UTF8.self)
        #expect(note.contains("NAV_EVENT=log entries lost\n"), "\(note)")
    }

    @Test("The level of all loggers changes at once, and where a line is from shows at debug only")
    func threshold() {
        let sink = Remembered()
        let threshold = LogThreshold(.info)
        let logger = Logger(label: "a") { _ in
            DaemonLogHandler(sink: sink, threshold: threshold)
        }
        logger.debug("one")
        logger.info("two", metadata: ["b": "2", "a": "1"])
        threshold.level = .debug
        logger.debug("three")
        #expect(sink.messages == ["two", "three"])
        #expect(sink.records.map { $0.origin == nil } == [true, false])
        #expect(sink.records[0].fields.map(\.key) == ["a", "b"])
    }
}

/// A log that is kept.
private final class Remembered: LogSink {
    private let kept = Mutex<[LogRecord]>([])

    var records: [LogRecord] { kept.withLock { $0 } }
    var messages: [String] { records.map(\.message) }

    func write(_ record: LogRecord) {
        kept.withLock { $0.append(record) }
    }
}

/// A socket where a journal would listen.
private struct DatagramSocket {
    let path: String
    private let descriptor: Int32

    init(at path: String = "/tmp/nav-journal-\(UInt32.random(in: 0 ... .max))") throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    /// The next datagram; nothing if there is none within some seconds.
    func receive(within seconds: Int32 = 0) -> [UInt8] {
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&readable, 1, seconds * 1_000)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return Array(buffer[..<max(0, count)])
    }

    func close() {
        _ = Glibc.close(descriptor)
        _ = unsafe unlink(path)
    }
}
