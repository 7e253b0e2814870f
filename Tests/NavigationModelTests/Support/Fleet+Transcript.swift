import NavigationModel

extension Fleet {
    /// The arrivals and the maintenance, each with its outcome, in lines.
    var transcript: String {
        events.map { event in
            switch event {
            case .arrival(let arrival): arrival.description
            case .upkeep(let upkeep): "  \(upkeep.commit)"
            }
        }.joined(separator: "\n")
    }

    /// A report with short names for devices and screens, and with texts as texts.
    func readable(_ report: String) -> String {
        var report = report.replacing("NavigationModel.", with: "")
        for (index, device) in devices.enumerated() {
            report = report.replacing("\(device.id)", with: "device \(index)")
        }
        for (number, id) in screens.enumerated() {
            report = report.replacing("\(id)", with: "screen\(number + 1)")
        }
        return report.replacing(/Value\(bytes: \[([0-9, ]*)\]\)/) { match in
            let bytes = match.1.split(separator: ", ").compactMap { UInt8($0) }
            return String(validating: bytes, as: UTF8.self).map { "'\($0)'" } ?? "\(bytes)"
        }
    }

    /// Every screen that any change places, in the order of arrival.
    private var screens: [ScreenID] {
        records.flatMap(\.change.operations).flatMap { operation -> [ScreenID] in
            switch operation.payload {
            case let push as PushOperation: [push.id]
            case let setting as SetItemsOperation: setting.items.map(\.id)
            default: []
            }
        }
    }
}

extension Fleet.Arrival: CustomStringConvertible {
    var description: String {
        let revision = commit.map { "revision \($0.revision)" } ?? "no commit"
        let steps = zip(change.operations, outcomes).map { operation, outcome in
            let by = outcome.by.map { " by \($0)" } ?? ""
            let reason = outcome.reason.map { " \($0)" } ?? ""
            return "\n    \(outcome.kind)\(by)\(reason): \(operation.payload)"
        }
        return "  \(stamp), \(revision):" + steps.joined()
    }
}
