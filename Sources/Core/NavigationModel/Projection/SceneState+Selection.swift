extension SceneState {
    /// Returns the selection that a device keeps.
    package func selection(of device: DeviceID) -> DeviceSelection {
        self[.device(device), DeviceField.selection].map { DeviceSelection($0.value) } ?? .shared
    }

    /// Returns the tab that is selected on a device.
    ///
    /// An own selection counts while its tab can be selected; a device that follows another shows
    /// what that one shows. Whatever leads nowhere is the shared selection: a removed or disabled
    /// tab, devices that follow each other in a circle. Costs the devices on the way, and the tabs
    /// if it is the shared one.
    package func selectedTab(of device: DeviceID) -> TabID? {
        var passed: Set<DeviceID> = []
        var next = device
        while passed.insert(next).inserted {
            switch selection(of: next) {
            case .shared: return selectedTab
            case .own(let tab): return isVisible(tab) && isEnabled(tab) ? tab : selectedTab
            case .following(let followed): next = followed
            }
        }
        return selectedTab
    }

    /// Returns the projection as a device shows it: with its own selection, if it keeps one.
    package func scene(of device: DeviceID) -> Scene {
        let shared = scene
        let selection = selection(of: device)
        guard selection != .shared else { return shared }
        return shared.selecting(selectedTab(of: device), by: selection)
    }

    /// Returns a Boolean value indicating whether `device` follows `other`, at once or by others
    /// between them.
    func follows(_ device: DeviceID, _ other: DeviceID) -> Bool {
        var passed: Set<DeviceID> = []
        var next = device
        while passed.insert(next).inserted, let followed = selection(of: next).followed {
            if followed == other { return true }
            next = followed
        }
        return false
    }
}
