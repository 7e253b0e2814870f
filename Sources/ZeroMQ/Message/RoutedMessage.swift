/// What a ROUTER received, in a protocol of one frame a message.
public struct RoutedMessage: ~Copyable, Sendable {
    /// The connection that it came by, and that an answer goes to.
    public let sender: RoutingID
    /// The first frame after the routing id; its properties say who sent it.
    public let payload: Message
    /// Whether more frames followed. They were dropped: in such a protocol that is an offence.
    public let hadMoreFrames: Bool

    /// Joins the parts.
    init(sender: RoutingID, payload: consuming Message, hadMoreFrames: Bool) {
        self.sender = sender
        self.payload = payload
        self.hadMoreFrames = hadMoreFrames
    }

    /// Gives the payload away, for one who keeps it.
    public consuming func takePayload() -> Message { payload }
}
