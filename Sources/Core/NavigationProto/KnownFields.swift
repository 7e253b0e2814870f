internal import FoundationEssentials
package import SwiftProtobuf

/// The fields that the generated messages know, found by probing them: a list of our own would have
/// to be maintained with each call and operation that is added to the protocol.
package enum KnownFields {
    /// An upper bound of the field numbers of calls and operations.
    private static let end: UInt32 = 512

    /// Returns the numbers of the fields that are messages, given a predicate on an encoding with
    /// one empty field.
    package static func numbers(_ isKnown: ([UInt8]) -> Bool) -> [UInt32] {
        (1..<end).filter { isKnown(tag(of: $0) + [0]) }
    }

    /// Returns the tag of a length-delimited field.
    private static func tag(of number: UInt32) -> [UInt8] {
        var rest = number << 3 | 2
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

extension SwiftProtobuf.Message {
    /// A Boolean value indicating whether the message, or any message in it, has a field that this
    /// version does not know. Costs the size of the message.
    package var hasUnknownFields: Bool {
        var finder = UnknownFieldFinder()
        // The finder never throws.
        try? traverse(visitor: &finder)
        return finder.isFound
    }
}

extension SwiftProtobuf.Message {
    /// The number of the first field that holds a message; `nil` if there is none. Costs the
    /// number of fields.
    package var firstMessageNumber: UInt32? {
        var finder = MessageFieldFinder()
        // The finder never throws.
        try? traverse(visitor: &finder)
        return finder.number
    }
}

/// A search through a message's own fields for one that holds a message.
private struct MessageFieldFinder: Visitor {
    private(set) var number: UInt32?

    mutating func visitUnknown(bytes: Data) {}

    mutating func visitSingularMessageField<M: SwiftProtobuf.Message>(
        value: M, fieldNumber: Int
    ) {
        number = number ?? UInt32(clamping: fieldNumber)
    }

    mutating func visitSingularEnumField<E: SwiftProtobuf.Enum>(value: E, fieldNumber: Int) {}

    mutating func visitMapField<KeyType, ValueType: MapValueType>(
        fieldType: _ProtobufMap<KeyType, ValueType>.Type,
        value: _ProtobufMap<KeyType, ValueType>.BaseType, fieldNumber: Int
    ) {}

    mutating func visitMapField<KeyType, ValueType>(
        fieldType: _ProtobufEnumMap<KeyType, ValueType>.Type,
        value: _ProtobufEnumMap<KeyType, ValueType>.BaseType, fieldNumber: Int
    ) where ValueType.RawValue == Int {}

    mutating func visitMapField<KeyType, ValueType>(
        fieldType: _ProtobufMessageMap<KeyType, ValueType>.Type,
        value: _ProtobufMessageMap<KeyType, ValueType>.BaseType, fieldNumber: Int
    ) {}

    mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) {}
    mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) {}
    mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) {}
    mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) {}
    mutating func visitSingularStringField(value: String, fieldNumber: Int) {}
    mutating func visitSingularBytesField(value: Data, fieldNumber: Int) {}
}

/// A search through a message and all messages in it, whatever their type, for fields unknown to
/// this version.
private struct UnknownFieldFinder: Visitor {
    private(set) var isFound = false

    mutating func visitUnknown(bytes: Data) {
        isFound = isFound || !bytes.isEmpty
    }

    mutating func visitSingularMessageField<M: SwiftProtobuf.Message>(
        value: M, fieldNumber: Int
    ) throws {
        try value.traverse(visitor: &self)
    }

    /// An unknown enumeration value is refused where its field is decoded.
    mutating func visitSingularEnumField<E: SwiftProtobuf.Enum>(value: E, fieldNumber: Int) {}

    mutating func visitMapField<KeyType, ValueType: MapValueType>(
        fieldType: _ProtobufMap<KeyType, ValueType>.Type,
        value: _ProtobufMap<KeyType, ValueType>.BaseType, fieldNumber: Int
    ) {}

    mutating func visitMapField<KeyType, ValueType>(
        fieldType: _ProtobufEnumMap<KeyType, ValueType>.Type,
        value: _ProtobufEnumMap<KeyType, ValueType>.BaseType, fieldNumber: Int
    ) where ValueType.RawValue == Int {}

    mutating func visitMapField<KeyType, ValueType>(
        fieldType: _ProtobufMessageMap<KeyType, ValueType>.Type,
        value: _ProtobufMessageMap<KeyType, ValueType>.BaseType, fieldNumber: Int
    ) throws {
        for message in value.values { try message.traverse(visitor: &self) }
    }

    mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) {}
    mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) {}
    mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) {}
    mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) {}
    mutating func visitSingularStringField(value: String, fieldNumber: Int) {}
    mutating func visitSingularBytesField(value: Data, fieldNumber: Int) {}
}
