package import NavigationWire

/// What the ZAP handler calls one connection, and libzmq repeats with all that comes by it: whose
/// it is, and the number of its handshake.
///
/// The number only grows. So of two connections that had the same descriptor one after the other,
/// what came by the older one is told apart, however late it is read.
package struct ConnectionName: Hashable, Sendable {
    /// Whose it is.
    package let principal: Principal
    /// The number of its handshake, from 1.
    package let handshake: UInt64

    /// Joins the parts.
    package init(_ principal: Principal, handshake: UInt64) {
        self.principal = principal
        self.handshake = handshake
    }

    /// The text for libzmq's `User-Id`.
    package var text: String { "\(principal)/\(handshake)" }

    /// Reads ``text``; `nil` for anything else.
    package init?(_ text: String) {
        guard let slash = text.lastIndex(of: "/"), let principal = Principal(text[..<slash]),
            let handshake = UInt64(text[text.index(after: slash)...])
        else { return nil }
        self.init(principal, handshake: handshake)
    }
}
