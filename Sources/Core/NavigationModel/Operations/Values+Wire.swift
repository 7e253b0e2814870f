internal import FoundationEssentials
package import NavigationProto

extension Identifier {
    package init(wire text: String, _ name: String) throws(WireError) {
        guard let id = Self(rawValue: text) else {
            throw WireError(
                "\(name): not 1 to \(Self.maximumLength) bytes without control characters")
        }
        self = id
    }
}

extension Identifier {
    /// Reads an optional identifier: empty is `nil`.
    package init?(wireIfAny text: String, _ name: String) throws(WireError) {
        if text.isEmpty { return nil }
        try self.init(wire: text, name)
    }
}

extension DeviceID {
    package init(wire bytes: [UInt8]) throws(WireError) {
        guard bytes.count == 16 else { throw WireError("device: not 16 bytes") }
        let halves = [bytes[..<8], bytes[8...]].map {
            $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(high: halves[0], low: halves[1])
    }

    /// Reads the id of a client's device, which can't be the daemon's own.
    package init(wireOfClient bytes: [UInt8]) throws(WireError) {
        try self.init(wire: bytes)
        guard self != .daemon else { throw WireError("device: all zeros is the daemon") }
    }

    package var wire: [UInt8] {
        [high, low].flatMap { half in
            (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
        }
    }
}

extension Stamp {
    package init(wire: Navsync_V1_Stamp) throws(WireError) {
        self.init(
            time: Timestamp(rawValue: wire.time), device: try DeviceID(wire: [UInt8](wire.device)),
            sequence: SequenceNumber(rawValue: wire.sequence), index: wire.index)
    }

    package var wire: Navsync_V1_Stamp {
        .init {
            $0.time = time.rawValue
            $0.device = .init(device.wire)
            $0.sequence = sequence.rawValue
            $0.index = index
        }
    }
}

extension Attribute {
    package init(wire: Navsync_V1_Attribute) throws(WireError) {
        self.init(
            field: Field(number: wire.field, part: wire.part),
            value: Value(bytes: [UInt8](wire.value)))
    }

    package var wire: Navsync_V1_Attribute {
        .init {
            $0.field = field.number
            $0.part = field.part
            $0.value = .init(value.bytes)
        }
    }
}

extension ObservedScreen {
    package init(wire: Navsync_V1_SeenScreen) throws(WireError) {
        self.init(
            id: try ScreenID(wire: wire.screen, "screen"),
            placement: try Stamp(wire: wire.placement))
    }

    package var wire: Navsync_V1_SeenScreen {
        .init {
            $0.screen = id.rawValue
            $0.placement = placement.wire
        }
    }
}

extension ObservedAdditions {
    package init(wire: Navsync_V1_SeenAdditions) throws(WireError) {
        self.init(
            device: try DeviceID(wire: [UInt8](wire.device)), stamp: try Stamp(wire: wire.stamp),
            total: wire.total)
    }

    package var wire: Navsync_V1_SeenAdditions {
        .init {
            $0.device = .init(device.wire)
            $0.stamp = stamp.wire
            $0.total = total
        }
    }
}

extension BadgeValue {
    package init(wire: Navsync_V1_SetBadge.OneOf_Badge?) {
        switch wire {
        case .dot: self = .dot
        case .text(let text): self = .text(text)
        case .cleared, nil: self = .cleared
        }
    }

    package var wire: Navsync_V1_SetBadge.OneOf_Badge {
        switch self {
        case .cleared: .cleared(true)
        case .dot: .dot(true)
        case .text(let text): .text(text)
        }
    }
}

extension PositionKey {
    /// Reads the place of a tab.
    init(wire bytes: Data) throws(WireError) {
        guard let key = PositionKey(bytes: [UInt8](bytes)) else {
            throw WireError("position: not 1 to \(PositionKey.maximumLength) bytes")
        }
        self = key
    }
}
