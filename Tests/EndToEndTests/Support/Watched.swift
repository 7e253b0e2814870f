import Foundation
import Synchronization

/// The output of a `navctl watch --output json`, read line by line.
struct Watched: Sendable {
    /// All lines, in order.
    let lines: [Line]

    /// The parts of a line that the tests look at; the scene, which is long, is left out.
    struct Line: Sendable, Decodable {
        let event: String
        let revision: Int64
        let author: String?
        let digest: String?
        let operations: [Operation]?
    }

    /// A step of a change.
    struct Operation: Sendable, Decodable {
        let route: String?
    }

    init(_ process: RunningProcess) throws {
        let decoder = JSONDecoder()
        lines = try process.transcript.output.lines.map { line in
            do {
                return try decoder.decode(Line.self, from: Data(line.utf8))
            } catch {
                throw NeverCame("not a line of 'watch' (\(error)): \(line)")
            }
        }
    }

    /// The lines that report a change.
    var commits: [Line] { lines.filter { $0.event == "commit" } }
    /// The revisions of these lines.
    var revisions: [Int64] { commits.map(\.revision) }
    /// The author of each revision.
    var authors: [Int64: String] {
        Dictionary(commits.map { ($0.revision, $0.author ?? "") }) { first, _ in first }
    }
    /// The newest digest.
    var digest: String? { lines.last { $0.digest != nil }?.digest }
    /// Lines that report that the changes in between were skipped.
    var replacements: [Line] { lines.filter { $0.event == "replaced" } }

    /// A Boolean value indicating whether, from the start on, every revision was reported once and
    /// in order, or was reported as skipped.
    var isGapless: Bool {
        var reached: Int64?
        for line in lines {
            let revision = line.revision
            switch line.event {
            case "snapshot" where reached == nil: reached = revision
            case "replaced" where reached.map { $0 < revision } ?? false: reached = revision
            case "commit" where reached.map { $0 + 1 == revision } ?? false: reached = revision
            case "status" where reached == revision: continue
            default: return false
            }
        }
        return reached != nil
    }
}

extension RunningProcess {
    /// Waits until a watcher has reported a revision.
    func untilRevision(_ revision: Int64, within time: Duration = timeout) async throws {
        let marks = ["\"revision\":\(revision),", "\"revision\":\(revision)}"]
        let seen = Counter()
        try await wait(for: "revision \(revision)", within: time) { transcript in
            let lines = transcript.output.lines
            // Each line is looked at once, however often this is called.
            let new = lines.dropFirst(seen.exchange(lines.count))
            return new.contains { line in marks.contains { line.contains($0) } } ? true : nil
        }
    }
}

/// A number that several threads see.
final class Counter: Sendable {
    private let value = Atomic(0)

    /// The number now.
    var current: Int { value.load(ordering: .sequentiallyConsistent) }

    /// Sets the number; returns the one before.
    func exchange(_ new: Int) -> Int { value.exchange(new, ordering: .sequentiallyConsistent) }
}
