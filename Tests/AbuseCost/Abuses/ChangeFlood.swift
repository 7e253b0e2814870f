import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// Changes as fast as they are taken; or, if it does not wait when it is told to, ones that can't be
/// taken, as fast as they are refused.
final class ChangeFlood: Abuser {
    private let cast: Cast
    private let isPatient: Bool
    private let length: Int
    private let context: Context
    private var scribe: Scribe
    private var underWay = 0
    private var next: SequenceNumber
    /// Whether a change was refused: those after it are in vain until it is sent again.
    private var isToGoBack = false
    /// Whether it has been told to wait.
    private var isBeyond = false

    /// As many as one connection may have under way, less one.
    private static let window = 255

    /// Connects; one who is not patient first uses up its burst.
    init(_ cast: Cast, isPatient: Bool, length: Int = 0) throws {
        self.cast = cast
        self.isPatient = isPatient
        self.length = length
        context = try Context()
        scribe = try Scribe(cast, in: context)
        next = isPatient ? scribe.last.next : scribe.last.next.next
        while !isPatient, !isBeyond { _ = try act() }
    }

    func act() throws -> Int {
        var count = 0
        while underWay < Self.window, !isToGoBack {
            let tab: TabID = next.rawValue % 2 == 0 ? "tab0" : "tab1"
            try scribe.line.send(scribe.change(next, operations(on: tab)))
            // Who is not patient leaves a gap before the first, and so before each.
            if isPatient { next = next.next }
            underWay += 1
            count += 1
        }
        guard let first = try scribe.line.reply(within: .seconds(2)) else {
            // Cut: it comes again.
            scribe = try Scribe(cast, in: context)
            next = isPatient ? scribe.last.next : scribe.last.next.next
            (underWay, isToGoBack) = (0, false)
            return count
        }
        try take(first)
        while underWay > 0, let reply = try scribe.line.nextReply() { try take(reply) }
        if isToGoBack, underWay == 0 {
            isToGoBack = false
            next = scribe.last.next
        }
        return count
    }

    /// The selection of a tab or, of so many bytes, a new stack on it.
    private func operations(on tab: TabID) -> [Operation] {
        guard length > 0 else { return [.selectTab(tab)] }
        let part = 1_000
        let items = (0..<max(1, length / part)).map { number in
            Operation.Item(
                id: ScreenID(unchecked: "\(next)-\(number)"),
                attributes: [
                    Attribute(
                        field: ScreenField.route,
                        value: .text(String(repeating: "r", count: part - 60)))
                ])
        }
        return [.setItems(.tab(tab), items)]
    }

    private func take(_ reply: Reply) throws {
        underWay -= 1
        switch reply.result {
        case .receipt(let receipt): scribe.last = max(scribe.last, receipt.sequence)
        case .failure(let failure):
            if failure.code == .helloFirst { _ = try scribe.line.greet(as: cast.device) }
            isBeyond = isBeyond || failure.code == .busy
            isToGoBack = isPatient
            if isPatient, let wait = failure.retryAfter { Pause.wait(wait) }
        default: throw NeverCame("an answer to another question: \(reply)")
        }
    }
}
