internal import CommandLine
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire
internal import Web

/// The browsers that are devices by this device's server of pages. The daemon registers each with its
/// first change; one that has made none is known by its directory only.
struct LocalBrowsers {
    private let files: WebDirectory
    private let browsers: [WebDirectory.Browser]

    /// Reads those of a user.
    init(of options: GlobalOptions, _ user: UserID) {
        files = WebDirectory(of: options.deviceDirectory)
        browsers = files.readableBrowsers.filter { $0.session.identity?.user == user.rawValue }
    }

    /// Returns a Boolean value indicating whether a device is one of them.
    func contains(_ device: DeviceID) -> Bool { browsers.contains { $0.device == device } }

    /// Returns those that the daemon has not registered, as its list would have them.
    ///
    /// - Parameter present: The devices that follow the scene now.
    func unregistered(
        besides devices: [DeviceInfo], present: [PresentDevice] = []
    ) -> [DeviceInfo] {
        browsers.compactMap { browser in
            guard let device = browser.device, let since = browser.session.identity?.since,
                let name = DeviceName(rawValue: browser.session.name),
                !devices.contains(where: { $0.device == device })
            else { return nil }
            return DeviceInfo(
                device: device, name: name, platform: "",
                role: browser.session.isViewer ? .viewer : .full, credential: .uid(getuid()),
                added: Timestamp(rawValue: since * 1_000_000), revoked: nil,
                connections: present.contains { $0.device == device } ? 1 : 0, lastSeen: nil,
                knowsNextServerKey: false)
        }
    }

    /// Removes those of some devices, with their directories; their pages say so.
    func remove(_ devices: [DeviceID]) throws(CommandError) {
        for browser in browsers where browser.device.map(devices.contains) ?? false {
            try files.remove(browser.directory)
        }
    }
}
