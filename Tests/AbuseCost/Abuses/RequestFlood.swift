import NavigationModel
import NavigationWire
import ZeroMQ

/// The same request again and again, many of them under way, whatever the answers say.
final class RequestFlood: Abuser {
    private let cast: Cast
    private let context: Context
    private var scribe: Scribe
    private let call: (UInt64) -> Request.Call
    private var underWay = 0
    private var last: UInt64 = 0

    private static let window = 64

    /// Connects; `call` is what to ask, by the revision that its large scene is at.
    convenience init(_ cast: Cast, _ call: @escaping (Revision) -> Request.Call) throws {
        try self.init(cast, numbered: { revision, _ in call(revision) })
    }

    /// Connects; `call` is what to ask, by the revision that its large scene is at and the number of the
    /// request.
    init(_ cast: Cast, numbered call: @escaping (Revision, UInt64) -> Request.Call) throws {
        self.cast = cast
        context = try Context()
        let scribe = try Scribe(cast, in: context)
        self.scribe = scribe
        self.call = { [revision = scribe.head.revision] in call(revision, $0) }
    }

    func act() throws -> Int {
        var count = 0
        while underWay < Self.window {
            last += 1
            try scribe.line.send(Request(id: last, call: call(last)))
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
