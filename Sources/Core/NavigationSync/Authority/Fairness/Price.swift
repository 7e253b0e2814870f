internal import NavigationWire

/// The prices of requests and changes, in tokens of their rates: expensive calls use up more of the
/// rate, so that no call takes more of the daemon's time than another.
enum Price {
    /// Bytes received or sent that cost as much as a request.
    static let requestLength = 4_096
    /// Commits in a reply that cost as much as a request.
    static let commits = 4
    /// Present devices in a reply that cost as much as a request.
    static let presentDevices = 32
    /// Bytes of a change that cost as much as a small one.
    static let changeLength = 1_024
    /// Operations and writes of a change that cost as much as a small one.
    static let changeSteps = 8

    /// The price of a digest that is computed anew from a whole state.
    static let digest: Int64 = 4
    /// The price of a publication without a commit, which all devices of the user receive.
    static let publication: Int64 = 4
    /// The price of a read of the log, or of a list.
    static let logRead: Int64 = 20
    /// The price of a write that waits for the disk, and for some calls of a new key for the feed of
    /// all of the user's devices.
    static let registryWrite: Int64 = 200
    /// The price of a check of a scene's whole log, or of its replacement.
    static let audit: Int64 = 2_000

    /// Returns the price of a frame, whatever its content.
    static func request(ofLength length: Int) -> Int64 { Int64(1 + length / requestLength) }

    /// Returns the price of bytes that are encoded or copied for a reply.
    static func reply(ofLength length: Int) -> Int64 { Int64(length / requestLength) }

    /// Returns the price of commits that are encoded for a reply.
    static func reply(ofCommits count: Int) -> Int64 { Int64(count / commits) }

    /// Returns the price of present devices that are listed in a reply.
    static func reply(ofPresentDevices count: Int) -> Int64 { Int64(count / presentDevices) }

    /// Returns the price of a change by its length, before it is decoded.
    static func change(ofLength length: Int) -> Int64 { Int64(1 + length / changeLength) }

    /// Returns the price of the steps of a change beyond those of a small one.
    static func steps(_ count: Int) -> Int64 { Int64(count / changeSteps) }
}

extension Reply.Result {
    /// The price of making and sending it beyond that of a short one.
    var price: Int64 {
        switch self {
        case .synced(let synced):
            switch synced.content {
            case .commits(let commits): Price.reply(ofCommits: commits.count)
            case .page(let page): Price.reply(ofCommits: page.count)
            case .snapshot(_, _, let length): Price.reply(ofLength: length)
            }
        case .snapshotContent(_, let content): Price.reply(ofLength: content.count)
        case .historyPage(let page): Price.reply(ofCommits: page.commits.count)
        case .encodedHistory(let history): Price.reply(ofCommits: history.page.count)
        case .pastState(let offer): Price.reply(ofLength: offer.length)
        case .heads(let reply): Price.reply(ofPresentDevices: reply.present.count)
        case .failure, .welcome, .receipt, .status, .audit, .paired, .users, .invited,
            .devices, .revoked, .serverKeys, .fleet, .scenes, .remembered, .rememberedStates,
            .healed, .done:
            0
        }
    }
}
