internal import CommandLine
internal import Glibc
internal import NavigationModel
internal import NavigationText
internal import Web

/// The browsers that have joined, by the secrets of their cookies.
actor Browsers {
    private let files: WebDirectory
    private let options: GlobalOptions
    private var devices: [String: BrowserDevice] = [:]
    private var joins = TokenBucket(
        rate: WebLimits.joinRate.rate, size: WebLimits.joinRate.size, at: .zero)
    private var requests = TokenBucket(
        rate: WebLimits.requestRate.rate, size: WebLimits.requestRate.size, at: .zero)
    private let epoch = ContinuousClock.now

    /// Reads the sessions of all browsers.
    init(_ files: WebDirectory, _ options: GlobalOptions) throws(CommandError) {
        self.files = files
        self.options = options
        for name in files.browserNames {
            guard let session = try files.session(of: name).read() else { continue }
            devices[session.secret] = Self.device(name, session, files, options)
        }
    }

    /// The result of an attempt to join.
    enum Joining: Sendable {
        case joined(SessionCookie)
        case refused
        case tooOften
        case full(String)
    }

    /// Returns `false` if all browsers send more requests than they may.
    func mayRequest() -> Bool { requests.take(at: .now - epoch) }

    /// Returns the device of a cookie; `nil` if there is none.
    func device(_ cookie: SessionCookie?) -> BrowserDevice? {
        cookie.flatMap { devices[$0.secret] }
    }

    /// The number of pages of all browsers.
    var pageCount: Int {
        get async {
            var count = 0
            for device in devices.values { count += await device.pageCount }
            return count
        }
    }

    /// Makes a browser a device, by an invitation that is used up.
    func join(_ secret: String, as name: String) -> Joining {
        guard joins.take(at: .now - epoch) else { return .tooOften }
        guard devices.count < WebLimits.browsers else {
            return .full("\(WebLimits.browsers) browsers are devices already")
        }
        guard let invitation = files.takeInvitation(secret, at: Int64(time(nil))) else {
            return .refused
        }
        let chosen = [invitation.name, name, "Browser"].lazy.compactMap(\.self)
            .compactMap(DeviceName.init(rawValue:)).first
        let session = WebDirectory.Session(
            secret: Secret.make(), name: chosen?.rawValue ?? "Browser",
            isViewer: invitation.isViewer)
        let directory = String(Secret.make().prefix(16))
        do throws(CommandError) { try files.session(of: directory).write(session) } catch {
            return .full(error.message.description)
        }
        devices[session.secret] = Self.device(directory, session, files, options)
        return .joined(SessionCookie(secret: session.secret))
    }

    /// Ends all connections; changes stay in the outboxes.
    func close() async {
        await withDiscardingTaskGroup { group in
            for device in devices.values { group.addTask { await device.close() } }
        }
    }

    private static func device(
        _ name: String, _ session: WebDirectory.Session, _ files: WebDirectory,
        _ options: GlobalOptions
    ) -> BrowserDevice {
        BrowserDevice(session, in: files.device(of: name), files.handedOver(of: name), options)
    }
}
