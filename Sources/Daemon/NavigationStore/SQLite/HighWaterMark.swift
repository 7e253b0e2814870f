internal import DatabaseFiles
internal import POSIX
internal import Glibc
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Synchronization

/// The newest acknowledged revisions, in a file beside the database: a database without them at the
/// next start has lost data.
final class HighWaterMark: Sendable {
    /// A scene, or the registry alone, as of a batch.
    struct Entry: Hashable {
        /// The number of the batch, counted over the store's whole life.
        let batch: UInt64
        /// The store's id.
        let store: UInt64
        /// The scene; `nil` for a batch of the registry.
        var scene: Scene?
    }

    /// An acknowledged scene.
    struct Scene: Hashable {
        let key: SceneKey
        let epoch: Epoch
        let revision: Revision
        let digest: Digest
    }

    /// The path.
    let path: String
    /// The path of the record of former histories, which the database does not continue.
    private let formerPath: String
    private let state = Mutex(State())

    /// Bytes after which the file is rewritten.
    private static let length = 1 << 20
    /// The scenes that are kept then.
    private static let scenes = 4_096

    fileprivate struct State {
        /// The newest batch.
        var newest: Entry?
        /// The newest entry of each scene.
        var scenes: [SceneKey: Entry] = [:]
        /// The newest entry of each scene in its former history.
        var former: [SceneKey: Entry] = [:]
        /// The file, open for appending; `nil` before the store is claimed and after its end.
        var file: FileDescriptor?
        var length = 0
    }

    /// Reads the file. An invalid line is ignored.
    init(_ path: String) throws(FileError) {
        self.path = path
        formerPath = path + "-former"
        let (entries, former) = (try Self.entries(in: path), try Self.entries(in: formerPath))
        state.withLock { state in
            for entry in entries { state.take(entry) }
            for entry in former { if let scene = entry.scene { state.former[scene.key] = entry } }
        }
    }

    private static func entries(in path: String) throws(FileError) -> [Entry] {
        guard let size = try DurableFiles.size(of: path) else { return [] }
        let bytes = try DurableFiles.read(path, atMost: min(size, length * 4))
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
            Entry(line: String(decoding: $0, as: UTF8.self))
        }
    }

    /// The newest acknowledged batch, of any store; `nil` if none is known.
    var newest: Entry? { state.withLock { $0.newest } }

    /// The newest entry of each scene, sorted.
    var scenes: [Scene] {
        state.withLock { $0.scenes.values.compactMap(\.scene) }.sorted { $0.key < $1.key }
    }

    /// The last known acknowledged head of each scene: of the present history, and of the former
    /// one.
    var acknowledged: [SceneKey: [Scene]] {
        state.withLock { state in
            var all: [SceneKey: [Scene]] = [:]
            for entry in [state.scenes, state.former].flatMap(\.values) {
                if let scene = entry.scene { all[scene.key, default: []].append(scene) }
            }
            return all
        }
    }

    /// Returns the last acknowledged entry of a scene; `nil` if there is none.
    func scene(_ key: SceneKey) -> Scene? {
        state.withLock { $0.scenes[key]?.scene }
    }

    /// Starts with a claimed store, as of a batch. The entries stay valid, unless it `begins` new
    /// histories: as a copy, with other epochs.
    func begin(store: UInt64, batch: UInt64, anew begins: Bool) throws(FileError) {
        try state.withLock { state throws(FileError) in
            if begins || state.newest?.store != store {
                try keepFormer(state)
                state = State(closing: state)
            }
            state.take(Entry(batch: batch, store: store))
            do throws(FileError) { try rewrite(&state) } catch {
                // The earlier entries still hold, unless they are of other histories.
                if begins { throw error }
                state.file = try? open()
            }
        }
    }

    /// Records durable heads. It never waits for the disk, and a failure loses nothing: the record
    /// is older then.
    func note(_ batch: UInt64, of store: UInt64, _ scenes: [Scene]) {
        state.withLock { state in
            let entries =
                scenes.isEmpty
                ? [Entry(batch: batch, store: store)]
                : scenes.map { Entry(batch: batch, store: store, scene: $0) }
            for entry in entries { state.take(entry) }
            guard let file = state.file else { return }
            // An empty line first: a line that was cut off does not corrupt the next.
            let bytes = Array(entries.map { "\n\($0.line)\n" }.joined().utf8)
            let unwritten = (try? file.write(some: bytes[...])) ?? bytes[...]
            state.length += bytes.count - unwritten.count
            if state.length > Self.length { try? rewrite(&state) }
        }
    }

    /// Drops the scenes that registry changes erase.
    func remove(_ changes: [RegistryChange]) {
        state.withLock { state in
            let before = state.scenes.count
            for change in changes {
                switch change {
                case .erase(let user): state.scenes = state.scenes.filter { $0.key.user != user }
                case .eraseScene(let key, _, _): state.scenes[key] = nil
                default: break
                }
            }
            guard state.scenes.count < before else { return }
            if state.file != nil { try? rewrite(&state) }
        }
    }

    /// Writes the record durably: the store is about to be closed normally.
    func end() {
        state.withLock { state in
            guard state.file != nil else { return }
            try? rewrite(&state)
            state = State(closing: state)
        }
    }

    /// Saves the entries of histories that the database does not continue: states that devices
    /// remember are compared with them.
    private func keepFormer(_ state: State) throws(FileError) {
        guard !state.scenes.isEmpty else { return }
        let text = state.scenes.values.map { "\($0.line)\n" }.sorted().joined()
        try DurableFiles.replace(formerPath, with: Array(text.utf8))
    }

    private func rewrite(_ state: inout State) throws(FileError) {
        let newest = state.scenes.sorted { $1.value.batch < $0.value.batch }.prefix(Self.scenes)
        state.scenes = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
        let entries = [state.newest].compactMap(\.self) + newest.reversed().map(\.value)
        let text =
            "# Newest acknowledged commits of the database beside it; checked at the next start.\n"
            + entries.map { "\($0.line)\n" }.joined()
        try DurableFiles.replace(path, with: Array(text.utf8))
        state.file = nil
        state.file = try open()
        state.length = text.utf8.count
    }

    private func open() throws(FileError) -> FileDescriptor {
        try FileDescriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW)
    }
}

