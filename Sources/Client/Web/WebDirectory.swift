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
        /// The secret of its cookie, as its device's key a file for the owner alone.
        package let secret: String
        /// The name of the device.
        package let name: String
        /// A Boolean value indicating whether the device changes nothing.
        package let isViewer: Bool

        /// Joins the parts.
        package init(secret: String, name: String, isViewer: Bool) {
            self.secret = secret
            self.name = name
            self.isViewer = isViewer
        }
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
    private var browsers: String { path + "/browsers" }

    /// Creates the directories, and takes the lock of the only server.
    package func lock() throws(CommandError) -> FileLock {
        do throws(FileError) {
            for directory in [path, invitations, browsers] {
                try DurableFiles.createDirectory(directory)
            }
            if let lock = try FileLock(trying: path + "/lock") { return lock }
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

    /// The names of the directories of all browsers.
    package var browserNames: [String] { names(in: browsers) }

    /// Returns the directory of a browser's device.
    package func device(of browser: String) -> String { "\(browsers)/\(browser)/device" }

    /// Returns the file of a browser's session.
    package func session(of browser: String) -> DeviceFile<Session?> {
        DeviceFile("session.json", in: "\(browsers)/\(browser)", empty: nil)
    }

    /// Returns the file of the gestures that a browser has handed over.
    package func handedOver(of browser: String) -> DeviceFile<HandedOver> {
        DeviceFile("gestures.json", in: "\(browsers)/\(browser)", empty: HandedOver())
    }

    private func names(in directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }
}
