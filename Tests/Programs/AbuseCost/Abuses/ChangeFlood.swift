import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// Changes as fast as they are accepted; or, if it ignores retry-after, ones that can't be
/// accepted, as fast as they are refused.
final class ChangeFlood: Abuser {
    /// The content of a change.
    enum Content {
        /// The selection of a tab.
        case short
        /// Another stack, as long as a change may be.
        case long
    }

    private let cast: Cast
    private let content: Content
    private let isPatient: Bool
    private let context: Context
    private var scribe: Scribe
    private var underWay = 0
    private var next: SequenceNumber
    /// A Boolean value indicating whether a change was refused: those after it are in vain until it
    /// is sent again.
    private var isToGoBack = false
    /// A Boolean value indicating whether the daemon has replied with a retry-after.
    private var isBeyond = false

    /// Changes that it has under way at once: as many as one connection may have, less one; or as
    /// many long ones as there is room for.
    private var window: Int { content == .short ? 255 : 16 }

    /// Connects; a client that ignores retry-after first uses up its burst.
    init(_ cast: Cast, _ content: Content = .short, isPatient: Bool = true) throws {
        self.cast = cast
        self.content = content
        self.isPatient = isPatient
        context = try Context()
        scribe = try Scribe(cast, in: context)
        next = isPatient ? scribe.last.next : scribe.last.next.next
        while !isPatient, !isBeyond { _ = try act() }
    }

    /// Sends changes for a moment; returns the number accepted or, if it ignores retry-after,
    /// refused.
    func act() throws -> Int {
        while underWay < window, !isToGoBack {
            try scribe.line.send(scribe.change(next, operations))
            // A client that ignores retry-after leaves a gap before the first, and so before each.
            if isPatient { next = next.next }
            underWay += 1
        }
        guard let first = try scribe.line.reply(within: .seconds(2)) else {
            // Disconnected: it connects again.
            scribe = try Scribe(cast, in: context)
            next = isPatient ? scribe.last.next : scribe.last.next.next
            (underWay, isToGoBack) = (0, false)
            return 0
        }
        var count = try take(first)
        while underWay > 0, let reply = try scribe.line.nextReply() { count += try take(reply) }
        if isToGoBack, underWay == 0 {
            isToGoBack = false
            next = scribe.last.next
        }
        return count
    }

    private var operations: [NavigationModel.Operation] {
        let tab: TabID = next.rawValue % 2 == 0 ? "tab0" : "tab1"
        return switch content {
        case .short: [.selectTab(tab)]
        case .long: scribe.longOperations(on: tab)
        }
    }

    private func take(_ reply: Reply) throws -> Int {
        underWay -= 1
        switch reply.result {
        case .receipt(let receipt):
            scribe.take(receipt)
            return isPatient && receipt.revision != nil ? 1 : 0
        case .failure(let failure):
            if failure.code == .helloFirst { _ = try scribe.line.greet(as: cast.device) }
            isBeyond = isBeyond || failure.code == .busy
            isToGoBack = isPatient
            if isPatient, let wait = failure.retryAfter { Pause.wait(wait) }
            return isPatient ? 0 : 1
        default: throw NeverCame("an answer to another question: \(reply)")
        }
    }
}