extension HighWaterMark.Scene {
    /// Creates the entry of a scene that a registry change puts in another's place.
    init?(_ change: RegistryChange) {
        guard case .heal(let key, let healed, _) = change else { return nil }
        self.init(
            key: key, epoch: healed.epoch, revision: healed.revision, digest: healed.digest)
    }

    /// The scene's head in the entry.
    var head: Head {
        Head(scene: key.scene, epoch: epoch, revision: revision, digest: digest)
    }
}

extension HighWaterMark.State {
    /// Creates an empty state without an open file.
    fileprivate init(closing former: Self) {
        self.init()
        self.former = former.former.merging(former.scenes) { $1 }
    }

    fileprivate mutating func take(_ entry: HighWaterMark.Entry) {
        if newest.map({ $0.store != entry.store || $0.batch < entry.batch }) ?? true {
            newest = HighWaterMark.Entry(batch: entry.batch, store: entry.store)
        }
        guard let scene = entry.scene else { return }
        scenes[scene.key] = entry
    }
}

extension HighWaterMark.Entry {
    /// The entry as a line: a checksum and the fields, separated by tabs. No name has one.
    var line: String {
        var fields = ["\(batch)", store.hexadecimal]
        if let scene {
            fields += [
                "\(scene.epoch)", "\(scene.revision)", "\(scene.digest)",
                scene.key.user.rawValue, scene.key.scene.rawValue,
            ]
        }
        let text = fields.joined(separator: "\t")
        return "\(Self.checksum(text))\t\(text)"
    }

    /// Parses a line; `nil` if it is incomplete.
    init?(line: String) {
        let fields = line.utf8.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
        guard fields.count == 2 else { return nil }
        let text = String(decoding: fields[1], as: UTF8.self)
        guard String(decoding: fields[0], as: UTF8.self) == Self.checksum(text) else { return nil }
        let words = text.utf8.split(
            separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 2 || words.count == 7, let batch = UInt64(words[0]),
            let store = UInt64(words[1], radix: 16)
        else { return nil }
        self.init(batch: batch, store: store)
        guard words.count == 7 else { return }
        guard let epoch = UInt64(words[2], radix: 16), let revision = UInt64(words[3]),
            let digest = Digest(words[4]), let user = UserID(rawValue: words[5]),
            let name = SceneID(rawValue: words[6])
        else { return nil }
        scene = HighWaterMark.Scene(
            key: SceneKey(user: user, scene: name), epoch: Epoch(rawValue: epoch),
            revision: Revision(rawValue: revision), digest: digest)
    }

    private static func checksum(_ text: String) -> String {
        UInt64(bitPattern: Checksum.of(Array(text.utf8))).hexadecimal
    }
}
