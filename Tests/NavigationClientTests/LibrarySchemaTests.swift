import CNavsync
import Foundation
import NavigationModel
import NavigationSync
import NavigationWire
import RunningProcesses
import Testing

@testable import LibNavsync
@testable import NavigationClient

/// The library's objects against Config/schema/library.json: this file names no value in JSON of the
/// sources, of which there are two types.
@Suite("Schema of the library's objects", .timeLimit(.minutes(2)))
struct LibrarySchemaTests {
    private static func schemas() throws -> JSONSchemas {
        try JSONSchemas(
            directory: URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Config/schema").path)
    }

    /// Holds an object to a definition, and returns it.
    @discardableResult
    private static func hold(
        _ text: String, _ name: String, in schemas: JSONSchemas
    ) throws -> JSON {
        let object = try JSON(text)
        let violations = try schemas.violations(of: object, "library.json#/$defs/\(name)")
        #expect(violations.isEmpty, "\(name): \(violations): \(text.prefix(1_000))")
        return object
    }

    @Test("Every function's object and every event are as their schema describes them")
    func objects() async throws {
        let home = try Home()
        let daemon = try home.start()
        let place = home.path
        let kinds = try await LibraryProgram.onThread { try Self.session(in: place) }
        #expect(kinds.subtracting(["present"]) == ["access", "outcome", "scene"])
        try await daemon.stop()
    }

    /// Calls every function that has an object; returns the kinds of events that came.
    private static func session(in place: String) throws -> Set<String> {
        let schemas = try schemas()
        let program = LibraryProgram(in: place, as: "c")
        try hold(program.opened, "open", in: schemas)
        func call(_ name: String, _ body: (LibraryProgram.Text) -> navsync_code) throws -> JSON {
            let result = unsafe LibraryProgram.call(body)
            #expect(result.code == NAVSYNC_OK, "\(name): \(result.text)")
            return try hold(result.text, name, in: schemas)
        }
        var kinds: Set<String> = []
        /// Takes events until the outcome of a change has come.
        func settle(_ change: JSON) throws -> JSON {
            while true {
                let texts = program.nextEvents()
                let events = try texts.map { try hold($0, "event", in: schemas) }
                kinds.formUnion(events.compactMap { $0["event"]?.string })
                let outcome = events.first {
                    $0["event"]?.string == "outcome" && $0["change"] == change["change"]
                }
                if let outcome { return outcome }
                guard !texts.isEmpty else { throw NeverCame("the outcome of \(change)") }
            }
        }
        _ = try unsafe call("follow") { unsafe navsync_follow(program.client, nil, $0) }
        _ = try unsafe call("touch") { unsafe navsync_touch(program.client, nil, $0) }
        let scene = #"{"version":1,"tabs":[{"id":"inbox","title":"Inbox"}]}"#
        _ = try settle(
            unsafe call("declare") { unsafe navsync_declare(program.client, nil, scene, $0) })
        let again = try unsafe call("declare") {
            unsafe navsync_declare(program.client, nil, scene, $0)
        }
        #expect(again["change"] == .null)
        for intent in [
            #"{"kind":"push","route":"mail://1","payload":"{}"}"#,
            #"{"kind":"presentModal","route":"mail://new","payload":{"base64":"/w=="}}"#,
        ] {
            _ = try settle(
                unsafe call("perform") { unsafe navsync_perform(program.client, nil, intent, $0) })
        }
        _ = try unsafe call("show") { unsafe navsync_show(program.client, nil, $0) }
        _ = try settle(unsafe call("undo") { unsafe navsync_undo(program.client, nil, $0) })
        _ = try settle(unsafe call("redo") { unsafe navsync_redo(program.client, nil, $0) })
        for isRetried in [true, false] {
            let late = #"{"kind":"push","route":"mail://late","ifRevision":1000000}"#
            let rejected = try settle(
                unsafe call("perform") { unsafe navsync_perform(program.client, nil, late, $0) })
            #expect(rejected["outcome"]?.string == "rejected")
            let shelf = try unsafe call("shelf") { unsafe navsync_shelf(program.client, nil, $0) }
            let change = try #require(shelf["shelf"]?.array?.first?["id"]?.integer)
            if isRetried {
                _ = try settle(
                    unsafe call("retry") {
                        unsafe navsync_retry(program.client, nil, change, $0)
                    })
            } else {
                _ = try unsafe call("drop") { unsafe navsync_drop(program.client, nil, change, $0) }
            }
        }
        program.close()
        return kinds
    }

    @Test("Objects that need an unusual daemon are as their schema describes them")
    func unusual() throws {
        let schemas = try Self.schemas()
        let refused = SettledChange(
            id: ChangeID(rawValue: 7), operations: [],
            result: .failure(NavigationClientError(.refused, "no")))
        let place = DevicePlace(tab: "inbox", screen: nil, lastUse: Timestamp(rawValue: 7))
        let tablet = PresentDevice(device: DeviceID(high: 1, low: 2), name: "tablet", place: place)
        for event in [
            MirrorEvent.missed(3), .settled(refused), .access(.revoked), .present([tablet]),
        ] {
            let object = try #require(EventQueue.Event(event, of: "main"))
            try Self.hold(object.json.jsonText, "event", in: schemas)
        }
        let paired = PairedDevice(
            user: "ann", name: "tablet", role: .viewer, device: DeviceID(high: 1, low: 2),
            fingerprint: Fingerprint(of: [1]), serverFingerprint: Fingerprint(of: [2]))
        try Self.hold(PairedJSON(paired).jsonText, "pair", in: schemas)
    }

    @Test("The schema has the codes that errors have, and every function with an object")
    func names() throws {
        let schemas = try Self.schemas()
        let codes = schemas["library.json"]?["$defs"]?["error"]?["properties"]?["code"]?["enum"]
        let header = try Self.header()
        for code in try #require(codes?.strings) {
            let name = code.reduce(into: "NAVSYNC_") { name, letter in
                name += letter.isUppercase ? "_\(letter)" : letter.uppercased()
            }
            #expect(header.contains("\(name) ="))
        }
        let functions = header.matches(of: #/navsync_code navsync_([a-z]+) \(/#).map {
            String($0.1)
        }
        #expect(functions.count >= 10)
        let described = schemas.definitions(of: "library.json")
        for function in functions { #expect(described.contains(function), "\(function)") }
    }

    private static func header() throws -> String {
        try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Sources/Client/CNavsync/navsync.h"), encoding: .utf8)
    }
}
