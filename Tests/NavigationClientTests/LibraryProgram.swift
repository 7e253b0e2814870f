import CNavsync
import Glibc
import LibNavsync
import POSIX

/// A program in C: a client by the library's functions, on a thread that they may block.
@safe final class LibraryProgram {
    typealias Text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// The events that a handler has taken.
    private final class Events {
        var texts: [String] = []
    }

    /// The client; `nil` before it is opened, and after it is closed.
    private(set) var client: OpaquePointer?
    /// The object of the opening.
    let opened: String
    /// The events that came while another one was waited for.
    private var unread: [String] = []

    /// Opens a client of a device of a home.
    init(in home: String, as device: String) {
        let options = """
            {"endpoint":"ipc://\(home)/run/control.sock","device":"\(home)/\(device)","user":"ann"}
            """
        var client: OpaquePointer?
        opened = unsafe Self.call { unsafe navsync_open(options, &client, $0) }.text
        unsafe self.client = unsafe client
    }

    func close() {
        unsafe navsync_close(client)
        unsafe client = nil
    }

    /// Runs a body on a thread of its own: the functions block the thread that calls them.
    static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await POSIX.onThread(named: "program") { Result { try body() } }.get()
    }

    /// Returns the code of a call, and its text.
    static func call(_ body: (Text) -> navsync_code) -> (code: navsync_code, text: String) {
        var text: UnsafeMutablePointer<CChar>?
        let code = unsafe body(&text)
        defer { unsafe navsync_free(text) }
        return (code, unsafe text.map { unsafe String(cString: $0) } ?? "")
    }

    /// Makes a change of the scene.
    func perform(_ intent: String) -> (code: navsync_code, text: String) {
        unsafe Self.call { unsafe navsync_perform(client, nil, intent, $0) }
    }

    /// The scene as the device sees it.
    var view: String { unsafe Self.call { unsafe navsync_show(client, nil, $0) }.text }

    /// Waits for events, and returns them; none if none comes in time.
    func nextEvents() -> [String] {
        let events = Events()
        let data = unsafe Unmanaged.passUnretained(events).toOpaque()
        while events.texts.isEmpty {
            var descriptor = unsafe pollfd(
                fd: navsync_fd(client), events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&descriptor, 1, 30_000) > 0 else { return [] }
            _ = unsafe navsync_dispatch(
                client,
                { event, data in
                    guard let event = unsafe event, let data = unsafe data else { return }
                    let events = unsafe Unmanaged<Events>.fromOpaque(data)
                    unsafe events.takeUnretainedValue().texts.append(String(cString: event))
                }, data)
        }
        return events.texts
    }

    /// Follows the scene.
    func follow() -> navsync_code {
        unsafe Self.call { unsafe navsync_follow(client, nil, $0) }.code
    }

    /// Says that somebody uses the device.
    func touch() -> navsync_code {
        unsafe Self.call { unsafe navsync_touch(client, nil, $0) }.code
    }

    /// Returns the first event with a part, of those that were not returned yet, whatever came before
    /// it; empty if none comes in time.
    func event(with part: String) -> String {
        while true {
            if let index = unread.firstIndex(where: { $0.contains(part) }) {
                return unread.remove(at: index)
            }
            let events = nextEvents()
            guard !events.isEmpty else { return "" }
            unread += events
        }
    }

    /// Takes events until the scene has a part, and returns it; the last one if none comes in time.
    func view(with part: String) -> String {
        while true {
            let view = view
            guard !view.contains(part) else { return view }
            let events = nextEvents()
            guard !events.isEmpty else { return view }
            unread += events
        }
    }
}
