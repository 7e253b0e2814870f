internal import CommandLine
internal import Dispatch
internal import Glibc
internal import NavigationModel
internal import NavigationText
internal import POSIX
internal import Web

/// The browsers that have joined, by the secrets of their cookies.
actor Browsers {
    private let files: WebDirectory
    private let options: GlobalOptions
    private let isHidden: Bool
    private var devices: [String: (directory: String, device: BrowserDevice)] = [:]
    private var joins = TokenBucket(
        rate: WebLimits.joinRate.rate, size: WebLimits.joinRate.size, at: .zero)
    private var requests = TokenBucket(
        rate: WebLimits.requestRate.rate, size: WebLimits.requestRate.size, at: .zero)
    private let epoch = ContinuousClock.now

    /// Reads the sessions of all browsers.
    ///
    /// - Parameter isHidden: A Boolean value indicating whether other devices don't see them.
    init(_ files: WebDirectory, _ options: GlobalOptions, isHidden: Bool) {
        self.files = files
        self.options = options
        self.isHidden = isHidden
        for browser in files.readableBrowsers {
            devices[browser.session.secret] = (
                browser.directory,
                BrowserDevice(
                    browser.session, browser.directory, in: files, options, isHidden: isHidden)
            )
        }
    }

    /// Follows the directory, until the task is cancelled: a browser that is removed from it, by a
    /// command or at its revocation, is no device from then on, and its pages say so.
    nonisolated func follow(_ watch: DirectoryWatch) async {
        let (events, queue) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(
            fileDescriptor: watch.fileDescriptor, queue: .global())
        source.setEventHandler { if watch.drain() { queue.yield() } }
        source.activate()
        defer { source.cancel() }
        // Those that were removed before the watch began.
        queue.yield()
        for await _ in events { await endRemoved() }
    }

    private func endRemoved() async {
        for (secret, browser) in devices where !files.session(of: browser.directory).isThere {
            devices[secret] = nil
            await browser.device.end()
        }
    }

    /// The result of an attempt to join.
    enum Joining: Sendable {
        case joined(SessionCookie)
        case refused
        case tooOften
        /// There are as many browsers as may be.
        case full
        /// The device can't be stored.
        case failed
    }

    /// Returns `false` if all browsers send more requests than they may.
    func mayRequest() -> Bool { requests.take(at: .now - epoch) }

    /// Returns the device of a cookie; `nil` if there is none.
    func device(_ cookie: SessionCookie?) -> BrowserDevice? {
        cookie.flatMap { devices[$0.secret]?.device }
    }

    /// The number of pages of all browsers.
    var pageCount: Int {
        get async {
            var count = 0
            for (_, device) in devices.values { count += await device.pageCount }
            return count
        }
    }

    /// Makes a browser a device, by an invitation that is used up.
    func join(_ secret: String, as name: String) -> Joining {
        guard joins.take(at: .now - epoch) else { return .tooOften }
        guard devices.count < WebLimits.browsers else { return .full }
        guard let invitation = files.takeInvitation(secret, at: Int64(time(nil))) else {
            return .refused
        }
        let chosen = [invitation.name, name, "Browser"].lazy.compactMap(\.self)
            .compactMap(DeviceName.init(rawValue:)).first
        let session = WebDirectory.Session(
            secret: Secret.make(), name: chosen?.rawValue ?? "Browser",
            isViewer: invitation.isViewer)
        let directory = String(Secret.make().prefix(16))
        guard (try? files.session(of: directory).write(session)) != nil else { return .failed }
        devices[session.secret] = (
            directory,
            BrowserDevice(session, directory, in: files, options, isHidden: isHidden)
        )
        return .joined(SessionCookie(secret: session.secret))
    }

    /// Ends all connections; changes stay in the outboxes.
    func close() async {
        await withDiscardingTaskGroup { group in
            for (_, device) in devices.values { group.addTask { await device.close() } }
        }
    }
}
