import CNavsync
import Foundation
import LibNavsync
import NavigationClient
import NavigationJSON
import NavigationModel
import POSIX
import Testing

/// The library by its C functions, in this process; `.ci/library` has programs that are linked to it.
@Suite("The library for C", .timeLimit(.minutes(5)))
struct LibraryTests {
    private typealias Text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// The events that a handler has taken.
    private final class Events {
        var texts: [String] = []
    }

    /// Runs a body on a thread of its own: the functions block the thread that calls them.
    private static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try startThread(named: "program") {
                    continuation.resume(with: Result { try body() })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Returns the code of a call, and its text.
    private static func call(_ body: (Text) -> navsync_code) -> (code: navsync_code, text: String) {
        var text: UnsafeMutablePointer<CChar>?
        let code = unsafe body(&text)
        defer { unsafe navsync_free(text) }
        return (code, unsafe text.map { unsafe String(cString: $0) } ?? "")
    }

    /// Takes events until one has a part, and returns that; empty if none comes in time.
    private static func event(of client: OpaquePointer?, with part: String) -> String {
        let events = Events()
        let data = unsafe Unmanaged.passUnretained(events).toOpaque()
        while true {
            var descriptor = unsafe pollfd(
                fd: navsync_fd(client), events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&descriptor, 1, 30_000) > 0 else { return "" }
            let count = unsafe navsync_dispatch(
                client,
                { event, data in
                    guard let event = unsafe event, let data = unsafe data else { return }
                    let events = unsafe Unmanaged<Events>.fromOpaque(data)
                    unsafe events.takeUnretainedValue().texts.append(String(cString: event))
                }, data)
            guard count > 0 else { continue }
            if let found = events.texts.first(where: { $0.contains(part) }) { return found }
        }
    }

    @Test("A change made by the library is seen by another device, with an equal digest")
    func devices() async throws {
        let home = try Home()
        let daemon = try home.start()
        let place = home.path
        let view = try await Self.onThread { try Self.session(in: place) }
        let tablet = try await home.client("tablet")
        let seen = await (try await tablet.mirror()).update { $0.revision == 2 }
        guard case .object(let members) = view else {
            Issue.record("no object")
            return
        }
        #expect(members["digest"] == seen.map { .string($0.digest.description) })
        #expect(seen?.scene.tabs.first?.title == "📥")
        await tablet.close()
        try await daemon.stop()
    }

    /// Declares a tab and pushes a screen as a program does; returns the scene that it ends with.
    private static func session(in place: String) throws -> JSON {
        var client: OpaquePointer?
        let options = """
            {"endpoint":"ipc://\(place)/run/control.sock","device":"\(place)/c","user":"ann"}
            """
        #expect(unsafe call { unsafe navsync_open(options, &client, $0) }.code == NAVSYNC_OK)
        let description = #"{"version":1,"tabs":[{"id":"inbox","title":"\ud83d\udce5"}]}"#
        let declared = unsafe call { unsafe navsync_declare(client, nil, description, $0) }
        #expect(declared.code == NAVSYNC_OK, "\(declared.text)")
        let push = #"{"kind":"push","route":"mail://1"}"#
        let pushed = unsafe call { unsafe navsync_perform(client, nil, push, $0) }
        #expect(pushed.text.contains(#""outcome":"waiting""#), "\(pushed.text)")
        let outcome = unsafe event(of: client, with: #""kind":"push""#)
        #expect(outcome.contains(#""outcome":"applied""#), "\(outcome)")
        let select = #"{"kind":"selectTab","tab":"none"}"#
        let impossible = unsafe call { unsafe navsync_perform(client, nil, select, $0) }
        #expect(impossible.code == NAVSYNC_IMPOSSIBLE && impossible.text.contains("no tab 'none'"))
        var view = unsafe call { unsafe navsync_show(client, nil, $0) }.text
        while !view.contains(#""pending":0"#) {
            guard unsafe !event(of: client, with: #""event":"scene""#).isEmpty else { break }
            view = unsafe call { unsafe navsync_show(client, nil, $0) }.text
        }
        unsafe navsync_close(client)
        return try JSON(parsing: view)
    }

    @Test("Arguments that are missing or invalid are refused, and nothing is opened")
    func arguments() async throws {
        try await Self.onThread {
            var client: OpaquePointer?
            for options in ["[]", "{", #"{"x":1}"#, #"{"user":""}"#] {
                let refused = unsafe Self.call { unsafe navsync_open(options, &client, $0) }
                #expect(refused.code == NAVSYNC_ARGUMENT && !refused.text.isEmpty)
                #expect(unsafe client == nil)
            }
            #expect(navsync_open(nil, nil, nil) == NAVSYNC_ARGUMENT)
            #expect(navsync_show(nil, nil, nil) == NAVSYNC_ARGUMENT)
            #expect(navsync_fd(nil) == -1)
            #expect(navsync_dispatch(nil, nil, nil) == 0)
            navsync_close(nil)
            navsync_free(nil)
        }
    }
}
