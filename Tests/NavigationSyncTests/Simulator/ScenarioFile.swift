import Foundation
import NavigationSimulator
import Testing

/// A text file of `Tests/Scenarios`, or of its folder `Seeds`.
struct ScenarioFile: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    /// Its first line, which says what it shows.
    var testDescription: String {
        let line = text.prefix { $0 != "\n" }
        return String(line.drop { $0 == "#" || $0 == " " })
    }

    static let all = files(in: ".")

    /// The text files of a folder, by name.
    static func files(in folder: String) -> [ScenarioFile] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let root = tests.appending(path: "Scenarios").appending(path: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { name in
            let text = try? String(contentsOf: root.appending(path: name), encoding: .utf8)
            return text.map { ScenarioFile(name: name, text: $0) }
        }
    }
}

/// A seed that once broke a promise, from the files in `Seeds`: `seeds.txt` for one daemon, and
/// `fleets-3.txt` for three nodes.
struct RecordedSeed: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let nodes: Int
    let reason: String

    var testDescription: String { "\(seed): \(reason)" }

    static let all: [RecordedSeed] = ScenarioFile.files(in: "Seeds").flatMap { file in
        let nodes = file.name.hasPrefix("fleets-") ? Int(file.name.dropFirst(7).prefix(1)) : 1
        return file.text.split(separator: "\n").compactMap { line -> RecordedSeed? in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let seed = UInt64(parts[0]), let nodes else { return nil }
            return RecordedSeed(seed: seed, nodes: nodes, reason: String(parts[1]))
        }
    }
}
