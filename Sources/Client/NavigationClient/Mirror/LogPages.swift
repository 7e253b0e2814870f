package import NavigationModel
package import NavigationWire

/// The pages of a scene's log from one revision on, oldest first.
///
/// The next page is under way while one is read: two cross the network in the time of one. The
/// daemon bounds a page by its bytes, so the next may begin elsewhere than expected; then it is
/// requested again.
package struct LogPages: Sendable {
    private let mirror: SceneMirror
    /// The revision up to which commits are needed.
    private let end: Revision
    /// The revision up to which they have been read.
    private var reached: Revision
    /// Commits in a request: somewhat fewer than the last page that the daemon bounded.
    private var limit: Int
    /// The most of them.
    private let mostCommits: Int
    /// Pages since then, all with as many commits as were requested.
    private var fullPages = 0
    /// A Boolean value indicating whether a page has shown how many commits one has.
    private var hasMeasure = false
    private var isAtEnd = false
    private var ahead: Request?

    /// A page that was requested.
    private struct Request {
        let start: Revision
        let limit: Int
        let page: Task<Result<HistoryPage, NavigationClientError>, Never>
    }

    /// Begins after a revision.
    ///
    /// - Parameters:
    ///   - end: The revision up to which commits are needed; later ones may be among them.
    ///   - limit: The most commits in a page.
    package init(
        of mirror: SceneMirror, after start: Revision,
        upTo end: Revision = Revision(rawValue: .max), limit: Int = WireLimits.historyPage
    ) {
        self.mirror = mirror
        self.end = end
        reached = start
        (self.limit, mostCommits) = (limit, limit)
    }

    /// Full pages after which more commits are requested at once.
    private static let patience = 4

    /// Returns the next page; `nil` after the last.
    package mutating func next() async throws(NavigationClientError) -> HistoryPage? {
        guard !isAtEnd else { return nil }
        let request = ahead.flatMap { $0.start == reached ? $0 : nil } ?? request(after: reached)
        let (start, isBeyond) = reached.rawValue.addingReportingOverflow(UInt64(request.limit))
        let isNeeded = hasMeasure && !isBeyond && start < end.rawValue
        ahead = isNeeded ? self.request(after: Revision(rawValue: start)) : nil
        let page = try await request.page.value.get()
        measure(page, of: request)
        reached = page.commits.last?.revision ?? reached
        isAtEnd = !page.hasMore || page.commits.isEmpty || reached >= end
        return page
    }

    private mutating func measure(_ page: HistoryPage, of request: Request) {
        hasMeasure = true
        guard page.commits.count >= request.limit else {
            (limit, fullPages) = (max(1, page.commits.count * 7 / 8), 0)
            return
        }
        fullPages += 1
        if fullPages.isMultiple(of: Self.patience) { limit = min(mostCommits, limit * 2) }
    }

    private func request(after start: Revision) -> Request {
        let (mirror, limit) = (mirror, limit)
        return Request(
            start: start, limit: limit,
            page: Task {
                do throws(NavigationClientError) {
                    return .success(try await mirror.history(after: start, limit: limit))
                } catch {
                    return .failure(error)
                }
            })
    }
}
