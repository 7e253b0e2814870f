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
    /// A scene as of a batch, or a batch whose number is in the database.
    struct Entry: Hashable {
        /// The number of the batch, counted over the store's whole life.
        let batch: UInt64
        /// The store's id.
        let store: UInt64
        /// The scene; `nil` for a recorded number.
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

    /// Bytes after which the file is rewritten, unless it is not yet ``growth`` times as long as
    /// after the last time: then most of it would be written again with every few batches.
    private static let length = 1 << 20
    /// The factor by which the file grows between two times, of many scenes.
    private static let growth = 4
    /// Bytes that are read: more than that of the longest names.
    private static let readLength = 16 << 20
    /// The scenes that are kept then.
    private static let scenes = 4_096
    private static let newline = UInt8(ascii: "\n")

    fileprivate struct State {
        /// The newest batch.
        var newest: Entry?
        /// The newest batch whose number the database has.
        var recorded: UInt64 = 0
        /// The newest entry of each scene.
        var scenes: [SceneKey: Entry] = [:]
        /// The newest entry of each scene in its former history.
        var former: [SceneKey: Entry] = [:]
        /// The file, open for appending; `nil` before the store is claimed and after its end.
        var file: FileDescriptor?
        var length = 0
        /// Bytes after which it is rewritten.
        var limit = HighWaterMark.length
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
        let bytes = try DurableFiles.read(path, atMost: min(size, readLength))
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
            Entry(line: String(decoding: $0, as: UTF8.self))
        }
    }

    /// The newest acknowledged batch, of any store; `nil` if none is known.
    var newest: Entry? { state.withLock { $0.newest } }

    /// The newest batch whose number the database has; zero if none is known.
    var recorded: UInt64 { state.withLock { $0.recorded } }

    /// Returns the newest entries of the scenes that changed after a batch, sorted.
    func scenes(after batch: UInt64) -> [Scene] {
        state.withLock { state in
            state.scenes.values.filter { $0.batch > batch }.compactMap(\.scene)
        }.sorted { $0.key < $1.key }
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
    ///
    /// - Parameter isRecorded: whether the database has the batch's number.
    func note(_ batch: UInt64, _ scenes: [Scene], isRecorded: Bool) {
        state.withLock { state in
            guard let store = state.newest?.store else { return }
            var entries = scenes.map { Entry(batch: batch, store: store, scene: $0) }
            if isRecorded { entries.append(Entry(batch: batch, store: store)) }
            for entry in entries { state.take(entry) }
            guard let file = state.file else { return }
            // An empty line first: a line that was cut off does not corrupt the next.
            let bytes = Self.lines(of: entries, startingAnew: true)
            let unwritten = (try? file.write(some: bytes[...])) ?? bytes[...]
            state.length += bytes.count - unwritten.count
            if state.length > state.limit { try? rewrite(&state) }
        }
    }

    /// Drops the scenes that registry changes erase, and takes over the ids that others get.
    func apply(_ changes: [RegistryChange]) {
        guard changes.contains(where: \.altersScenes) else { return }
        state.withLock { state in
            var isAltered = false
            for change in changes {
                switch change {
                case .erase(let user):
                    let kept = state.scenes.filter { $0.key.user != user }
                    isAltered = isAltered || kept.count < state.scenes.count
                    state.scenes = kept
                case .eraseScene(let key, _, _):
                    isAltered = state.scenes.removeValue(forKey: key) != nil || isAltered
                case .moveScene(let key, let target, _, _):
                    guard let moved = state.scenes.removeValue(forKey: key) else { break }
                    state.scenes[target] = moved.moved(to: target)
                    isAltered = true
                default: break
                }
            }
            if isAltered, state.file != nil { try? rewrite(&state) }
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
        let entries = state.scenes.sorted { $0.key < $1.key }.map(\.value)
        try DurableFiles.replace(formerPath, with: Self.lines(of: entries))
    }

    private func rewrite(_ state: inout State) throws(FileError) {
        let newest = state.scenes.sorted { $1.value.batch < $0.value.batch }.prefix(Self.scenes)
        state.scenes = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
        let recorded = state.newest.map { Entry(batch: state.recorded, store: $0.store) }
        let entries = [recorded].compactMap(\.self) + newest.reversed().map(\.value)
        let title =
            "# Newest acknowledged commits of the database beside it; checked at the next start.\n"
        let text = Array(title.utf8) + Self.lines(of: entries)
        try DurableFiles.replace(path, with: text)
        state.file = nil
        state.file = try open()
        state.length = text.count
        state.limit = max(Self.length, Self.growth * text.count)
    }

    /// Returns the lines of entries, each with an empty one before it if it starts anew.
    private static func lines(of entries: [Entry], startingAnew startsAnew: Bool = false) -> [UInt8]
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 192)
        for entry in entries {
            if startsAnew { bytes.append(newline) }
            entry.write(to: &bytes)
            bytes.append(newline)
        }
        return bytes
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
        if let newest, newest.store != entry.store { recorded = 0 }
        if newest.map({ $0.store != entry.store || $0.batch < entry.batch }) ?? true {
            newest = HighWaterMark.Entry(batch: entry.batch, store: entry.store)
        }
        guard let scene = entry.scene else {
            recorded = max(recorded, entry.batch)
            return
        }
        scenes[scene.key] = entry
    }
}

