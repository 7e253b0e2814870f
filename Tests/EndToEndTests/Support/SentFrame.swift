/// A frame that the traced daemon sent by ZMTP 3, and when its first byte went out.
struct SentFrame {
    let body: [UInt8]
    /// The moment at which the first call with a byte of it started.
    let started: Int
    /// A Boolean value indicating whether another frame of the same message follows.
    let hasMore: Bool

    private static let greeting = 64
    private static let isMore: UInt8 = 1
    private static let isLong: UInt8 = 2
    private static let isCommand: UInt8 = 4

    /// All message frames on the connections to a listening socket.
    static func all(in trace: Trace, to socket: String) throws -> [SentFrame] {
        var frames: [SentFrame] = []
        let calls = trace.calls.filter { $0.path.hasSuffix("/" + socket) && $0.result > 0 }
        for (_, calls) in Dictionary(grouping: calls, by: \.stream) {
            frames += try read(calls)
        }
        return frames.sorted { $0.started < $1.started }
    }

    /// Takes one connection's bytes apart.
    private static func read(_ calls: [Trace.Call]) throws -> [SentFrame] {
        var bytes: [UInt8] = []
        // Where the bytes of each call begin.
        var begins: [(position: Int, started: Int)] = []
        for call in calls {
            begins.append((bytes.count, call.started))
            bytes += call.bytes
        }
        var frames: [SentFrame] = []
        var position = greeting
        while position < bytes.count {
            let start = position
            let flags = bytes[position]
            let width = flags & isLong == 0 ? 1 : 8
            guard position + 1 + width <= bytes.count else { break }
            let length = bytes[(position + 1)..<(position + 1 + width)].reduce(0) {
                $0 << 8 | Int($1)
            }
            position += 1 + width
            guard flags & ~7 == 0, position + length <= bytes.count else {
                throw NeverCame("the trace of a connection is no ZMTP at byte \(start)")
            }
            if flags & isCommand == 0 {
                let begin = begins.last { $0.position <= start }
                frames.append(
                    SentFrame(
                        body: Array(bytes[position..<(position + length)]),
                        started: begin?.started ?? 0, hasMore: flags & isMore != 0))
            }
            position += length
        }
        return frames
    }
}
