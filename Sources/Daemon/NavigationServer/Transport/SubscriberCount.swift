/// The number of subscriptions to each topic of the feed, by what libzmq passes on of them.
///
/// Never less than libzmq has, as nobody may miss what is published. It may be more, of a client that
/// breaks the protocol: then messages are published to nobody, as long as the daemon runs.
struct SubscriberCount {
    private var counts: [[UInt8]: Int] = [:]

    /// Records the beginning of a subscription, of a connection that ends soon if it is `nil`.
    mutating func begin(_ topic: [UInt8], by connection: Connection?) {
        // libzmq has one of each topic and connection.
        if connection?.subscribe(to: topic) ?? true { counts[topic, default: 0] += 1 }
    }

    /// Records the end of a subscription; returns `true` if it was the last one to its topic.
    ///
    /// - Parameters:
    /// - connection: the connection; `nil` if it has ended.
    /// - isSent: whether the connection sent it. Otherwise libzmq has ended the connection, and with
    ///     it the subscriptions that it had.
    mutating func end(_ topic: [UInt8], by connection: Connection?, isSent: Bool) -> Bool {
        guard connection?.unsubscribe(from: topic) ?? !isSent, let count = counts[topic] else {
            return false
        }
        counts[topic] = count > 1 ? count - 1 : nil
        return count == 1
    }
}
