internal import FoundationEssentials
internal import NavigationModel
internal import SwiftProtobuf

extension Identifier {
    init(wire text: String, _ name: String) throws(WireError) {
        guard let id = Self(rawValue: text) else {
            throw WireError(
                "\(name): not 1 to \(Self.maximumLength) bytes without control characters")
        }
        self = id
    }
}

extension Identifier {
    /// Reads an optional identifier: empty is `nil`.
    init?(wireIfAny text: String, _ name: String) throws(WireError) {
        if text.isEmpty { return nil }
        try self.init(wire: text, name)
    }
}

extension DeviceID {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard bytes.count == 16 else { throw WireError("device: not 16 bytes") }
        let halves = [bytes[..<8], bytes[8...]].map {
            $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(high: halves[0], low: halves[1])
    }

    /// Reads the id of a client's device, which can't be the daemon's own.
    init(wireOfClient bytes: [UInt8]) throws(WireError) {
        try self.init(wire: bytes)
        guard self != .daemon else { throw WireError("device: all zeros is the daemon") }
    }

    var wire: [UInt8] {
        [high, low].flatMap { half in
            (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
        }
    }
}

extension Digest {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard let digest = Digest(bytes: bytes) else { throw WireError("digest: not 32 bytes") }
        self = digest
    }
}

extension Topic {
    init(wire bytes: [UInt8]) throws(WireError) {
        guard let topic = Topic(bytes: bytes) else {
            throw WireError("topic: not \(Topic.length) bytes")
        }
        self = topic
    }
}

extension Stamp: WireCodable {
    init(wire: Navsync_V1_Stamp) throws(WireError) {
        self.init(
            time: Timestamp(rawValue: wire.time), device: try DeviceID(wire: [UInt8](wire.device)),
            sequence: SequenceNumber(rawValue: wire.sequence), index: wire.index)
    }

    var wire: Navsync_V1_Stamp {
        .with {
            $0.time = time.rawValue
            $0.device = .init(device.wire)
            $0.sequence = sequence.rawValue
            $0.index = index
        }
    }
}
