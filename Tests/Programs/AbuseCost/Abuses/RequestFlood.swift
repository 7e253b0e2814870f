import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// The same request again and again, many of them under way, whatever the answers say.
final class RequestFlood: Abuser {
    private let context: Context
    private let dial: (Context) throws -> (line: Line, revision: Revision)
    private let call: (Revision, UInt64) -> Request.Call
    private var line: Line
    private let revision: Revision
    private var underWay = 0
    private var last: UInt64 = 0

    private static let window = 64

    /// Connects as a paired device, whose scene is a large one; `call` is what to ask, by the revision
    /// that the scene is at and the number of the request.
    convenience init(
        _ cast: Cast, _ call: @escaping (Revision, UInt64) -> Request.Call
    ) throws {
        try self.init(call) { context in
            let scribe = try Scribe(cast, in: context)
            return (scribe.line, scribe.head.revision)
        }
    }

    /// Connects as an administrator of this machine, who speaks for the device's user.
    convenience init(
        administering cast: Cast, _ call: @escaping (Revision, UInt64) -> Request.Call
    ) throws {
        try self.init(call) { context in
            let line = try Line(cast.localControl, in: context)
            var generator = SystemRandomNumberGenerator()
            let hello = Hello(user: "eve", device: .random(using: &generator), name: "desk")
            guard case .welcome = try line.ask(.hello(hello)) else { throw NeverCame("no welcome") }
            return (line, .zero)
        }
    }

    private init(
        _ call: @escaping (Revision, UInt64) -> Request.Call,
        dialing dial: @escaping (Context) throws -> (line: Line, revision: Revision)
    ) throws {
        (self.dial, self.call) = (dial, call)
        context = try Context()
        (line, revision) = try dial(context)
    }

    func act() throws -> Int {
        var count = 0
        while underWay < Self.window {
            last += 1
            try line.send(Request(id: last, call: call(revision, last)))
            underWay += 1
            count += 1
        }
        guard try line.reply(within: .seconds(2)) != nil else {
            // Cut: it comes again.
            line = try dial(context).line
            underWay = 0
            return count
        }
        underWay -= 1
        while underWay > 0, try line.nextReply() != nil { underWay -= 1 }
        return count
    }
}
