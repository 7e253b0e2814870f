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

    /// The one device that is meant; throws if there is none, or several. What was revoked is meant
    /// only if nothing else is.
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

    /// Shorter beginnings of ids would be names, mistyped.
    private static let shortestPrefix = 4
}

extension DeviceInfo {
    /// Its public key; `nil` of a device of the daemon's machine, which has none.
    var publicKey: PublicKey? { if case .key(let key) = credential { key } else { nil } }

    /// By what people tell its key; `nil` of a device of the daemon's machine, which has none.
    var fingerprint: Fingerprint? { publicKey.map { Fingerprint(of: $0.bytes) } }
}
