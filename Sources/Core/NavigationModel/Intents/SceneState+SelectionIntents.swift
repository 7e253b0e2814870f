extension SceneState {
    /// Returns an intent as it is meant on a device that keeps no shared selection: it is about the
    /// tab that this device shows, and a selection is its own.
    func intent(_ intent: Intent, on device: DeviceID) throws(IntentError) -> Intent {
        guard selection(of: device) != .shared, let shown = selectedTab(of: device) else {
            return intent
        }
        switch intent {
        case .selectTab(let id):
            guard isEnabled(try visible(id)) else { throw .tabDisabled(id) }
            let move = Intent.retry([.setSelection(of: device, .own(id))])
            // A refresh would select the tab for all devices.
            let popsToRoot = id == shown && properties(of: .tab(id))[.reselect] == "popToRoot"
            return .batch([move] + (popsToRoot ? [.popToRoot(of: .tab(id))] : []))
        case .push(let screen, onto: nil): return .push(screen, onto: .tab(shown))
        case .pop(from: nil): return .pop(from: .tab(shown))
        case .popToRoot(of: nil): return .popToRoot(of: .tab(shown))
        case .setItems(let screens, of: nil): return .setItems(screens, of: .tab(shown))
        case .batch(let intents):
            var meant: [Intent] = []
            for intent in intents { meant.append(try self.intent(intent, on: device)) }
            return .batch(meant)
        default: return intent
        }
    }

    /// Returns the operations of a change on a device, which ends following another by navigating:
    /// it stays on the tab that it shows.
    func endFollowing(_ operations: [Operation], on device: DeviceID) -> [Operation] {
        guard selection(of: device).followed != nil, let shown = selectedTab(of: device),
            operations.contains(where: { $0.navigatedStack != nil }),
            !operations.contains(where: { $0.setsSelection(of: device) })
        else { return operations }
        return [.setSelection(of: device, .own(shown))] + operations
    }

    /// Returns the operation that sets the mode of a device's selection.
    func keepSelection(
        _ mode: SelectionMode, on device: DeviceID
    ) throws(IntentError) -> [Operation] {
        let present = selection(of: device)
        let wanted: DeviceSelection
        switch mode {
        case .shared: wanted = .shared
        case .own:
            guard present.tab == nil else { return [] }
            guard let tab = selectedTab(of: device) else { throw .noSelectedTab }
            wanted = .own(tab)
        case .following(let other):
            guard other != device else { throw .ownDevice }
            guard !follows(other, device) else { throw .followsInCircle(other) }
            wanted = .following(other)
        }
        return wanted == present ? [] : [.setSelection(of: device, wanted)]
    }

    /// Returns the operation that sends another device to the tab of this one.
    func handOff(
        from device: DeviceID, to other: DeviceID
    ) throws(IntentError) -> [Operation] {
        guard other != device else { throw .ownDevice }
        guard selection(of: other) != .shared else { throw .sharesSelection(other) }
        guard let tab = selectedTab(of: device) else { throw .noSelectedTab }
        return selectedTab(of: other) == tab ? [] : [.setSelection(of: other, .own(tab))]
    }
}

extension Operation {
    /// Returns a Boolean value indicating whether it sets the selection of a device.
    fileprivate func setsSelection(of device: DeviceID) -> Bool {
        (payload as? SetSelectionOperation)?.device == device
    }
}
