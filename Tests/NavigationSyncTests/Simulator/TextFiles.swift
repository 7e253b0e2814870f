import Foundation

/// The text files beside the tests: what stands in them, without comments and empty lines.
struct TextFiles {
    let name: String
    /// The first line that says something, as a comment.
    let title: String
    let lines: [(number: Int, text: String)]

    /// The files of a folder beside the tests, by name.
    static func all(in folder: String) -> [TextFiles] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { name in
            guard let text = try? String(contentsOf: root.appending(path: name), encoding: .utf8)
            else { return nil }
            return TextFiles(name: "\(folder)/\(name)", text: text)
        }
    }

    private init(name: String, text: String) {
        self.name = name
        var title = name
        var lines: [(Int, String)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("#") {
                if title == name { title = trimmed.drop { $0 == "#" || $0 == " " }.description }
            } else if !trimmed.isEmpty {
                lines.append((index + 1, trimmed))
            }
        }
        self.title = title
        self.lines = lines
    }
}
