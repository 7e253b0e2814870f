internal import CZeroMQ
internal import Glibc
package import POSIX

/// An error of libzmq, or of this binding.
///
/// Events of normal operation are no errors: a full queue and a peer that left are values of
/// ``SendResult``, an empty queue is `nil`.
package struct ZeroMQError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause, for programs to switch over.
    package let code: Code
    /// The operation that failed, with its object: `bind to tcp://127.0.0.1:5555`.
    package let operation: String

    /// An error found by the binding, or reported by libzmq.
    package init(_ code: Code, _ operation: String) {
        self.code = code
        self.operation = operation
    }

    /// A thread that could not be started.
    package init(_ error: ThreadError) {
        self.init(Code(rawValue: error.code), "start the thread “\(error.name)”")
    }

    /// The error that libzmq's last call on this thread left in `errno`.
    ///
    /// Call it directly after the call that failed.
    package static func last(_ operation: @autoclosure () -> String) -> ZeroMQError {
        let code = Code(rawValue: zmq_errno())
        return ZeroMQError(code, operation())
    }

    /// A sentence with the cause and its `errno` name, and one with the remedy.
    package var description: String {
        "can't \(operation): \(code.meaning) (\(code.name)). \(code.advice)"
    }
}

extension ZeroMQError {
    /// An `errno` value of Linux or of libzmq.
    package struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The value of `errno`.
        package let rawValue: Int32

        /// Wraps any `errno` value.
        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The name in `errno.h` or `zmq.h`, as ``name``.
        package var description: String { name }
    }
}

extension ZeroMQError.Code {
    /// The address is bound already, by this or by another process.
    package static let addressInUse = Self(rawValue: EADDRINUSE)
    /// The address is not one of this host.
    package static let addressNotAvailable = Self(rawValue: EADDRNOTAVAIL)
    /// Access was denied by the permissions of a file or of a port below 1024.
    package static let permissionDenied = Self(rawValue: EACCES)
    /// An IPC path is longer than ``Endpoint/maximumPathLength`` bytes.
    package static let pathTooLong = Self(rawValue: ENAMETOOLONG)
    /// A directory of an IPC path, or the interface of an address, does not exist.
    package static let notFound = Self(rawValue: ENOENT)
    /// The name does not resolve to a device or an address.
    package static let noDevice = Self(rawValue: ENODEV)
    /// A value or an endpoint that libzmq does not accept.
    package static let invalid = Self(rawValue: EINVAL)
    /// The transport is not in this build of libzmq.
    package static let transportUnsupported = Self(rawValue: EPROTONOSUPPORT)
    /// The transport does not go with the socket's type.
    package static let transportIncompatible = Self(rawValue: czmq_enocompatproto)
    /// Not possible for this type of socket, or with this library.
    package static let unsupported = Self(rawValue: ENOTSUP)
    /// A REQ or REP socket was used out of turn.
    package static let outOfTurn = Self(rawValue: czmq_efsm)
    /// The context is shut down.
    package static let terminated = Self(rawValue: czmq_eterm)
    /// The socket is closed.
    package static let closed = Self(rawValue: ENOTSOCK)
    /// The process has no file descriptor left, or the context no socket.
    package static let tooManyOpen = Self(rawValue: EMFILE)
    /// Memory ran out.
    package static let outOfMemory = Self(rawValue: ENOMEM)
    /// The system refused a resource for now: a thread, most likely.
    package static let tryAgain = Self(rawValue: EAGAIN)
    /// The operation did not finish within its timeout.
    package static let timedOut = Self(rawValue: ETIMEDOUT)
    /// No I/O thread is there to carry the connection.
    package static let noThread = Self(rawValue: czmq_emthread)

    /// The name in `errno.h` or `zmq.h`; `errno N` where the binding knows none.
    package var name: String { entry?.name ?? "errno \(rawValue)" }

    /// The cause, as the start or the middle of a sentence.
    var meaning: String {
        unsafe entry?.meaning ?? String(validatingCString: unsafe zmq_strerror(rawValue)) ?? name
    }

    /// The remedy, for the reader of the message: a whole sentence.
    var advice: String {
        entry?.advice ?? "Look the name up in the manual page of the call: man 7 zmq."
    }

    private var entry: (name: String, meaning: String, advice: String)? {
        Self.entries[self]
    }

    private static let entries: [Self: (name: String, meaning: String, advice: String)] = [
        .addressInUse: (
            "EADDRINUSE", "the address is in use",
            "Stop the process that holds it (ss -lxtp shows it), or choose another address."
        ),
        .addressNotAvailable: (
            "EADDRNOTAVAIL", "the address is not one of this host",
            "Use an address that `ip address` lists, or * for all of them."
        ),
        .permissionDenied: (
            "EACCES", "permission denied",
            "Check the owner and mode of the directory; a port below 1024 needs a privilege."
        ),
        .pathTooLong: (
            "ENAMETOOLONG", "the path is too long for a socket",
            "An IPC path holds at most \(Endpoint.maximumPathLength) bytes: choose a shorter one."
        ),
        .notFound: (
            "ENOENT", "a directory on the path does not exist", "Create the directory first."
        ),
        .noDevice: (
            "ENODEV", "unknown host or interface",
            "Check the spelling, and that the name resolves on this host."
        ),
        .invalid: (
            "EINVAL", "a value is not valid", "Check the value against the option or endpoint."
        ),
        .transportUnsupported: (
            "EPROTONOSUPPORT", "this libzmq was built without the transport",
            "Use tcp, ipc or inproc."
        ),
        .transportIncompatible: (
            "ENOCOMPATPROTO", "the transport is incompatible with the socket type",
            "Use tcp, ipc or inproc."
        ),
        .unsupported: (
            "ENOTSUP", "not supported", "Check the socket's type and libzmq's version."
        ),
        .outOfTurn: (
            "EFSM", "operation not allowed in the socket's current state",
            "A REQ or REP socket sends and receives alternately: finish the other half first."
        ),
        .terminated: (
            "ETERM", "the context is shut down", "Close the socket; it will receive nothing more."
        ),
        .closed: ("ENOTSOCK", "the socket is closed", "Open a new one."),
        .tooManyOpen: (
            "EMFILE", "too many open files or sockets",
            "Raise LimitNOFILE (ulimit -n) or the context's maximum of sockets, or close some."
        ),
        .outOfMemory: (
            "ENOMEM", "out of memory", "Give the process more memory, or reduce its load."
        ),
        .tryAgain: (
            "EAGAIN", "resource temporarily unavailable",
            "Try later; check the limits of threads and of memory."
        ),
        .timedOut: (
            "ETIMEDOUT", "timed out",
            "Check for open sockets: each one delays the end of its context."
        ),
        .noThread: (
            "EMTHREAD", "the context has no I/O thread", "Give the context one I/O thread or more."
        ),
    ]
}
