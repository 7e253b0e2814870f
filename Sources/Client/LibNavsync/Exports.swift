public import CNavsync
internal import Glibc
internal import NavigationClient
internal import NavigationJSON
internal import NavigationModel
internal import NavigationWire
internal import POSIX

// The functions of navsync.h, to which the compiler holds them: arguments are turned into values, and
// results into texts. All else is in `AppClient`.

/// Implements `navsync_version` of the header.
@c @implementation
public func navsync_version() -> UnsafePointer<CChar>? { unsafe UnsafePointer(versionText) }

/// A text for as long as the program runs.
nonisolated(unsafe) private let versionText: UnsafeMutablePointer<CChar>? =
    unsafe strdup(NavsyncVersion.current)

/// Implements `navsync_free` of the header.
@c @implementation
public func navsync_free(_ text: UnsafeMutablePointer<CChar>?) {
    unsafe free(text)
}

/// Implements `navsync_open` of the header.
@c @implementation
public func navsync_open(
    _ options: UnsafePointer<CChar>?, _ client: UnsafeMutablePointer<OpaquePointer?>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe client?.pointee = nil
    return unsafe answer(text) {
        guard let client = unsafe client else { throw CallError.argument("no place for a client") }
        let options = try unsafe OpenOptions(string(options, "options"))
        let opened = try blocking { try await AppClient(options.configuration) }
        unsafe client.pointee = OpaquePointer(Unmanaged.passRetained(opened).toOpaque())
        return try opened.description.jsonText
    }
}

/// Implements `navsync_close` of the header.
@c @implementation
public func navsync_close(_ client: OpaquePointer?) {
    guard let client = unsafe client else { return }
    let reference = unsafe Unmanaged<AppClient>.fromOpaque(UnsafeRawPointer(client))
    let opened = unsafe reference.takeRetainedValue()
    _ = try? blocking { await opened.close() }
}

/// Implements `navsync_pair` of the header.
@c @implementation
public func navsync_pair(
    _ url: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe answer(text) {
        let url = try unsafe required(url, "url")
        let options = try unsafe OpenOptions(string(options, "options")).configuration
        let device = try blocking {
            try await NavigationClient.pair(
                with: PairingURL(url), directory: options.deviceDirectory, name: options.deviceName)
        }
        return try PairedJSON(device).jsonText
    }
}

/// Implements `navsync_fd` of the header.
@c @implementation
public func navsync_fd(_ client: OpaquePointer?) -> CInt {
    guard let client = unsafe client.map({ unsafe opened($0) }) else { return -1 }
    return client.events.descriptor
}

/// Implements `navsync_dispatch` of the header.
@c @implementation
public func navsync_dispatch(
    _ client: OpaquePointer?, _ handler: navsync_handler?, _ data: UnsafeMutableRawPointer?
) -> CInt {
    // Held until the end, as a handler may close it.
    guard let client = unsafe client.map({ unsafe opened($0) }) else { return 0 }
    var count: CInt = 0
    for _ in 0..<client.events.begin() {
        guard let event = client.events.take() else { break }
        guard let text = try? event.json.text else { continue }
        count += 1
        unsafe text.withCString { unsafe handler?($0, data) }
    }
    return count
}

/// Implements `navsync_follow` of the header.
@c @implementation
public func navsync_follow(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try $0.description.jsonText }
}

/// Implements `navsync_touch` of the header.
@c @implementation
public func navsync_touch(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try await $0.touch() }
}

/// Implements `navsync_show` of the header.
@c @implementation
public func navsync_show(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try await $0.show() }
}

/// Implements `navsync_declare` of the header.
@c @implementation
public func navsync_declare(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ description: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    let description = Result { try unsafe required(description, "description") }
    return unsafe onScene(client, scene, text) { try await $0.declare(description.get()) }
}

/// Implements `navsync_perform` of the header.
@c @implementation
public func navsync_perform(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?, _ intent: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    let intent = Result { try unsafe required(intent, "intent") }
    return unsafe onScene(client, scene, text) { try await $0.perform(intent.get()) }
}

/// Implements `navsync_undo` of the header.
@c @implementation
public func navsync_undo(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try await $0.undo() }
}

/// Implements `navsync_redo` of the header.
@c @implementation
public func navsync_redo(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try await $0.redo() }
}

/// Implements `navsync_shelf` of the header.
@c @implementation
public func navsync_shelf(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try await $0.shelf() }
}

/// Implements `navsync_retry` of the header.
@c @implementation
public func navsync_retry(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?, _ change: Int64,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try await $0.retry(ChangeID(rawValue: change)) }
}

/// Implements `navsync_drop` of the header.
@c @implementation
public func navsync_drop(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?, _ change: Int64,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> navsync_code {
    unsafe onScene(client, scene, text) { try await $0.drop(ChangeID(rawValue: change)) }
}

/// Runs a body with a scene that is followed, and gives its text or the error.
@unsafe private func onScene(
    _ client: OpaquePointer?, _ scene: UnsafePointer<CChar>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ body: @escaping @Sendable (AppScene) async throws -> String
) -> navsync_code {
    unsafe answer(text) {
        guard let client = unsafe client.map({ unsafe opened($0) }) else {
            throw CallError.argument("no client")
        }
        let name = try unsafe string(scene, "scene") ?? SceneID.main.rawValue
        guard let scene = SceneID(rawValue: name) else {
            throw CallError.argument("'\(name)' is no name of a scene")
        }
        return try blocking { try await body(client.scene(scene)) }
    }
}

@unsafe private func opened(_ client: OpaquePointer) -> AppClient {
    unsafe Unmanaged<AppClient>.fromOpaque(UnsafeRawPointer(client)).takeUnretainedValue()
}

/// Runs a body, and hands over its text or the sentence of its error, which the caller frees.
@unsafe private func answer(
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ body: () throws -> String
) -> navsync_code {
    let code: navsync_code
    let words: String
    do { (words, code) = (try body(), NAVSYNC_OK) } catch {
        let error = CallError(error)
        (words, code) = (error.sentence, error.code)
    }
    if let text = unsafe text { unsafe text.pointee = strdup(words) }
    return code
}

/// Returns a text of the program; `nil` for `NULL`.
@unsafe private func string(
    _ text: UnsafePointer<CChar>?, _ name: String
) throws(CallError) -> String? {
    guard let text = unsafe text else { return nil }
    guard let string = unsafe String(validatingCString: text) else {
        throw .argument("'\(name)' is not UTF-8")
    }
    return string
}

@unsafe private func required(
    _ text: UnsafePointer<CChar>?, _ name: String
) throws(CallError) -> String {
    guard let string = try unsafe string(text, name) else { throw .argument("'\(name)' is NULL") }
    return string
}
