import Foundation
import NavigationModel
import NavigationWire
import Testing
import ZeroMQ

@Suite("Forged identities", .inTurns)
struct ForgeryTests {
    @Test(
        "A client that names another's key in its handshake stays the user that the kernel reports")
    func forgedUserID() async throws {
        try await Installation.run { place in
            _ = try await place.daemonWithTCP()
            try await place.pair("tablet", try await place.invite("tablet").url)
            let id = try await Self.id(of: "tablet", in: place)
            let path = "\(place.sockets)/control.sock"
            let secret = try Self.key(in: place.device("tablet") + "/device.key")
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

    @Test("A client that names another user in its handshake stays the owner of its key")
    func forgedUserIDByKey() async throws {
        try await Installation.run { place in
            let (_, port) = try await place.daemonWithTCP()
            try await place.pair("tablet", try await place.invite("tablet").url)
            try await place.pair("phone", try await place.invite("phone").url)
            let tablet = try await Self.id(of: "tablet", in: place)
            let phone = try await Self.id(of: "phone", in: place)
            let server = try Self.key(in: place.data + "/server.key").publicKey()
            let own = try Self.key(in: place.device("phone") + "/device.key")
            let others = try Self.key(in: place.device("tablet") + "/device.key").publicKey()
            let victim = Principal.device(try #require(PublicKey(bytes: others.bytes)))
            try await onOwnThread {
                for claim in ["\(victim)/1", "\(victim)", "\(Principal.local(uid: 0))/1", ""] {
                    let peer = try RawCurvePeer(
                        port: port, of: server, as: own, properties: [("User-Id", claim)])
                    func answer(to call: Request.Call) throws -> Reply.Result {
                        try peer.send(Request(id: 1, call: call))
                        return try peer.reply().result
                    }
                    let calls: [Request.Call] = [
                        .hello(Hello(user: nil, device: tablet, name: "tablet")),
                        .listUsers(after: nil),
                    ]
                    for call in calls {
                        guard case .failure(let failure) = try answer(to: call) else {
                            throw NeverCame("a refusal of '\(claim)'")
                        }
                        #expect(failure.code == .notPermitted, "\(claim): \(failure)")
                    }
                    let hello = Hello(user: nil, device: phone, name: "phone")
                    guard case .welcome = try answer(to: .hello(hello)) else {
                        throw NeverCame("a word to the phone that it is, in spite of '\(claim)'")
                    }
                }
            }
        }
    }

    private static func id(of name: String, in place: Installation) async throws -> DeviceID {
        let listed = try await place.ask("device", "list")["devices"]?.array?
            .first { $0["name"]?.string == name }
        return try #require(listed?["id"]?.string.flatMap { DeviceID($0) })
    }

    static func key(in path: String) throws -> CurveSecretKey {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try #require(
            text.split(separator: "\n").first.flatMap { CurveSecretKey(z85: String($0)) })
    }
}
