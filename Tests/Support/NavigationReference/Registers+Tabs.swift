package import NavigationModel

extension Registers {
    /// "`declared` and `removed` (greatest stamps; visible when declared > removed)."
    package func isVisible(_ tab: TabID) -> Bool {
        stamp(.tab(tab), TabField.declared) > stamp(.tab(tab), TabField.removed)
    }

    /// "Some enabled tab is selected": a tab is enabled unless its register says no.
    func isEnabled(_ tab: TabID) -> Bool {
        self[.tab(tab), TabField.isEnabled]?.value.bytes != [0]
    }

    /// "`position` (fractional index; equal keys order by id)": the tabs in the order of the bar.
    package var bar: [TabID] {
        var bar: [TabID] = []
        for name in names(of: .tab) {
            guard let tab = TabID(rawValue: name), isVisible(tab) else { continue }
            bar.append(tab)
        }
        return bar.sorted { left, right in
            if position(of: left) != position(of: right) {
                return position(of: left).lexicographicallyPrecedes(position(of: right))
            }
            return left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
        }
    }

    /// A fraction in base 256 in its shortest form; what is none counts as the start of the bar.
    private func position(of tab: TabID) -> [UInt8] {
        let bytes = self[.tab(tab), TabField.position]?.value.bytes ?? []
        return PositionKey(bytes: bytes) == nil ? [] : bytes
    }

    /// "The selected tab is the visible, enabled tab with the greatest `selected` (never selected:
    /// the first)."
    var selectedTab: TabID? {
        var first: TabID?
        var newest: (stamp: Stamp, tab: TabID)?
        for tab in bar where isEnabled(tab) {
            if first == nil { first = tab }
            guard let selected = self[.tab(tab), TabField.selected] else { continue }
            if newest.map({ $0.stamp < selected.stamp }) ?? true {
                newest = (selected.stamp, tab)
            }
        }
        return newest?.tab ?? first
    }

    /// The modes that devices keep: of each with a register its value, but none for the shared one.
    package var selections: [DeviceID: Value] {
        var selections: [DeviceID: Value] = [:]
        for name in names(of: .device) {
            guard let device = DeviceID(name),
                let value = self[.device(device), DeviceField.selection]?.value,
                !value.bytes.isEmpty
            else { continue }
            selections[device] = value
        }
        return selections
    }

    /// "An own selection is shown while its tab can be selected; a device that follows shows what
    /// the other shows. Whatever leads nowhere is the shared selection": found by a number of steps
    /// that no way without a circle has.
    package func selectedTab(of device: DeviceID) -> TabID? {
        let selections = selections
        var device = device
        for _ in 0...selections.count {
            guard let bytes = selections[device]?.bytes else { return selectedTab }
            let rest = Array(bytes.dropFirst())
            if bytes[0] == 1 {
                let tab = bar.first { Array($0.rawValue.utf8) == rest }
                return tab.flatMap { isEnabled($0) ? $0 : nil } ?? selectedTab
            }
            guard bytes[0] == 2, rest.count == 16 else { return selectedTab }
            let halves = [rest[..<8], rest[8...]].map {
                $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            device = DeviceID(high: halves[0], low: halves[1])
        }
        return selectedTab
    }

    /// "Badge: a set/clear register + counted additions; a set or clear replaces exactly the
    /// additions its device had seen, and what any set had seen stays replaced."
    func badge(of tab: TabID) -> String? {
        var count: Int64 = 0
        for (field, register) in all[.tab(tab)] ?? [:] {
            guard let number = integer(register) else { continue }
            guard let device = DeviceID(field.part) else { continue }
            if field == TabField.badgeAdded(by: device) { count &+= number }
        }
        for (field, register) in all[.tab(tab)] ?? [:] {
            guard let number = integer(register) else { continue }
            guard let device = DeviceID(field.part) else { continue }
            guard field == TabField.badgeReplaced(of: device) else { continue }
            // What was never added can't be replaced.
            if self[.tab(tab), TabField.badgeAdded(by: device)] != nil { count &-= number }
        }
        return shown(self[.tab(tab), TabField.badge]?.value.bytes ?? [0], adding: count)
    }

    /// "Additions add to text that reads as a whole number, make a number of a dot or of nothing,
    /// and wait unseen behind other text. If they sum to zero, the base is shown as it was set; a
    /// count below zero shows nothing, or 0 where a number was set that is not below zero."
    private func shown(_ base: [UInt8], adding count: Int64) -> String? {
        switch base.first {
        case 1:
            return count <= 0 ? "" : "\(count)"
        case 2:
            guard let text = String(validating: base.dropFirst(), as: UTF8.self) else {
                return count <= 0 ? nil : "\(count)"
            }
            if text.isEmpty { return count <= 0 ? "" : "\(count)" }
            guard count != 0, let number = Int64(text) else { return text }
            let (sum, isTooBig) = number.addingReportingOverflow(count)
            if isTooBig { return text }
            return number >= 0 && sum < 0 ? "0" : "\(sum)"
        default:
            return count <= 0 ? nil : "\(count)"
        }
    }

    private func integer(_ register: Register) -> Int64? {
        guard register.value.bytes.count == 8 else { return nil }
        var number: UInt64 = 0
        for byte in register.value.bytes { number = number * 256 + UInt64(byte) }
        return Int64(bitPattern: number)
    }
}
