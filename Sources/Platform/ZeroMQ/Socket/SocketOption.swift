/// An option of a socket that can be set and read, with the type of its value.
///
/// Those that this list lacks are left out on purpose; `XPUB_MANUAL` uses freed memory in 4.3.4.
public struct SocketOption<Value>: Sendable {
    /// The name in `zmq_setsockopt(3)`, without `ZMQ_`.
    public let name: String
    /// The constant of `zmq.h`.
    let rawValue: Int32
    /// The conversion between the value and its bytes.
    let codec: OptionCodec<Value>

    /// Joins the parts.
    init(_ name: String, _ rawValue: Int32, _ codec: OptionCodec<Value>) {
        self.name = name
        self.rawValue = rawValue
        self.codec = codec
    }
}

/// A value of a socket that can only be read.
public struct SocketProperty<Value>: Sendable {
    /// The name in `zmq_getsockopt(3)`, without `ZMQ_`.
    public let name: String
    /// The constant of `zmq.h`.
    let rawValue: Int32
    /// The conversion between the value and its bytes.
    let codec: OptionCodec<Value>

    /// Joins the parts.
    init(_ name: String, _ rawValue: Int32, _ codec: OptionCodec<Value>) {
        self.name = name
        self.rawValue = rawValue
        self.codec = codec
    }
}
