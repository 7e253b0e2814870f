internal import CommandLine
internal import NavigationBars
internal import NavigationModel
internal import NavigationText

extension Explanation {
    /// For people.
    func lines(_ authors: Authors) -> [StyledLine] {
        var headline = StyledLine("#\(commit.revision)", .bold)
        headline.append(" ")
        headline.append(commit.author.label, .accent)
        headline.append(" · change \(commit.stamp.sequence)", .dim)
        headline.append(" of device \(commit.stamp.device)", .dim)
        var lines = [headline, pair("when", when(authors))]
        for (index, operation) in commit.operations.enumerated() {
            lines.append(pair(index == 0 ? "operation" : "", operation.text))
            guard commit.outcomes.indices.contains(index) else { continue }
            let outcome = commit.outcomes[index]
            let words = OutcomeText.words(outcome, of: [operation], authors) ?? "applied"
            lines.append(pair("", "  " + words, .dim))
        }
        lines += list("changed", DifferenceText.lines(of: differences))
        lines += list(
            "removed",
            taken.map { screen, placed in
                let by: TerminalText =
                    placed.map { ", pushed \(authors.words(for: $0))" } ?? .empty
                return StyledLine(DifferenceText.name(screen) + by)
            })
        lines += list(
            "overwrote",
            overwritten.map { revision, registers in
                let names = registers.map { FieldText.words($0.record, $0.field) }
                return StyledLine(
                    "\(names.shortened), written \(authors.words(for: revision))")
            })
        if !commit.prunedRecords.isEmpty {
            lines.append(pair("pruned", "\(commit.prunedRecords.count) tombstones"))
        }
        return lines
    }

    /// For programs.
    func object(_ authors: Authors) -> some Encodable {
        Joined(CommitJSON(commit), ExplanationJSON(self, authors))
    }

    private func when(_ authors: Authors) -> TerminalText {
        let time = TerminalText(commit.stamp.time.local)
        guard let place else { return time }
        let before = "before the change \(authors.words(for: place.before))"
        let after = place.after.map { ", after the change \(authors.words(for: $0))" } ?? ""
        return "\(time): submitted late: took effect \(before)\(after)"
    }

    private func list(_ name: TerminalText, _ lines: [StyledLine]) -> [StyledLine] {
        lines.prefix(Self.longest).enumerated().map { index, content in
            var line = pair(index == 0 ? name : "", "")
            line.append(content)
            return line
        }
            + (lines.count > Self.longest
                ? [pair("", "and \(lines.count - Self.longest) more", .dim)] : [])
    }

    /// The maximum number of lines of one kind.
    private static let longest = 40

    private func pair(_ name: TerminalText, _ value: TerminalText, _ style: Style = .plain)
        -> StyledLine
    {
        var line = StyledLine(name, .dim)
        line.pad(to: 11)
        line.append(value, style)
        return line
    }
}

extension [TerminalText] {
    /// The elements with commas; the first few if there are many.
    fileprivate var shortened: TerminalText {
        count > 6
            ? prefix(5).joined(separator: ", ") + " and \(count - 5) more"
            : joined(separator: ", ")
    }
}

/// The members of an explanation beside those of the commit.
private struct ExplanationJSON: Encodable {
    private let late: Bool
    private let after: UInt64?
    private let before: UInt64?
    private let outcomes: [String]
    private let differences: [DifferenceJSON]
    private let took: [Taken]
    private let overwrote: [Overwritten]
    private let forgot: Int

    private struct Taken: Encodable {
        let screen: String
        let route: String
        let revision: UInt64?
        let author: String?
    }

    private struct Overwritten: Encodable {
        let revision: UInt64
        let author: String?
        let registers: [Register]
    }

    private struct Register: Encodable {
        let record: String
        let field: String
        let words: String
    }

    init(_ explanation: Explanation, _ authors: Authors) {
        let commit = explanation.commit
        late = explanation.place != nil
        after = explanation.place?.after?.rawValue
        before = explanation.place?.before.rawValue
        outcomes = zip(commit.operations, commit.outcomes).map { operation, outcome in
            (OutcomeText.words(outcome, of: [operation], authors) ?? "applied").description
        }
        differences = explanation.differences.map(DifferenceJSON.init)
        took = explanation.taken.map { screen, placed in
            Taken(
                screen: screen.id.rawValue, route: screen.route, revision: placed?.rawValue,
                author: placed.flatMap { authors[$0]?.rawValue })
        }
        overwrote = explanation.overwritten.map { revision, registers in
            Overwritten(
                revision: revision.rawValue, author: authors[revision]?.rawValue,
                registers: registers.map { record, field in
                    Register(
                        record: record.description, field: field.description,
                        words: FieldText.words(record, field).description)
                })
        }
        forgot = commit.prunedRecords.count
    }
}
