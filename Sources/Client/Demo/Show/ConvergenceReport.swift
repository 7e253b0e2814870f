internal import CommandLine

/// The result of the demo: a comparison of the final states of all devices and the daemon.
struct ConvergenceReport: Encodable, Hashable, Sendable {
    /// One device at the end, by its own account.
    struct Device: Encodable, Hashable, Sendable {
        /// The device.
        let name: String
        /// The digest of its own records, computed anew.
        let digest: String
        /// The last commit that it has.
        let revision: UInt64
        /// The changes that it made.
        let changes: Int
        /// The number of changes by outcome.
        let outcomes: [String: Int]

        /// Joins the parts.
        init(
            name: String, digest: String, revision: UInt64, changes: Int, outcomes: [String: Int]
        ) {
            self.name = name
            self.digest = digest
            self.revision = revision
            self.changes = changes
            self.outcomes = outcomes
        }

        /// A device by its last report.
        init(_ device: DemoDevice, _ report: DeviceReport) {
            self.init(
                name: device.rawValue, digest: report.digest, revision: report.revision,
                changes: report.tally.made, outcomes: report.tally.outcomes)
        }
    }

    /// The daemon at the end, by its own account.
    struct Daemon: Encodable, Hashable, Sendable {
        /// The digest of its own records, computed anew.
        let digest: String
        /// The last durable revision.
        let revision: UInt64
    }

    /// The devices.
    let devices: [Device]
    /// The daemon.
    let daemon: Daemon
    /// The deviations from convergence; empty if all are equal.
    let differences: [String]
    /// A Boolean value indicating whether all digests are equal, at one revision, and every change
    /// has its outcome.
    let equal: Bool

    /// Compares the devices with the daemon.
    init(devices: [Device], daemon: Daemon) {
        self.devices = devices
        self.daemon = daemon
        var differences: [String] = []
        for device in devices {
            if device.revision != daemon.revision {
                differences.append(
                    "\(device.name) is at revision \(device.revision), the daemon at "
                        + "\(daemon.revision)")
            }
            if device.digest != daemon.digest {
                differences.append("\(device.name)'s digest differs from the daemon's")
            }
            let open = device.changes - device.outcomes.values.reduce(0, +)
            if open != 0 {
                differences.append("\(open) of \(device.name)'s changes have no outcome")
            }
            if device.changes == 0 { differences.append("\(device.name) made no changes") }
        }
        if devices.count != DemoDevice.allCases.count {
            differences.append("\(devices.count) devices instead of \(DemoDevice.allCases.count)")
        }
        self.differences = differences
        equal = differences.isEmpty
    }
}
