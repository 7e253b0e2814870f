import Foundation
import NavigationBars

/// A layout as a script reads it: what is encoded, by paths such as `navigationBar.right.0.label`.
indirect enum LayoutJSON: Decodable, Equatable {
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([LayoutJSON])
    case object([String: LayoutJSON])

    /// Encodes a layout, and reads it again.
    init(of layout: BarLayout) throws {
        self = try JSONDecoder().decode(LayoutJSON.self, from: JSONEncoder().encode(layout))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([LayoutJSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: LayoutJSON].self))
        }
    }

    /// The value at a path; `nil` if there is none.
    subscript(path: String) -> LayoutJSON? {
        var found: LayoutJSON? = self
        for name in path.split(separator: ".") {
            switch found {
            case .object(let members): found = members[String(name)]
            case .list(let list):
                let index = Int(name)
                found = index.flatMap { list.indices.contains($0) ? list[$0] : nil }
            default: found = nil
            }
        }
        return found
    }

    /// The text, if it is one.
    var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The number, if it is one.
    var number: Double? { if case .number(let number) = self { number } else { nil } }
}
