internal import CZeroMQ
internal import Glibc

extension Socket {
    /// Sets an option: before the `bind` or `connect` that it is for, with few exceptions.
    ///
    /// Throws ``ZeroMQError/Code/invalid`` for a value that libzmq does not accept, or an option
    /// that this type of socket does not have.
    package func set<Value>(
        _ option: SocketOption<Value>, to value: Value
    ) throws(ZeroMQError) {
        // The value stays out of the message: it may be a key.
        let operation = "set \(option.name) on a \(type) socket"
        guard let bytes = option.codec.encode(value) else { throw ZeroMQError(.invalid, operation) }
        try setRaw(option.rawValue, bytes, operation)
    }

    /// Returns the value of an option.
    package func get<Value>(_ option: SocketOption<Value>) throws(ZeroMQError) -> Value {
        try read(option.rawValue, option.name, option.codec)
    }

    /// Returns the value of a property.
    package func get<Value>(_ property: SocketProperty<Value>) throws(ZeroMQError) -> Value {
        try read(property.rawValue, property.name, property.codec)
    }

    /// Makes a SUB socket receive messages that begin with `topic`; with an empty one, all.
    ///
    /// Each call has to be undone by one ``unsubscribe(_:)``. Before `connect` none is missed.
    /// Throws ``ZeroMQError/Code/invalid`` for topics over ``maximumTopicLength``, which libzmq
    /// 4.3.4 would accept and never pass on.
    package func subscribe(_ topic: [UInt8]) throws(ZeroMQError) {
        let operation = "subscribe on a \(type) socket"
        guard topic.count <= Self.maximumTopicLength else {
            throw ZeroMQError(.invalid, "\(operation) to a topic of \(topic.count) bytes")
        }
        try setRaw(ZMQ_SUBSCRIBE, topic, operation)
    }

    /// Undoes one ``subscribe(_:)``.
    package func unsubscribe(_ topic: [UInt8]) throws(ZeroMQError) {
        try setRaw(ZMQ_UNSUBSCRIBE, topic, "unsubscribe on a \(type) socket")
    }

    /// The longest topic that libzmq 4.3.4 subscribes, in bytes.
    package static let maximumTopicLength = 245

    private func setRaw(
        _ option: Int32, _ bytes: [UInt8], _ operation: String
    ) throws(ZeroMQError) {
        let handle = try unsafe openHandle(operation)
        while unsafe zmq_setsockopt(handle, option, bytes, bytes.count) != 0 {
            guard zmq_errno() == EINTR else { throw .last(operation) }
        }
    }

    private func read<Value>(
        _ option: Int32, _ name: String, _ codec: OptionCodec<Value>
    ) throws(ZeroMQError) -> Value {
        let operation = "read \(name) of a \(type) socket"
        let handle = try unsafe openHandle(operation)
        var bytes = [UInt8](repeating: 0, count: codec.capacity)
        var size = bytes.count
        while unsafe zmq_getsockopt(handle, option, &bytes, &size) != 0 {
            guard zmq_errno() == EINTR else { throw .last(operation) }
            size = bytes.count
        }
        guard let value = codec.decode(Array(bytes.prefix(size))) else {
            throw ZeroMQError(.invalid, operation)
        }
        return value
    }
}
