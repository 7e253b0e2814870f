/// A value with the stamp of its write. The greatest stamp wins, whatever the order of arrival.
package struct Register: Hashable, Sendable {
    /// The author of the write, and the time at which it took effect.
    package let stamp: Stamp
    /// The written value.
    package let value: Value
    /// The commit that brought it here: for explanations only, neither joined nor digested.
    package let revision: Revision

    /// Joins the parts.
    package init(stamp: Stamp, value: Value, revision: Revision) {
        self.stamp = stamp
        self.value = value
        self.revision = revision
    }

    /// Returns a Boolean value indicating whether joining `other` would change this register.
    ///
    /// One stamp is one write, so equal stamps with unequal values come only from a fault; even
    /// then all sides keep the same one.
    func yields(to other: Register) -> Bool {
        guard stamp == other.stamp else { return stamp < other.stamp }
        return value.bytes.lexicographicallyPrecedes(other.value.bytes)
    }
}

/// One write of a commit: a register with its new stamp and value.
public struct RegisterWrite: Hashable, Sendable {
    /// The object.
    public let record: RecordID
    /// The register of the object.
    public let field: Field
    /// The stamp, by which it joins.
    public let stamp: Stamp
    /// The content.
    public let value: Value

    /// Joins the parts.
    public init(record: RecordID, field: Field, stamp: Stamp, value: Value = .none) {
        self.record = record
        self.field = field
        self.stamp = stamp
        self.value = value
    }
}

/// The content of a register: bytes whose meaning the field gives.
///
/// Keeping bytes, not cases, is what lets an older daemon or mirror join a field that only a newer
/// one understands, and still agree on the digest.
public struct Value: Hashable, Sendable {
    /// The encoded content.
    public let bytes: [UInt8]

    /// Wraps encoded content.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The content of a register whose stamp is its value.
    public static let none = Value(bytes: [])

    /// Returns UTF-8 text.
    public static func text(_ text: String) -> Value { Value(bytes: Array(text.utf8)) }

    /// Returns UTF-8 text where empty stands for none.
    public static func optionalText(_ text: String?) -> Value { .text(text ?? "") }

    /// Returns a truth value: one byte, 0 or 1.
    public static func flag(_ flag: Bool) -> Value { Value(bytes: [flag ? 1 : 0]) }

    /// Returns a whole number: eight bytes, most significant first.
    public static func integer(_ number: Int64) -> Value {
        var encoder = CanonicalBytes()
        encoder.append(UInt64(bitPattern: number))
        return Value(bytes: encoder.bytes)
    }

    /// A Boolean value indicating whether the bytes are UTF-8.
    var isText: Bool { (try? UTF8Span(validating: bytes.span)) != nil }

    /// The bytes as text; `nil` if they are not UTF-8.
    public var text: String? { text(in: bytes.indices) }

    /// Returns a part of the bytes as text; `nil` if they are not UTF-8.
    func text(in range: Range<Int>) -> String? {
        guard let text = try? UTF8Span(validating: bytes.span.extracting(range)) else { return nil }
        return String(copying: text)
    }

    /// The bytes as text; `nil` if they are empty or not UTF-8.
    public var nonEmptyText: String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    /// The bytes as a truth value; `nil` if they are neither 0 nor 1.
    public var flag: Bool? { bytes == [1] ? true : bytes == [0] ? false : nil }

    /// The bytes as a whole number; `nil` unless they are eight.
    public var integer: Int64? {
        guard bytes.count == 8 else { return nil }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
