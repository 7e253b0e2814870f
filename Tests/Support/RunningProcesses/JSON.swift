import Foundation

/// The JSON output of a program, with access by name.
package enum JSON: Hashable, Sendable, Decodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Reads one value; throws what is wrong with the text.
    package init(_ text: String) throws {
        do {
            self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
        } catch {
            throw NeverCame("not JSON (\(error)): \(text.suffix(4_000))")
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// A member of an object; `nil` if there is none, or this is no object.
    package subscript(name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text, if it is one.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The whole number, if it is one.
    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The elements, if it is an array.
    package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    /// The names of the members, if it is an object.
    package var keys: Set<String>? {
        if case .object(let members) = self { Set(members.keys) } else { nil }
    }

    /// An element of an array; `nil` if there is none, or this is no array.
    package subscript(index: Int) -> JSON? {
        guard let elements = array, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The texts in an array; what is no text is left out.
    package var strings: [String]? { array?.compactMap(\.string) }
    /// The number, whole or not.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
    /// The truth value, if it is one.
    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
}
