internal import FoundationEssentials
internal import SwiftProtobuf

extension SwiftProtobuf.Message {
    /// A Boolean value indicating whether the message, or any message in it, has a field that this
    /// version does not know. Costs the size of the message.
    var hasUnknownFields: Bool {
        var finder = UnknownFieldFinder()
        // The finder never throws.
        try? traverse(visitor: &finder)
        return finder.isFound
    }
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
