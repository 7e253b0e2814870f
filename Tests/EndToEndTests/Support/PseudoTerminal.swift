import Foundation
import Glibc
import Synchronization

/// A terminal with a person at it, for programs that ask.
final class PseudoTerminal: Sendable {
    /// What a program opens.
    let path: String
    private let descriptor: Int32
    private let shown = Mutex<[UInt8]>([])

    init() throws {
        descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: CInt = 0
        var number: CUnsignedInt = 0
        guard descriptor >= 0, unsafe ioctl(descriptor, Self.setLock, &unlocked) == 0,
            unsafe ioctl(descriptor, Self.getNumber, &number) == 0
        else { throw NeverCame("no terminal") }
        path = "/dev/pts/\(number)"
        // A hundred columns, so that drawings have room.
        var size = winsize(ws_row: 60, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
        Thread.detachNewThread { self.follow() }
    }

    /// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), whose definitions Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    /// All that a person has seen.
    var text: String { String(decoding: shown.withLock { $0 }, as: UTF8.self) }

    /// Types.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(descriptor, bytes, bytes.count)
    }

    /// Waits until a person sees `text`.
    func see(_ text: String) async throws {
        try await within(patience, "'\(text)' on the terminal, which shows: \(self.text)") {
            while !self.text.contains(text) {
                try Task.checkCancellation()
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Ends it, as somebody who closes the window.
    func hangUp() {
        close(descriptor)
    }

    private func follow() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            // Without a program at the other side a terminal can't be read: another may come.
            if count < 0, errno == EIO {
                usleep(10_000)
                continue
            }
            guard count > 0 else { return }
            shown.withLock { $0 += buffer[..<count] }
        }
    }
}
