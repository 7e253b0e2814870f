internal import Glibc

/// Standard output and standard error: the one place where this process prints.
///
/// It takes ``TerminalText`` alone, so that nobody can forget the filter.
package enum StandardStream: Sendable {
    /// Results.
    case output
    /// Diagnostics: the fault and the way out.
    case error

    /// The descriptor's number.
    package var descriptor: Int32 {
        switch self {
        case .output: STDOUT_FILENO
        case .error: STDERR_FILENO
        }
    }

    /// A Boolean value indicating whether a person reads it.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes all of a text, in one write if the system takes it whole. Blocks.
    package func write(_ text: TerminalText) throws(StreamError) {
        try TextStream(descriptor: descriptor).write(text)
    }
}

/// A descriptor that text is printed on.
package struct TextStream: Sendable {
    /// Its number.
    package let descriptor: Int32

    /// Any descriptor, which stays its owner's.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes all of a text, in one write if the system takes it whole. Blocks.
    package func write(_ text: TerminalText) throws(StreamError) {
        var rest = Array(text.description.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&poller, 1, -1)
            } else if count == 0 || errno != EINTR {
                throw StreamError(number: errno)
            }
        }
    }
}

/// The reason why a stream can't be written to.
package struct StreamError: Error, Hashable, Sendable {
    /// The system's number: `EPIPE` where nobody reads any more.
    package let number: Int32
}
