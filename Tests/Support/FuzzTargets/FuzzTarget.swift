/// The fuzzed readers: each reads bytes that somebody outside has made, does with them what the
/// product does, and throws if a promise is broken. A trap, a hang or a flood of memory ends the
/// process.
///
/// A further one is a case here, a file with its function, and a folder of inputs in `Corpus`.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A change, taken by a scene.
    case change
    /// A commit, as the log keeps it and the feed carries it.
    case commit
    /// A file that is no database of ours, or has a foreign schema.
    case database
    /// The hooks and the traits of a device.
    case deviceFile
    /// The scene of any state, drawn, spoken and checked.
    case drawing
    /// A payload of the feed.
    case feed
    /// The head of a request for figures.
    case http
    /// An intent in JSON, as a program writes it.
    case intent
    /// The input of a terminal.
    case keys
    /// All that a mirror hears, step by step.
    case mirror
    /// Text that says who or where somebody is, and key files.
    case names
    /// A pairing URL.
    case pairingURL
    /// A reply of a daemon, as navctl prints it.
    case reply
    /// All that a daemon is asked, step by step.
    case request
    /// The content of the databases of a daemon and a device.
    case rows
    /// A scene file.
    case sceneFile
    /// A snapshot.
    case state
    /// YAML, whatever it is to mean.
    case yaml
    /// The frames that a ZAP handler is asked with.
    case zap

    /// Does with `bytes` what the product does; throws ``Broken`` if a promise is broken.
    package func run(_ bytes: [UInt8]) async throws {
        switch self {
        case .change: try fuzzChange(bytes)
        case .commit: try fuzzCommit(bytes)
        case .database: try await fuzzDatabase(bytes)
        case .deviceFile: try fuzzDeviceFile(bytes)
        case .drawing: try fuzzDrawing(bytes)
        case .feed: try fuzzFeed(bytes)
        case .http: try fuzzHTTP(bytes)
        case .intent: try fuzzIntent(bytes)
        case .keys: try fuzzKeys(bytes)
        case .mirror: try fuzzMirror(bytes)
        case .names: try fuzzNames(bytes)
        case .pairingURL: try fuzzPairingURL(bytes)
        case .reply: try fuzzReply(bytes)
        case .request: try fuzzRequest(bytes)
        case .rows: try await fuzzRows(bytes)
        case .sceneFile: try fuzzSceneFile(bytes)
        case .state: try fuzzState(bytes)
        case .yaml: try fuzzYAML(bytes)
        case .zap: try fuzzZAP(bytes)
        }
    }
}

/// A promise that an input has broken.
package struct Broken: Error, CustomStringConvertible {
    /// The target.
    package let description: String
}

/// Throws if a promise is broken.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(Broken) {
    if !isKept { throw Broken(description: promise()) }
}
