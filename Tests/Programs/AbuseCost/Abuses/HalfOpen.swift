/// A thousand unauthenticated connections that send nothing, or only their version of the protocol;
/// each is made anew when it is disconnected.
final class HalfOpen: Abuser {
    private let cast: Cast
    private var streams: [RawStream?] = Array(repeating: nil, count: HalfOpen.count)
    private var next = 0

    private static let count = 1_000
    /// The first bytes of a connection with CURVE.
    private static let greeting: [UInt8] =
        [0xff] + Array(repeating: 0, count: 8) + [0x7f, 3, 0] + Array("CURVE".utf8)
        + Array(repeating: 0, count: 47)

    init(_ cast: Cast) throws {
        self.cast = cast
    }

    func act() throws -> Int {
        var count = 0
        // All of them in twenty moments.
        for _ in 0..<Self.count / 20 {
            next = (next + 1) % Self.count
            if let stream = streams[next], !stream.isOver { continue }
            let stream = RawStream(port: next % 2 == 0 ? cast.port : cast.port + 1)
            if next % 4 < 2 { _ = stream?.write(Self.greeting[...]) }
            streams[next] = stream
            count += 1
        }
        Pause.wait(.milliseconds(2))
        return count
    }
}
