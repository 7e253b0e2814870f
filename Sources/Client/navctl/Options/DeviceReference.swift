internal import ArgumentParser
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// A device as people name it: by its name, the beginning of its id, or its key's fingerprint.
struct DeviceReference: ExpressibleByArgument {
    private let text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// Returns the matching device; throws if there is none, or several. Revoked devices match only
    /// if no other does.
    func find(in devices: [DeviceInfo]) throws(CommandError) -> DeviceInfo {
        let all = devices.filter(isMeant)
        let active = all.filter { $0.revoked == nil }
        let found = active.isEmpty ? all : active
        guard let first = found.first else {
            throw CommandError(
                message: "there is no device '\(text)': 'navctl device list' lists them")
        }
        guard found.count == 1 else {
            let names = found.map { "\($0.name.label) (\($0.device))" }.joined(separator: ", ")
            throw CommandError(
                message: "'\(text)' may be \(names): name one by the beginning of its id")
        }
        return first
    }

    private func isMeant(_ entry: DeviceInfo) -> Bool {
        if entry.name.rawValue == text { return true }
        if let fingerprint = Fingerprint(text), fingerprint == entry.fingerprint { return true }
        return text.count >= Self.shortestPrefix
            && entry.device.description.hasPrefix(text.lowercased())
    }

    /// The shortest prefix of an id; shorter ones would be names, mistyped.
    private static let shortestPrefix = 4
}

extension DeviceInfo {
    /// Its public key; `nil` of a device of the daemon's machine, which has none.
    var publicKey: PublicKey? { if case .key(let key) = credential { key } else { nil } }

    /// The fingerprint of its key; `nil` of a device of the daemon's machine, which has none.
    var fingerprint: Fingerprint? { publicKey.map { Fingerprint(of: $0.bytes) } }
}
