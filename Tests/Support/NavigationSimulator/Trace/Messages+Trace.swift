import NavigationModel
import NavigationSync
import NavigationWire

extension Request {
    /// The request in a few words.
    var inTrace: String {
        switch call {
        case .hello: "#\(id) hello"
        case .sync(_, let epoch, let revision, _): "#\(id) sync after \(epoch.short)@\(revision)"
        case .snapshotPart(_, let snapshot, let offset): "#\(id) snapshot \(snapshot) at \(offset)"
        case .submit(let submit):
            "#\(id) submit \(submit.epoch.short) after \(submit.after), "
                + "\(submit.change.count) bytes, age \(submit.age.map { "\($0)" } ?? "unknown")"
        case .presence: "#\(id) presence"
        case .remember(let part): "#\(id) remember \(part.position.inTrace) from \(part.offset)"
        case .listRemembered: "#\(id) list what is remembered"
        case .heal(let heal): "#\(id) heal with \(heal.position.inTrace)"
        default: "#\(id) another call"
        }
    }
}

extension Reply {
    /// The reply in a few words.
    var inTrace: String {
        switch result {
        case .failure(let failure): "#\(id) refused: \(failure.code)"
        case .welcome: "#\(id) welcome"
        case .synced(let synced):
            switch synced.content {
            case .page(let page): "#\(id) \(page.count) commits to \(synced.head.inTrace)"
            case .commits(let commits):
                "#\(id) \(commits.count) commits to \(synced.head.inTrace)"
            case .snapshot(let snapshot, _, let length):
                "#\(id) snapshot \(snapshot) of \(length) bytes to \(synced.head.inTrace)"
            }
        case .snapshotContent(let offset, let content):
            "#\(id) snapshot at \(offset): \(content.count) bytes"
        case .receipt(let receipt): "#\(id) \(receipt.inTrace)"
        case .heads(let reply):
            "#\(id) " + reply.heads.map(\.inTrace).joined(separator: ", ")
        case .remembered(let answer): "#\(id) \(answer)"
        case .rememberedStates(let states):
            "#\(id) remembers " + states.map(\.position.inTrace).joined(separator: ", ")
        case .healed(let head): "#\(id) healed at \(head.inTrace)"
        default: "#\(id) another answer"
        }
    }
}

extension Receipt {
    var inTrace: String {
        let kinds = outcomes.map { "\($0.kind)" }.joined(separator: ",")
        return "change \(sequence) \(kinds)" + (revision.map { " at revision \($0)" } ?? "")
    }
}

extension Head {
    var inTrace: String {
        "\(epoch.short)@\(revision) \(String(digest.description.prefix(6)))"
    }
}

extension FeedFrame {
    /// The publication in a few words.
    var inTrace: String {
        switch self {
        case .topicExpired: "gone"
        case .feed(.live): "live"
        case .feed(.scene(let head, let commits, _)):
            "\(head.inTrace), commits " + commits.map(\.revision.description).joined(separator: " ")
        }
    }
}

extension Epoch {
    var short: String { String(description.prefix(4)) }
}
