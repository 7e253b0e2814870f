internal import Foundation

/// One thing that the bars are described to do, with the values that its test holds them to.
package struct DescribedRow: Hashable, Sendable {
    /// The kind of claim that a row makes.
    package enum Kind: Character, Hashable, Sendable, CaseIterable {
        /// State that every device shows.
        case state = "S"
        /// The effect of an action.
        case behaviour = "B"
        /// Positions and looks.
        case layout = "L"
        /// Spoken text.
        case accessibility = "A"
        /// Languages and directions.
        case localisation = "I"
        /// Advice.
        case guideline = "G"
    }

    /// `T-33`.
    package let id: String
    /// The kinds of its claim.
    package let kinds: Set<Kind>
    /// The described behaviour, in our own words.
    package let claim: String
    /// The values that the description fixes, by names.
    package let figures: [String: String]

    /// The files, each with how many rows were described.
    package static let counts: KeyValuePairs = ["M": 40, "T": 66, "N": 117, "H": 38, "D": 35]

    /// Every row, in the order of the files.
    package static let all: [DescribedRow] = counts.flatMap { letter, _ in
        let file = folder.appending(path: "\(letter).txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            preconditionFailure("no rows to read: \(file.path)")
        }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            guard let row = DescribedRow(line: String(line)) else {
                preconditionFailure("\(letter).txt: no row: \(line)")
            }
            return row
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Rows")

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    /// The row of this name.
    package init(_ id: String) {
        guard let row = Self.byID[id] else { preconditionFailure("no row \(id)") }
        self = row
    }

    /// Reads a line; `nil` if it has not four parts, an unknown kind, or a value without a name, a
    /// name without a value, or one name twice.
    package init?(line: String) {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 4, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        id = parts[0]
        let kinds = parts[1].map(Kind.init(rawValue:))
        self.kinds = Set(kinds.compactMap(\.self))
        guard self.kinds.count == kinds.count else { return nil }
        claim = parts[2]
        var figures: [String: String] = [:]
        for piece in parts[3].split(separator: ";", omittingEmptySubsequences: false) {
            let pair = piece.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard pair.count == 2, pair.allSatisfy({ !$0.isEmpty }),
                figures.updateValue(pair[1], forKey: pair[0]) == nil
            else { return nil }
        }
        self.figures = figures
    }

    /// A value as it is written.
    package subscript(name: String) -> String {
        guard let figure = figures[name] else { preconditionFailure("\(id) has no \(name)") }
        return figure
    }

    /// A value as a number.
    package func number(_ name: String) -> Double {
        guard let number = Double(self[name]) else {
            preconditionFailure("\(id): \(name) is no number: \(self[name])")
        }
        return number
    }

    /// A value as an integer.
    package func integer(_ name: String) -> Int {
        guard let number = Int(self[name]) else {
            preconditionFailure("\(id): \(name) is no whole number: \(self[name])")
        }
        return number
    }

    /// A value as texts, with commas between them.
    package func list(_ name: String) -> [String] {
        self[name].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