extension HighWaterMark.Entry {
    /// Returns the entry of its scene under another id.
    fileprivate func moved(to key: SceneKey) -> Self {
        var moved = self
        moved.scene = scene.map {
            HighWaterMark.Scene(
                key: key, epoch: $0.epoch, revision: $0.revision, digest: $0.digest)
        }
        return moved
    }

    /// Appends the entry as a line: a checksum and the fields, separated by tabs. No name has one.
    fileprivate func write(to bytes: inout [UInt8]) {
        let tab = UInt8(ascii: "\t")
        let start = bytes.count
        bytes.appendHexadecimal(0)
        bytes.append(tab)
        let content = bytes.count
        bytes += batch.description.utf8
        bytes.append(tab)
        bytes.appendHexadecimal(store)
        if let scene {
            bytes.append(tab)
            bytes.appendHexadecimal(scene.epoch.rawValue)
            bytes.append(tab)
            bytes += scene.revision.rawValue.description.utf8
            bytes.append(tab)
            for lane in scene.digest.lanes { bytes.appendHexadecimal(lane) }
            bytes.append(tab)
            bytes += scene.key.user.rawValue.utf8
            bytes.append(tab)
            bytes += scene.key.scene.rawValue.utf8
        }
        bytes.setHexadecimal(Self.checksum(bytes[content...]), at: start)
    }

    /// Parses a line; `nil` if it is incomplete.
    init?(line: String) {
        let fields = line.utf8.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
        guard fields.count == 2 else { return nil }
        guard
            UInt64(String(decoding: fields[0], as: UTF8.self), radix: 16)
                == Self.checksum(Array(fields[1])[...])
        else { return nil }
        let words = fields[1].split(
            separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 2 || words.count == 7, let batch = UInt64(words[0]),
            let store = UInt64(words[1], radix: 16)
        else { return nil }
        self.init(batch: batch, store: store)
        guard words.count == 7 else { return }
        guard let epoch = UInt64(words[2], radix: 16), let revision = UInt64(words[3]),
            let digest = Digest(words[4]), let user = UserID(rawValue: words[5]),
            let name = SceneID(stored: words[6])
        else { return nil }
        scene = HighWaterMark.Scene(
            key: SceneKey(user: user, scene: name), epoch: Epoch(rawValue: epoch),
            revision: Revision(rawValue: revision), digest: digest)
    }

    private static func checksum(_ text: ArraySlice<UInt8>) -> UInt64 {
        UInt64(bitPattern: Checksum.of(text))
    }
}

extension [UInt8] {
    /// Appends the 16 digits of a number.
    fileprivate mutating func appendHexadecimal(_ number: UInt64) {
        self += repeatElement(0, count: 16)
        setHexadecimal(number, at: count - 16)
    }

    /// Replaces bytes by the 16 digits of a number.
    fileprivate mutating func setHexadecimal(_ number: UInt64, at start: Int) {
        for (index, shift) in zip(start..<start + 16, stride(from: 60, through: 0, by: -4)) {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 0xf
            self[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
        }
    }
}
