import Foundation
import NavigationModel
import NavigationWire
import Testing
import ZeroMQ

@Suite("What a client says of itself against what is known of it", .inTurns)
struct ForgeryTests {
    @Test("Who names itself another's key in its handshake is still who the kernel says")
    func forgedUserID() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTCP()
            try await place.pair("tablet", try await place.invite("tablet").url)
            let listed = try await place.ask("device", "list")["devices"]?.array?
                .first { $0["name"]?.string == "tablet" }
            let id = try #require(listed?["id"]?.string.flatMap { DeviceID($0) })
            let path = "\(place.sockets)/control.sock"
            let file = try String(
                contentsOfFile: place.device("tablet") + "/device.key", encoding: .utf8)
            let secret = try #require(
                CurveSecretKey(z85: file.trimmingCharacters(in: .whitespacesAndNewlines)))
            let key = try #require(PublicKey(bytes: try secret.publicKey().bytes))
            try await onOwnThread {
                // What the daemon itself calls connections with this key, and what it could call
                // nobody.
                for claim in ["\(Principal.device(key))/1", "\(Principal.device(key))", ""] {
                    let peer = try RawPeer(path: path, properties: [("User-Id", claim)])
                    peer.send(
                        Request(
                            id: 1, call: .hello(Hello(user: nil, device: id, name: "tablet"))))
                    guard case .failure(let failure) = try peer.reply().result else {
                        throw NeverCame("a refusal of '\(claim)'")
                    }
                    #expect(failure.code == .notPermitted, "\(claim): \(failure)")
                }
            }
        }
    }

    @Test(
        "A message without end meets the ceiling of memory: it costs its connection, or a restart")
    func endlessMessage() async throws {
        try await Installation.run { place in
            let binary = try Installation.binaries.get() + "/navsyncd"
            // The unit's ceiling is a cgroup's, which kills; this one makes allocations fail.
            let daemon = try place.start("/usr/bin/prlimit", ["--as=1600000000", binary])
            try await daemon.untilReady()
            try await place.change("tab", "declare", "inbox", "--title", "Inbox", "--root", "m://")
            for number in 1...3 { try await place.change("push", "m://\(number)") }
            let path = "\(place.sockets)/control.sock"
            try await onOwnThread {
                try RawPeer(path: path).sendWithoutEnd(bytes: 3_000_000_000)
            }
            if daemon.transcript.ending == nil {
                try await place.change("push", "m://4")
                // While another one begins, the way that a cgroup ends it.
                let flood = Task { try await onOwnThread { Self.flood(path) } }
                try await daemon.kill()
                try await flood.value
                try await place.daemon()
            } else {
                try await place.daemon()
                try await place.change("push", "m://4")
            }
            let shown = try await place.ask("show")
            #expect(OfflineTests.routes(shown) == ["m://", "m://1", "m://2", "m://3", "m://4"])
            let found = try await place.ask("doctor")
            #expect(found["ok"] == .boolean(true), "\(found)")
        }
    }

    private static func flood(_ path: String) {
        // The daemon may be gone before it is greeted.
        guard let peer = try? RawPeer(path: path) else { return }
        peer.sendWithoutEnd(bytes: 300_000_000)
    }
}
