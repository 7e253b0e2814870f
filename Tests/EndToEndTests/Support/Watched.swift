/// What a `navctl watch --output json` has printed, read line by line.
struct Watched: Sendable {
    /// All lines, in order.
    let lines: [JSON]

    init(_ process: RunningProcess) throws {
        lines = try process.transcript.output.lines.map { try JSON($0) }
    }

    /// The lines that tell of a change.
    var commits: [JSON] { lines.filter { $0["event"]?.string == "commit" } }
    /// The revisions of these lines.
    var revisions: [Int64] { commits.compactMap { $0["revision"]?.integer } }
    /// The author of each revision.
    var authors: [Int64: String] {
        Dictionary(commits.compactMap { line in
            line["revision"]?.integer.map { ($0, line["author"]?.string ?? "") }
        }) { first, _ in first }
    }
    /// The newest digest.
    var digest: String? { lines.last { $0["digest"] != nil }?["digest"]?.string }
    /// Lines that say that the changes in between are not told.
    var replacements: [JSON] { lines.filter { $0["event"]?.string == "replaced" } }
    /// The revision that the watcher began at.
    var start: Int64? { lines.first?["revision"]?.integer }

    /// Whether, from the start on, every revision was told once and in order, or was jumped over by
    /// a line that says so.
    var isGapless: Bool {
        var reached: Int64?
        for line in lines {
            guard let revision = line["revision"]?.integer else { return false }
            switch line["event"]?.string {
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
    /// Waits until a watcher has told of a revision.
    func untilRevision(_ revision: Int64, within time: Duration = patience) async throws {
        let marks = ["\"revision\":\(revision),", "\"revision\":\(revision)}"]
        let seen = Counter()
        try await wait(for: "revision \(revision)", within: time) { transcript in
            let lines = transcript.output.lines
            // Each line is looked at once, however often this is asked.
            let new = lines.dropFirst(seen.exchange(lines.count))
            return new.contains { line in marks.contains { line.contains($0) } } ? true : nil
        }
    }
}
