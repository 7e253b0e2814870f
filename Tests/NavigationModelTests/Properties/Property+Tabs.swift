@testable import NavigationModel

extension Property {
    /// P7: the newest select of a tab that can be selected is the selection, else the one before.
    static let selection = Property { fleet in
        let scene = fleet.state.scene
        let expected = Oracle(fleet).selection(among: scene.tabs.map(\.id))
        return scene.selectedTab == expected
            ? nil : "\(scene.selectedTab as TabID?, default: "none") is selected"
    }

    /// P7: a device's own selection is the newest that it has set, or that another has set while the
    /// device kept none that is shared; it moves no other device.
    static let ownSelections = Property { fleet in
        var newest: [DeviceID: (stamp: Stamp, selection: DeviceSelection)] = [:]
        for arrival in fleet.records {
            for (stamp, operation) in arrival.taken {
                guard let it = operation.payload as? SetSelectionOperation else { continue }
                let isSent = it.device != stamp.device
                let former = newest[it.device]
                if isSent, former.map({ $0.selection == .shared }) ?? true { continue }
                if former.map({ $0.stamp < stamp }) ?? true {
                    newest[it.device] = (stamp, it.selection)
                }
            }
        }
        for device in fleet.devices {
            let expected = newest[device.id]?.selection ?? .shared
            guard fleet.state.selection(of: device.id) == expected else {
                return "\(device.id) keeps \(fleet.state.selection(of: device.id))"
            }
            guard let tab = expected.tab, fleet.state.isVisible(tab), fleet.state.isEnabled(tab)
            else { continue }
            guard fleet.state.scene(of: device.id).selectedTab == tab else {
                return "\(device.id) does not show \(tab)"
            }
        }
        return nil
    }

    /// P8: the newest write of a register stays, whenever the others arrive.
    static let lateChanges = Property { fleet in
        let oracle = Oracle(fleet)
        for tab in fleet.state.scene.tabs {
            guard tab.title == oracle.attribute(TabField.title, of: tab.id)?.text else {
                return "\(tab.id): title \(tab.title)"
            }
        }
        for arrival in fleet.records where arrival.change.operations.count == 1 {
            if let complaint = complaint(aboutLate: arrival) { return complaint }
        }
        return nil
    }

    @Sendable
    private static func complaint(aboutLate arrival: Fleet.Arrival) -> String? {
        guard let update = arrival.taken.first?.operation.payload as? UpdateTabOperation,
            let title = update.attributes.first, title.field == TabField.title,
            update.attributes.count == 1,
            let before = arrival.before[.tab(update.id), title.field],
            before.stamp > arrival.stamp,
            before.value != title.value, arrival.after.isVisible(update.id)
        else { return nil }
        guard arrival.before.scene == arrival.after.scene else { return "a late title is shown" }
        return arrival.outcomes == [.superseded(by: before.revision)]
            ? nil : "late, but \(arrival.outcomes)"
    }

    /// P9: the bar is what the newest declarations and removals say; edits inside are hidden.
    static let removal = Property { fleet in
        let visible = Set(fleet.state.scene.tabs.map(\.id))
        guard visible == Oracle(fleet).visibleTabs else { return "the bar is \(visible)" }
        for arrival in fleet.records where arrival.taken.count == 1 {
            guard let tab = arrival.taken[0].operation.editedTab, !arrival.before.isVisible(tab)
            else { continue }
            let removal = arrival.rawBefore.revision(.tab(tab), TabField.removed)
            guard arrival.outcomes[0] == .hidden(by: removal) else {
                return "not hidden: \(arrival.outcomes[0])"
            }
        }
        return nil
    }

    /// P10: additions count once each, and a set replaces exactly what its device had seen.
    static let badges = Property { fleet in
        let oracle = Oracle(fleet)
        for tab in fleet.state.scene.tabs where tab.badge != oracle.badge(of: tab.id) {
            return "\(tab.id) shows \(tab.badge ?? "nothing")"
                + ", not \(oracle.badge(of: tab.id) ?? "nothing")"
        }
        return nil
    }
}

extension Operation {
    /// The tab that it edits or puts something on.
    fileprivate var editedTab: TabID? {
        switch payload {
        case let it as UpdateTabOperation: it.id
        case let it as MoveTabOperation: it.id
        case let it as SelectTabOperation: it.id
        case let it as RefreshTabOperation: it.id
        case let it as SetBadgeOperation: it.id
        case let it as AddToBadgeOperation: it.id
        case let it as PushOperation: it.stack.tab
        case let it as SetItemsOperation: it.stack.tab
        default: nil
        }
    }
}
