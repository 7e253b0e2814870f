import NavigationModel
import NavigationWire
import ZeroMQ

/// Hellos without pause by a local user who is nobody's, on several connections.
final class Strangers: Abuser {
    private let context: Context
    private let lines: [Line]
    private var underWay: [Int]
    private let hello: Request

    private static let window = 64

    init(_ cast: Cast) throws {
        context = try Context()
        let context = context
        lines = try (0..<4).map { _ in try Line(cast.localControl, in: context) }
        underWay = lines.map { _ in 0 }
        hello = Request(
            id: 1,
            call: .hello(Hello(user: nil, device: DeviceID(high: 1, low: 2), name: "stranger")))
    }

    func act() throws -> Int {
        var count = 0
        for (number, line) in lines.enumerated() {
            while underWay[number] < Self.window {
                try line.send(hello)
                underWay[number] += 1
                count += 1
            }
            if try line.reply(within: .seconds(2)) == nil {
                // Cut: libzmq connects again.
                underWay[number] = 0
                continue
            }
            underWay[number] -= 1
            while underWay[number] > 0, try line.nextReply() != nil { underWay[number] -= 1 }
        }
        return count
    }
}
