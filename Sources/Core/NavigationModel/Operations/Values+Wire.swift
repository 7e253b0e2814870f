package import NavigationProto

extension Identifier {
    package init(wire text: String, _ name: String) throws(WireError) {
        guard Self.isValid(text) else {
            throw WireError(
                "\(name): not 1 to \(Self.maximumLength) bytes without control characters")
        }
        self.init(unchecked: text)
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
    /// Reads 16 bytes, the most significant first.
    package init(wire bytes: ArraySlice<UInt8>) throws(WireError) {
        guard bytes.count == 16 else { throw WireError("device: not 16 bytes") }
        // By halves: one byte after the other costs as much as the rest of a change's header.
        self = unsafe bytes.withUnsafeBytes { content in
            let half = { (offset: Int) in
                unsafe UInt64(
                    bigEndian: content.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            return DeviceID(high: half(0), low: half(8))
        }
    }

    /// Reads the id of a client's device, which can't be the daemon's own.
    package init(wireOfClient bytes: ArraySlice<UInt8>) throws(WireError) {
        try self.init(wire: bytes)
        guard self != .daemon else { throw WireError("device: all zeros is the daemon") }
    }

    package var wire: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        for half in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
            }
        }
        return bytes
    }
}

extension Stamp {
    /// Reads a message Stamp.
    package init(from reader: inout ProtobufReader) throws(WireError) {
        var (time, sequence, index): (UInt64, UInt64, UInt32) = (0, 0, 0)
        var device: ArraySlice<UInt8> = []
        while let field = reader.next() {
            switch field {
            case 1: reader.fixed(&time)
            case 2: reader.content(&device)
            case 3: reader.number(&sequence)
            case 4: reader.number(&index)
            default: reader.skip()
            }
        }
        self.init(
            time: Timestamp(rawValue: Int64(bitPattern: time)), device: try DeviceID(wire: device),
            sequence: SequenceNumber(rawValue: sequence), index: index)
    }

    /// Writes the fields of a message Stamp.
    package func write(to writer: inout ProtobufWriter) {
        writer.fixed(UInt64(bitPattern: time.rawValue), 1)
        writer.device(device, 2)
        writer.number(sequence.rawValue, 3)
        writer.number(index, 4)
    }
}

extension Attribute {
    /// Reads a message Attribute.
    init(from reader: inout ProtobufReader) {
        var (number, part): (UInt32, String) = (0, "")
        var value: ArraySlice<UInt8> = []
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&number)
            case 2: reader.content(&value)
            case 3: reader.text(&part)
            default: reader.skip()
            }
        }
        self.init(field: Field(number: number, part: part), value: Value(bytes: Array(value)))
    }

    /// Writes the fields of a message Attribute.
    func write(to writer: inout ProtobufWriter) {
        writer.number(field.number, 1)
        writer.content(value.bytes, 2)
        writer.text(field.part, 3)
    }
}

extension ProtobufReader {
    /// Reads the message of an operation that has nothing but a name.
    mutating func name() -> String {
        var name = ""
        while let field = next() {
            if field == 1 { text(&name) } else { skip() }
        }
        return name
    }

    /// Reads the message of an operation that has nothing but a name and attributes.
    mutating func item() -> (name: String, attributes: [Attribute]) {
        var name = ""
        var attributes: [Attribute] = []
        while let field = next() {
            switch field {
            case 1: text(&name)
            case 2: attribute(&attributes)
            default: skip()
            }
        }
        return (name, attributes)
    }

    /// Reads the message of an operation that has nothing but a device and its name.
    mutating func namedDevice() throws(WireError) -> (device: DeviceID, name: DeviceName) {
        var device: ArraySlice<UInt8> = []
        var name = ""
        while let field = next() {
            switch field {
            case 1: content(&device)
            case 2: text(&name)
            default: skip()
            }
        }
        return (try DeviceID(wire: device), try DeviceName(wire: name, "device name"))
    }

    /// Reads an attribute.
    mutating func attribute(_ attributes: inout [Attribute]) {
        guard let outer = enter() else { return }
        attributes.append(Attribute(from: &self))
        leave(for: outer)
    }
}

extension ProtobufWriter {
    /// Writes the 16 bytes of a device, the most significant first.
    package mutating func device(_ id: DeviceID, _ field: UInt8) { pair(id.high, id.low, field) }

    /// Writes the message of an operation that has nothing but a name.
    mutating func message(name: some Identifier, _ field: UInt8) {
        message(field) { $0.text(name.rawValue, 1) }
    }

    /// Writes the message of an operation that has nothing but a name and attributes.
    mutating func message(name: some Identifier, _ attributes: [Attribute], _ field: UInt8) {
        message(field) {
            $0.text(name.rawValue, 1)
            $0.attributes(attributes, 2)
        }
    }

    /// Writes the message of an operation that has nothing but a device and its name.
    mutating func message(_ device: DeviceID, _ name: DeviceName, _ field: UInt8) {
        message(field) {
            $0.device(device, 1)
            $0.text(name.rawValue, 2)
        }
    }

    /// Writes attributes.
    mutating func attributes(_ attributes: [Attribute], _ field: UInt8) {
        for attribute in attributes { message(field) { attribute.write(to: &$0) } }
    }
}

extension ObservedScreen {
    /// Reads a message SeenScreen.
    init(from reader: inout ProtobufReader) throws(WireError) {
        var screen = ""
        var placement: Stamp?
        while let field = reader.next() {
            switch field {
            case 1: reader.text(&screen)
            case 2:
                try reader.message(once: placement == nil) { stamp throws(WireError) in
                    placement = try Stamp(from: &stamp)
                }
            default: reader.skip()
            }
        }
        guard let placement else { throw WireError("screen: no placement") }
        self.init(id: try ScreenID(wire: screen, "screen"), placement: placement)
    }

    /// Writes the fields of a message SeenScreen.
    func write(to writer: inout ProtobufWriter) {
        writer.text(id.rawValue, 1)
        writer.message(2) { placement.write(to: &$0) }
    }
}

extension PositionKey {
    /// Reads the place of a tab.
    init(wire bytes: ArraySlice<UInt8>) throws(WireError) {
        guard let key = PositionKey(bytes: Array(bytes)) else {
            throw WireError("position: not 1 to \(PositionKey.maximumLength) bytes")
        }
        self = key
    }
}
