/// A message that a ROUTER received, in a protocol of one frame a message.
package struct RoutedMessage: ~Copyable, Sendable {
    /// The connection that brought it, and that a reply goes to.
    package let sender: RoutingID
    /// The first frame after the routing id; its properties identify the sender.
    package let payload: Message
    /// A Boolean value indicating whether more frames followed. They were dropped: in such a
    /// protocol they are a violation.
    package let hadMoreFrames: Bool

    /// Joins the parts.
    init(sender: RoutingID, payload: consuming Message, hadMoreFrames: Bool) {
        self.sender = sender
        self.payload = payload
        self.hadMoreFrames = hadMoreFrames
    }

    /// Gives the payload away, to a caller that keeps it.
    package consuming func takePayload() -> Message { payload }
}

/// A ROUTER's name of one connection: up to 255 bytes, which it generates itself as a rule.
///
/// Valid while the connection is open. Not to be shown to anyone: its description and its mirror do
/// not contain it.
package struct RoutingID: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The id's bytes. Those that a ROUTER generates are five: up to eight need no allocation.
    private enum Storage: Hashable {
        case short(UInt64, count: UInt8)
        case long([UInt8])
    }

    private let storage: Storage

    /// Takes the bytes of the frame that a ROUTER puts before a message.
    package init(_ bytes: RawSpan) {
        guard bytes.byteCount <= 8 else {
            storage = unsafe .long(bytes.withUnsafeBytes { unsafe [UInt8]($0) })
            return
        }
        var word: UInt64 = 0
        for offset in bytes.byteOffsets.reversed() {
            word =
                unsafe word << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
        }
        storage = .short(word, count: UInt8(bytes.byteCount))
    }

    /// Takes the bytes of an array.
    package init(_ bytes: [UInt8]) {
        unsafe self.init(bytes.span.bytes)
    }

    /// Lends the bytes to `body`, without an allocation for the ids that a ROUTER generates.
    package func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .short(let word, let count):
            let bytes = InlineArray<8, UInt8> { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            return try unsafe body(bytes.span.bytes.extracting(first: Int(count)))
        case .long(let bytes):
            return try unsafe body(bytes.span.bytes)
        }
    }

    /// The length in bytes, and nothing more.
    package var description: String {
        switch storage {
        case .short(_, let count): "RoutingID(\(count) bytes)"
        case .long(let bytes): "RoutingID(\(bytes.count) bytes)"
        }
    }

    /// Shows nothing to `dump` and to debuggers either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
