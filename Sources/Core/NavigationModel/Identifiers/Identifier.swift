/// A name that people and programs choose: 1 to 128 bytes of UTF-8, none of them an ASCII control.
///
/// A new name has to follow its ``profile`` as well, which the daemon checks where an object is
/// created. Reading demands less, so that names of an earlier time stay valid: a database, a mirror
/// and a commit with such a name are read, and the object with that name can be changed and
/// removed.
///
/// Every kind of identifier is a type of its own, so that a tab can't be passed for a screen.
/// Identifiers are equal and in order by their UTF-8 bytes, the same on every platform and in every
/// locale: `é` in one scalar and in two are two identifiers.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Sendable,
    CustomStringConvertible, ExpressibleByStringLiteral
where RawValue == String {
    /// Takes a string that the caller has checked with ``isValid(_:)``.
    init(unchecked rawValue: String)

    /// The rules for a name that is new.
    static var profile: NameProfile { get }
}

extension Identifier {
    /// The longest identifier, in bytes of UTF-8.
    public static var maximumLength: Int { 128 }

    /// The rules of most names.
    public static var profile: NameProfile { .item }

    /// The violation for which no new object may have this name; `nil` for none.
    public var violation: NameViolation? { Self.profile.violation(of: rawValue) }

    /// Returns `true` if `rawValue` has the length and the characters of an identifier that can be
    /// read.
    public static func isValid(_ rawValue: String) -> Bool {
        // By a span: through the iterator each byte costs as much as five.
        let bytes = rawValue.utf8.span
        guard 1...maximumLength ~= bytes.count else { return false }
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] == 0x7f {
            return false
        }
        return true
    }

    /// `nil` unless `rawValue` is a valid identifier.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.init(unchecked: rawValue)
    }

    /// A literal in source code; an invalid one is a programmer error.
    public init(stringLiteral value: String) {
        precondition(Self.isValid(value), "not a valid identifier: \(value)")
        self.init(unchecked: value)
    }

    /// Returns a Boolean value indicating whether the bytes are the same; `String` would take
    /// canonical equivalents for equal.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue.hasSameBytes(as: right.rawValue)
    }

    /// Feeds the bytes: equivalents would all have one hash if the text were fed, and whoever
    /// chooses names could make every look-up cost as much as there are of them.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        rawValue.hashBytes(into: &hasher)
    }

    /// The identifier itself.
    public var description: String { rawValue }

    /// Orders by UTF-8 bytes.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue.hasLowerBytes(than: right.rawValue)
    }
}

extension String {
    /// Returns a Boolean value indicating whether both are the same scalars, not only canonically
    /// equivalent: names that differ in bytes must differ as keys too, or the first to arrive would
    /// lend its bytes to the digest.
    @usableFromInline
    func hasSameBytes(as other: String) -> Bool {
        let (left, right) = unsafe (utf8.span.bytes, other.utf8.span.bytes)
        let count = left.byteCount
        guard count == right.byteCount else { return false }
        // By words: one byte after the other costs several times as much. The last word may
        // overlap the one before.
        var index = 0
        while index < count {
            let isEqual: Bool
            if count < 8 {
                isEqual =
                    unsafe left.unsafeLoad(fromByteOffset: index, as: UInt8.self)
                    == right.unsafeLoad(fromByteOffset: index, as: UInt8.self)
                index += 1
            } else {
                let start = min(index, count - 8)
                isEqual =
                    unsafe left.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
                    == right.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
                index += 8
            }
            guard isEqual else { return false }
        }
        return true
    }

    /// Returns a Boolean value indicating whether its bytes come before those of the other, in the
    /// order of the first that differs.
    func hasLowerBytes(than other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in unsafe left.lexicographicallyPrecedes(right) }
        }
    }

    /// Feeds the bytes, and their end.
    @usableFromInline
    func hashBytes(into hasher: inout Hasher) {
        unsafe utf8.span.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hasher.combine(UInt8.max)
    }
}

extension Identifier {
    /// Returns a fresh id of 60 random bits, written as twelve digits and letters that can't be
    /// mistaken for one another.
    public static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var bits = UInt64.random(in: 0...UInt64.max, using: &generator)
        var text = ""
        for _ in 0..<12 {
            text.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return Self(unchecked: text)
    }
}
