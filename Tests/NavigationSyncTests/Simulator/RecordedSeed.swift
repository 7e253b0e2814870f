import Testing

/// A seed that once broke a promise, from the files in `Seeds`.
struct RecordedSeed: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let reason: String

    var testDescription: String { "\(seed): \(reason)" }

    static let all: [RecordedSeed] = ScenarioFile.files(in: "Seeds").flatMap { file in
        file.text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let seed = UInt64(parts[0]) else { return nil }
            return RecordedSeed(seed: seed, reason: String(parts[1]))
        }
    }
}
