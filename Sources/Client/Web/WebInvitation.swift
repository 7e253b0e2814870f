package import CommandLine
internal import Glibc
internal import NavigationJSON
package import NavigationModel

/// An invitation of a browser as it is shown: an address that works once.
package struct WebInvitation: Encodable, Sendable {
    /// The address. Its secret is behind `#`, which browsers send to nobody: no log has it.
    package let url: String
    /// The end of the invitation.
    package let expires: String

    /// The usual lifetime.
    package static let usualLifetime = Duration.seconds(600)

    /// Creates an invitation.
    package init(
        _ files: WebDirectory, _ origin: WebOrigin, named name: DeviceName?, isViewer: Bool = false,
        lifetime: Duration = usualLifetime
    ) throws(CommandError) {
        let now = Int64(time(nil))
        let end = now + lifetime.components.seconds
        let secret = try files.invite(name, isViewer: isViewer, until: end, at: now)
        url = "\(origin)/#\(secret)"
        expires = Timestamp(rawValue: end * 1_000_000).rfc3339
    }
}
