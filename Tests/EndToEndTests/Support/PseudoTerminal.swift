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
        descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
            let name = unsafe ptsname(descriptor)
        else { throw NeverCame("no terminal") }
        path = unsafe String(cString: name)
        // A hundred columns, so that drawings have room.
        var size = winsize(ws_row: 60, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
        Thread.detachNewThread { self.follow() }
    }

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
