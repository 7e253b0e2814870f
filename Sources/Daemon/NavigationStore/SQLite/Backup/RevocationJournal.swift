internal import DatabaseFiles
internal import POSIX
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// A file beside the database that records revocations and demotions, for a restored copy of the
/// database that lacks them. It is append-only, with a line of up to 300 bytes for each, and read
/// only after a restore.
struct RevocationJournal: Sendable {
    /// The path.
    let path: String

    /// A change of access.
    enum Entry: Hashable, Sendable {
        /// A device of a user was revoked, or has access again.
        case device(DeviceID, DeviceInfo.Credential, of: UserID, isRevoked: Timestamp?)
        /// A device of a user became a viewer, or is full again.
        case role(DeviceID, DeviceInfo.Credential, of: UserID, isViewer: Timestamp?)
        /// A user was removed, or exists again.
        case user(UserID, isRemoved: Timestamp?)
    }

    /// Appends entries, durably.
    func append(_ entries: [Entry]) throws(FileError) {
        // An empty line first: a line that a crash cut off does not corrupt the next.
        let lines = entries.map { entry in
            let text = Self.text(of: entry)
            return "\n\(Self.checksum(text)) \(text)\n"
        }
        try DurableFiles.append(Array(lines.joined().utf8), to: path)
    }

    /// Returns all entries, in order. A corrupt line is left out: a crash cut it off before
    /// anything was acknowledged.
    func entries() throws(FileError) -> [Entry] {
        guard let size = try DurableFiles.size(of: path) else { return [] }
        let bytes = try DurableFiles.read(path, atMost: size)
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let parts = Self.parts(of: line, 2)
            guard parts.count == 2, parts[0] == Self.checksum(parts[1]) else { return nil }
            return Self.entry(in: parts[1])
        }
    }

    private static func checksum(_ text: some StringProtocol) -> String {
        UInt64(bitPattern: Checksum.of(Array(text.utf8))).hexadecimal
    }

    /// Returns an entry as text. The user comes last: its name may have spaces in it, though no
    /// line breaks.
    private static func text(of entry: Entry) -> String {
        switch entry {
        case .device(let device, let credential, let user, let revoked):
            let time = revoked.map(\.description) ?? "-"
            return "device \(time) \(device) \(Principal(credential)) \(user)"
        case .role(let device, let credential, let user, let viewer):
            let time = viewer.map(\.description) ?? "-"
            return "viewer \(time) \(device) \(Principal(credential)) \(user)"
        case .user(let user, let removed):
            return "user \(removed.map(\.description) ?? "-") \(user)"
        }
    }

    private static func entry(in text: String) -> Entry? {
        let words = parts(of: Array(text.utf8), 3)
        guard words.count == 3 else { return nil }
        let time = Int64(words[1]).map(Timestamp.init(rawValue:))
        switch words[0] {
        case "user": return UserID(rawValue: words[2]).map { .user($0, isRemoved: time) }
        case "device", "viewer":
            let rest = parts(of: Array(words[2].utf8), 3)
            guard rest.count == 3, let device = DeviceID(rest[0]),
                let credential = Principal(rest[1])?.credential,
                let user = UserID(rawValue: rest[2])
            else { return nil }
            return words[0] == "device"
                ? .device(device, credential, of: user, isRevoked: time)
                : .role(device, credential, of: user, isViewer: time)
        default: return nil
        }
    }

    /// Splits at spaces, as bytes: a name may begin with a combining character that would join a
    /// space.
    private static func parts(of bytes: some Collection<UInt8>, _ count: Int) -> [String] {
        bytes.split(
            separator: UInt8(ascii: " "), maxSplits: count - 1, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Principal {
    /// The principal of a credential.
    fileprivate init(_ credential: DeviceInfo.Credential) {
        switch credential {
        case .key(let key): self = .device(key)
        case .uid(let uid): self = .local(uid: uid)
        }
    }

    /// The credential of a device with this principal.
    fileprivate var credential: DeviceInfo.Credential? {
        switch self {
        case .device(let key): .key(key)
        case .local(let uid): .uid(uid)
        case .invitation: nil
        }
    }
}
