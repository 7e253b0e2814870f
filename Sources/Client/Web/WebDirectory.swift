package import CommandLine
internal import FoundationEssentials
package import NavigationModel
internal import NavigationText
package import POSIX

/// The files of the server, in the directory of the user's device: its address, the open
/// invitations, and a directory for each browser, with the directory of its device.
package struct WebDirectory: Sendable {
    /// An invitation of a browser, in a file that is named by its secret.
    package struct Invitation: Hashable, Sendable, Codable {
        /// The name of the device; `nil` lets the browser choose one.
        package let name: String?
        /// A Boolean value indicating whether the device changes nothing.
        package let isViewer: Bool
        /// The end of the invitation, in seconds since 1970.
        package let expires: Int64
    }

    /// A browser that has joined.
    package struct Session: Hashable, Sendable, Codable {
        /// The identity of a browser's device, known from its first page on.
        package struct Identity: Hashable, Sendable, Codable {
            /// The id of the device.
            package let device: String
            /// The user whose device it is.
            package let user: String
            /// The time of the first page, in seconds since 1970.
            package let since: Int64

            /// Joins the parts.
            package init(device: DeviceID, user: UserID, since: Int64) {
                self.device = device.description
                self.user = user.rawValue
                self.since = since
            }
        }

        /// The secret of its cookie, as its device's key a file for the owner alone.
        package let secret: String
        /// The name of the device.
        package let name: String
        /// A Boolean value indicating whether the device changes nothing.
        package let isViewer: Bool
        /// The identity of the device; `nil` before the first page.
        package var identity: Identity?

        /// Joins the parts.
        package init(secret: String, name: String, isViewer: Bool) {
            self.secret = secret
            self.name = name
            self.isViewer = isViewer
        }
    }

    /// A browser that has joined, by the name of its directory.
    package struct Browser: Sendable {
        /// The name of the directory.
        package let directory: String
        /// The session.
        package let session: Session
        /// The id of the device; `nil` before the first page.
        package var device: DeviceID? { session.identity.flatMap { DeviceID($0.device) } }
    }

    /// The address of the server.
    private struct Address: Codable {
        let origin: String
    }

    /// The path.
    package let path: String

    /// Names the directory of the server for a device's directory.
    package init(of deviceDirectory: String) {
        path = deviceDirectory + "/web"
    }

    private var invitations: String { path + "/invitations" }
    private var sessions: String { path + "/browsers" }
    /// The directories of removed browsers, until they are deleted.
    private var removed: String { path + "/removed" }

    /// Creates the directories, takes the lock of the only server, and deletes the rests of browsers
    /// that were removed.
    package func lock() throws(CommandError) -> FileLock {
        do throws(FileError) {
            for directory in [path, invitations, sessions, removed] {
                try DurableFiles.createDirectory(directory)
            }
            if let lock = try FileLock(trying: path + "/lock") {
                for name in names(in: sessions) where !session(of: name).isThere {
                    try? FileManager.default.removeItem(atPath: "\(sessions)/\(name)")
                }
                for name in names(in: removed) {
                    try? FileManager.default.removeItem(atPath: "\(removed)/\(name)")
                }
                return lock
            }
        } catch { throw CommandError(error) }
        throw CommandError(
            message: "this device's server of pages runs already",
            advice: "use 'navctl device invite --web' to add a browser")
    }

    // MARK: Address

    private var address: DeviceFile<Address?> {
        DeviceFile("address.json", in: path, empty: nil)
    }

    /// Stores the origin of the pages.
    package func write(_ origin: WebOrigin) throws(CommandError) {
        try address.write(Address(origin: origin.description))
    }

    /// The origin of the pages of the server that runs; throws if none does.
    package var origin: WebOrigin {
        get throws(CommandError) {
            let isRunning: Bool
            do throws(FileError) { isRunning = try FileLock(trying: path + "/lock") == nil } catch {
                isRunning = false
            }
            guard isRunning, let text = try address.read()?.origin, let origin = WebOrigin(text)
            else {
                throw CommandError(
                    message: "this device's server of pages does not run",
                    advice: "start it with 'navctl web'")
            }
            return origin
        }
    }

    // MARK: Invitations

    /// Creates an invitation, and returns its secret.
    package func invite(
        _ name: DeviceName?, isViewer: Bool, until expires: Int64, at time: Int64
    ) throws(CommandError) -> String {
        removeExpired(at: time)
        guard names(in: invitations).count < WebLimits.invitations else {
            throw CommandError(
                message: "\(WebLimits.invitations) invitations of browsers are open",
                advice: "wait until one has expired")
        }
        let secret = Secret.make()
        try DeviceFile<Invitation?>(secret, in: invitations, empty: nil).write(
            Invitation(name: name?.rawValue, isViewer: isViewer, expires: expires))
        return secret
    }

    /// Takes an invitation, once; `nil` if there is none of this secret, or no longer.
    package func takeInvitation(_ secret: String, at time: Int64) -> Invitation? {
        guard Secret.isOne(secret) else { return nil }
        let file = DeviceFile<Invitation?>(secret, in: invitations, empty: nil)
        guard let invitation = try? file.read(), (try? file.remove()) != nil,
            invitation.expires > time
        else { return nil }
        return invitation
    }

    /// Removes the invitations that have expired.
    package func removeExpired(at time: Int64) {
        for name in names(in: invitations) {
            let file = DeviceFile<Invitation?>(name, in: invitations, empty: nil)
            guard let invitation = try? file.read(), invitation.expires > time else {
                try? file.remove()
                continue
            }
        }
    }

    // MARK: Browsers

    /// Returns all browsers that have joined, in no order of meaning. One whose session can't be
    /// read is left out: it is none of the others' business.
    ///
    /// - Parameter report: called with the reason for each of those.
    package func browsers(reporting report: (CommandError) -> Void) -> [Browser] {
        names(in: sessions).compactMap { name in
            do throws(CommandError) {
                return try session(of: name).read().map { Browser(directory: name, session: $0) }
            } catch {
                report(error)
                return nil
            }
        }
    }

    /// All browsers that have joined; those that can't be read are named on standard error.
    package var readableBrowsers: [Browser] {
        browsers { Console.print("a browser is left out: " + $0.message) }
    }

    /// Removes a browser with its device's directory: at once, for a server too, which watches for
    /// it. Nothing happens if it is not there.
    package func remove(_ browser: String) throws(CommandError) {
        let (source, target) = ("\(sessions)/\(browser)", "\(removed)/\(browser)")
        guard session(of: browser).isThere else { return }
        do throws(FileError) {
            try DurableFiles.createDirectory(removed)
            try DurableFiles.move(source, to: target)
        } catch {
            // Another process has removed it meanwhile.
            guard session(of: browser).isThere else { return }
            throw CommandError(error)
        }
        // The next start of the server deletes a rest.
        try? FileManager.default.removeItem(atPath: target)
    }

    /// Starts to watch for browsers that are removed.
    package func watch() throws(CommandError) -> DirectoryWatch {
        do { return try DirectoryWatch(of: sessions, for: .removed) } catch {
            throw CommandError(error)
        }
    }

    /// Returns the directory of a browser's device.
    package func device(of browser: String) -> String { "\(sessions)/\(browser)/device" }

    /// Returns the file of a browser's session.
    package func session(of browser: String) -> DeviceFile<Session?> {
        DeviceFile("session.json", in: "\(sessions)/\(browser)", empty: nil)
    }

    /// Returns the file of the gestures that a browser has handed over.
    package func handedOver(of browser: String) -> DeviceFile<HandedOver> {
        DeviceFile("gestures.json", in: "\(sessions)/\(browser)", empty: HandedOver())
    }

    private func names(in directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }
}
