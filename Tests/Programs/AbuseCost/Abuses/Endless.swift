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
    private let service: String
    private let opening: [UInt8]
    /// Frames after which more follow.
    private let frames: [UInt8]

    /// Sends frames of so many bytes, 256 at least, to one of the daemon's sockets.
    init(_ cast: Cast, on service: String, as type: String, frame length: Int) throws {
        self.cast = cast
        self.service = service
        let name = Array(type.utf8)
        let metadata =
            [11] + Array("Socket-Type".utf8) + [0, 0, 0, UInt8(clamping: name.count)] + name
        let ready = [5] + Array("READY".utf8) + metadata
        // The greeting and the introduction of one that has no key.
        opening =
            [0xff] + Array(repeating: 0, count: 8) + [0x7f, 3, 0] + Array("NULL".utf8)
            + Array(repeating: 0, count: 48) + [4, UInt8(clamping: ready.count)] + ready
        let head = (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        let frame = [3] + head + Array(repeating: 0, count: length)
        frames = Array(repeating: frame, count: max(1, 65_536 / length)).flatMap(\.self)
    }

    func act() throws -> Int {
        var count = 0
        for number in streams.indices { count += advance(number) }
        if count == 0 { Pause.wait(.milliseconds(1)) }
        return count
    }

    /// Sends as much as is taken, at most sixteen times 64 KiB; returns how often.
    private func advance(_ number: Int) -> Int {
        guard var stream = streams[number] else {
            streams[number] = RawStream(path: "\(cast.sockets)/\(service).sock").map {
                Stream(socket: $0, rest: opening[...])
            }
            return 0
        }
        var count = 0
        while count < 16 {
            if stream.rest.isEmpty { stream.rest = frames[...] }
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
