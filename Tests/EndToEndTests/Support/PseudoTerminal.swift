import Foundation
import Glibc
import Synchronization

/// A terminal with a person at it, for programs that ask; hung up with its last reference.
final class PseudoTerminal: Sendable {
    /// The path that a program opens.
    let path: String
    private let line: Line

    init() throws {
        let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: CInt = 0
        var number: CUnsignedInt = 0
        guard descriptor >= 0, unsafe ioctl(descriptor, Self.setLock, &unlocked) == 0,
            unsafe ioctl(descriptor, Self.getNumber, &number) == 0
        else { throw NeverCame("no terminal") }
        path = "/dev/pts/\(number)"
        let line = Line(descriptor)
        self.line = line
        // A hundred columns, so that drawings have room.
        line.resize(columns: 100, rows: 60)
        Thread.detachNewThread { line.follow() }
    }

    deinit {
        line.hangUp()
    }

    /// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), whose definitions Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    /// All that a person has seen.
    var text: String { line.text }

    /// Types.
    func type(_ text: String) {
        line.write(Array(text.utf8))
    }

    /// Makes it larger or smaller.
    func resize(columns: UInt16, rows: UInt16) {
        line.resize(columns: columns, rows: rows)
    }

    /// A Boolean value indicating whether lines are edited and shown by the terminal itself, as a
    /// shell leaves it to its programs.
    var isCooked: Bool {
        let flags = line.localFlags
        return flags & tcflag_t(ICANON) != 0 && flags & tcflag_t(ECHO) != 0
    }

    /// Waits until a person sees `text`.
    func see(_ text: String) async throws {
        try await within(timeout, "'\(text)' on the terminal, which shows: \(self.text)") {
            while !self.text.contains(text) {
                try Task.checkCancellation()
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Ends it, as somebody who closes the window.
    func hangUp() {
        line.hangUp()
    }
}

/// The person's end of a terminal. The thread that reads it is the one that closes it: a number that
/// another closes may be another file's by the time it is read again.
private final class Line: Sendable {
    private let descriptor: Int32
    /// Two sockets: the first is readable once the second is shut down, to hang up.
    private let ending: [Int32]
    private let shown = Mutex<[UInt8]>([])
    private let isHungUp = Mutex(false)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var ending: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        _ = unsafe socketpair(AF_UNIX, type, 0, &ending)
        self.ending = ending
    }

    deinit {
        for end in ending { close(end) }
    }

    var text: String { String(decoding: shown.withLock { $0 }, as: UTF8.self) }

    func write(_ bytes: [UInt8]) {
        isHungUp.withLock { isHungUp in
            guard !isHungUp else { return }
            _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
        }
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// The settings of input that programs change.
    var localFlags: tcflag_t {
        var settings = termios()
        _ = unsafe tcgetattr(descriptor, &settings)
        return settings.c_lflag
    }

    func hangUp() {
        isHungUp.withLock { isHungUp in
            isHungUp = true
            shutdown(ending[1], Int32(SHUT_RDWR))
        }
    }

    /// Reads until it is hung up, and closes it.
    func follow() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnding(within: -1, orReadable: descriptor) {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count > 0 {
                shown.withLock { $0 += buffer[..<count] }
            } else if count == 0 || (errno != EINTR && errno != EIO) {
                break
            } else if isEnding(within: 10) {
                // Without a program at the other side a terminal can't be read: another may come.
                break
            }
        }
        isHungUp.withLock { isHungUp in
            isHungUp = true
            close(descriptor)
        }
    }

    /// A Boolean value indicating whether it is to be hung up, told at once or after `milliseconds`,
    /// or as soon as there is something to read.
    private func isEnding(within milliseconds: Int32, orReadable other: Int32 = -1) -> Bool {
        var events = [
            pollfd(fd: ending[0], events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&events, 2, milliseconds)
        return events[0].revents != 0
    }
}
