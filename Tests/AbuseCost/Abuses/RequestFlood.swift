import NavigationModel
import NavigationWire
import ZeroMQ

/// The same request again and again, many of them under way, whatever the answers say.
final class RequestFlood: Abuser {
    private let cast: Cast
    private let context: Context
    private var scribe: Scribe
    private let call: Request.Call
    private var underWay = 0
    private var last: UInt64 = 0

    private static let window = 64

    /// Connects; `call` says what to ask, by the revision that its large scene is at.
    init(_ cast: Cast, _ call: (Revision) -> Request.Call) throws {
        self.cast = cast
        context = try Context()
        scribe = try Scribe(cast, in: context)
        self.call = call(scribe.head.revision)
    }

    func act() throws -> Int {
        var count = 0
        while underWay < Self.window {
            last += 1
            try scribe.line.send(Request(id: last, call: call))
            underWay += 1
            count += 1
        }
        guard try scribe.line.reply(within: .seconds(2)) != nil else {
            // Cut: it comes again.
            scribe = try Scribe(cast, in: context)
            underWay = 0
            return count
        }
        underWay -= 1
        while underWay > 0, try scribe.line.nextReply() != nil { underWay -= 1 }
        return count
    }
}
