import NavigationModel

extension Fleet {
    /// What arrived and what came of it.
    var transcript: String {
        let upkeep = upkeep.map { "  \($0.commit)" }
        return (records.map { arrival in
            let revision = arrival.commit.map { "revision \($0.revision)" } ?? "no commit"
            let steps = zip(arrival.change.operations, arrival.outcomes).map { operation, outcome in
                let by = outcome.by.map { " by \($0)" } ?? ""
                return "\n    \(outcome.kind)\(by): \(operation)"
            }
            return "  \(arrival.stamp), \(revision):" + steps.joined()
        } + upkeep).joined(separator: "\n")
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
            switch operation {
            case .push(let id, _, _, _): [id]
            case .setItems(_, let items): items.map(\.id)
            default: []
            }
        }
    }
}
