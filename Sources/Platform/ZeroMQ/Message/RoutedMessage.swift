/// A message that a ROUTER received, in a protocol of one frame a message.
public struct RoutedMessage: ~Copyable, Sendable {
    /// The connection that brought it, and that a reply goes to.
    public let sender: RoutingID
    /// The first frame after the routing id; its properties identify the sender.
    public let payload: Message
    /// A Boolean value indicating whether more frames followed. They were dropped: in such a
    /// protocol they are a violation.
    public let hadMoreFrames: Bool

    /// Joins the parts.
    init(sender: RoutingID, payload: consuming Message, hadMoreFrames: Bool) {
        self.sender = sender
        self.payload = payload
        self.hadMoreFrames = hadMoreFrames
    }

    /// Gives the payload away, to a caller that keeps it.
    public consuming func takePayload() -> Message { payload }
}
