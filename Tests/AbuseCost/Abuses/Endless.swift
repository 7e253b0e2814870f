/// Messages that have no last frame, by a local user: 64 MiB of each, on two connections at once.
final class Endless: Abuser {
    private let cast: Cast
    private var streams: [Stream?] = [nil, nil]

    private struct Stream {
        let socket: RawStream
        var rest: ArraySlice<UInt8>
        var sent = 0
    }

    private static let longest = 64 << 20
    /// The greeting and the introduction of a DEALER that has no key.
    private static let opening: [UInt8] =
        [0xff] + Array(repeating: 0, count: 8) + [0x7f, 3, 0] + Array("NULL".utf8)
        + Array(repeating: 0, count: 48)
        + [4, 28, 5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, 6]
        + Array("DEALER".utf8)
    /// A frame of 64 KiB after which more follow.
    private static let frame: [UInt8] =
        [3, 0, 0, 0, 0, 0, 1, 0, 0] + Array(repeating: 0, count: 65_536)

    init(_ cast: Cast) throws {
        self.cast = cast
    }

    func act() throws -> Int {
        var count = 0
        for number in streams.indices { count += advance(number) }
        if count == 0 { Pause.wait(.milliseconds(1)) }
        return count
    }

    /// Sends as much as is taken, at most sixteen frames; returns how many.
    private func advance(_ number: Int) -> Int {
        guard var stream = streams[number] else {
            streams[number] = RawStream(path: "\(cast.sockets)/control.sock").map {
                Stream(socket: $0, rest: Self.opening[...])
            }
            return 0
        }
        var count = 0
        while count < 16 {
            if stream.rest.isEmpty { stream.rest = Self.frame[...] }
            guard let sent = stream.socket.write(stream.rest), stream.sent < Self.longest else {
                streams[number] = nil
                return count
            }
            guard sent > 0 else { break }
            stream.rest = stream.rest.dropFirst(sent)
            stream.sent += sent
            if stream.rest.isEmpty { count += 1 }
        }
        streams[number] = stream
        return count
    }
}
