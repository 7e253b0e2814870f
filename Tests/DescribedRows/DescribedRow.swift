internal import Foundation

/// One thing that the bars are described to do, with the figures that its test holds them to.
///
/// The rows stand in `Rows/*.txt`, a line each: `id | kinds | claim | name = figure; name = figure`.
package struct DescribedRow: Hashable, Sendable {
    /// `T-33`.
    package let id: String
    /// S state, B behaviour, L layout, A accessibility, I localisation, G guideline.
    package let kinds: Set<Character>
    /// What is described, in our own words.
    package let claim: String
    /// What the description fixes, by names.
    package let figures: [String: String]

    /// Every row, in the order of the files.
    package static let all: [DescribedRow] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Rows")
        return ["M", "T", "N", "H", "D"].flatMap { letter -> [DescribedRow] in
            let file = folder.appending(path: "\(letter).txt")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
            return text.split(separator: "\n").compactMap { DescribedRow(line: String($0)) }
        }
    }()

    /// The row of this name; a name that is in no file is a mistake in the test.
    package init(_ id: String) {
        guard let row = Self.all.first(where: { $0.id == id }) else {
            preconditionFailure("no row \(id)")
        }
        self = row
    }

    /// A figure as it stands there; one that is not there is a mistake in the test.
    package subscript(name: String) -> String {
        guard let figure = figures[name] else { preconditionFailure("\(id) has no \(name)") }
        return figure
    }

    /// A figure as a number; one that is none is a mistake in the test.
    package func number(_ name: String) -> Double {
        guard let number = Double(self[name]) else {
            preconditionFailure("\(id): \(name) is no number")
        }
        return number
    }

    private init?(line: String) {
        guard !line.hasPrefix("#") else { return nil }
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 4 else { return nil }
        id = parts[0]
        kinds = Set(parts[1])
        claim = parts[2]
        var figures: [String: String] = [:]
        for piece in parts[3].split(separator: ";") {
            let pair = piece.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard pair.count == 2 else { continue }
            figures[pair[0]] = pair[1]
        }
        self.figures = figures
    }
}
