import DeviceStore
import NavigationModel
import NavigationWire
import Synchronization
import Testing

/// The questions and the output of commands, with a daemon that answers as it is told.
@Suite("navctl user, device and key", .inTurns)
struct AdministrationCommandTests {
    static let phone = DeviceInfo(
        device: DeviceID(high: 0x3f2a_0000_0000_0000, low: 1), name: "phone",
        platform: "Debian GNU/Linux 12 (bookworm)", role: .full,
        credential: .key(key(1)), added: Timestamp(rawValue: 1_790_000_000_000_000), revoked: nil,
        connections: 2, lastSeen: Timestamp(rawValue: 1_790_000_100_000_000),
        knowsNextServerKey: true)
    static let tablet = DeviceInfo(
        device: DeviceID(high: 0x3f2b_0000_0000_0000, low: 2), name: "tablet", platform: "",
        role: .viewer, credential: .key(key(2)), added: Timestamp(rawValue: 1), revoked: nil,
        connections: 0, lastSeen: nil, knowsNextServerKey: false)
    static let lost = DeviceInfo(
        device: DeviceID(high: 0x4400_0000_0000_0000, low: 3), name: "tablet", platform: "",
        role: .full, credential: .uid(1_003), added: Timestamp(rawValue: 1),
        revoked: Timestamp(rawValue: 2), connections: 0, lastSeen: nil, knowsNextServerKey: false)
    static let invitation = InvitationInfo(
        id: InvitationID(rawValue: 0xabcd), name: "tv", role: .viewer,
        expires: Timestamp(rawValue: 1_790_000_600_000_000))

    static func key(_ byte: UInt8) -> PublicKey {
        guard let key = PublicKey(bytes: Array(repeating: byte, count: 32)) else {
            preconditionFailure("a key has 32 bytes")
        }
        return key
    }

    /// Answers as a daemon with these devices would; records the requests.
    private static func daemon(
        in place: Installation, _ requests: RequestLog,
        _ other: @escaping @Sendable (Request.Call) -> Reply.Result? = { _ in nil }
    ) throws -> FakeDaemon {
        try FakeDaemon(at: place("fake.sock")) { request in
            requests.note(request.call)
            if let answer = other(request.call) { return answer }
            return switch request.call {
            case .listDevices(let user):
                .devices([phone, tablet, lost], invitations: [invitation], of: user ?? "ada")
            case .listUsers:
                .users(
                    [
                        UserInfo(
                            name: "ada", uid: 1_003, added: Timestamp(rawValue: 1), devices: 2,
                            scenes: 1)
                    ], hasMore: false)
            case .serverKey:
                .serverKeys(ServerKeysInfo(key: key(8), next: key(9), switchesAtRestart: false))
            case .revokeDevice:
                .revoked(
                    Revoked(heads: [
                        Head(
                            scene: "main", epoch: Epoch(rawValue: 1), revision: 7,
                            digest: Digest(hashing: []))
                    ]))
            default: .done
            }
        }
    }

    /// The questions that were asked.
    private final class RequestLog: Sendable {
        private let calls = Mutex<[Request.Call]>([])
        var all: [Request.Call] { calls.withLock { $0 } }
        func note(_ call: Request.Call) { calls.withLock { $0.append(call) } }
    }

    /// Runs navctl for ada against the daemon.
    private static func navctl(
        _ words: [String], of daemon: FakeDaemon, in place: Installation
    ) async throws -> Finished {
        try await place.startNavctl(
            as: "none", ["--endpoint", daemon.endpoint, "--user", "ada"] + words
        ).end()
    }

    @Test("Each command sends its request and prints the reply; none registers a device")
    func calls() async throws {
        try await Installation.run { place in
            let requests = RequestLog()
            let daemon = try Self.daemon(in: place, requests)
            let phone = Self.phone.device
            let cases: [(String, Request.Call, String)] = [
                ("user add bob", .addUser("bob", uid: nil), "added bob"),
                ("user add bob --uid 7", .addUser("bob", uid: 7), "uid 7"),
                ("user add r --login root", .addUser("r", uid: 0), "uid 0"),
                ("user list", .listUsers(after: nil), "ada  2 devices, 1 scene, uid 1003"),
                ("user remove bob --yes", .removeUser("bob", erases: false), "removed bob"),
                (
                    "user remove bob --erase --yes", .removeUser("bob", erases: true),
                    "removed bob and its scenes"
                ),
                ("device list", .listDevices("ada"), "phone  full  connected"),
                ("device", .listDevices("ada"), "tablet  viewer  not seen since"),
                (
                    "device rename phone pocket",
                    .updateDevice("ada", phone, name: "pocket", role: nil),
                    "renamed phone to pocket"
                ),
                (
                    "device role 3f2a viewer",
                    .updateDevice("ada", phone, name: nil, role: .viewer),
                    "phone: role viewer"
                ),
                (
                    "device role \(Fingerprint(of: Self.key(1).bytes)) full",
                    .updateDevice("ada", phone, name: nil, role: .full),
                    "phone: role full"
                ),
                ("device revoke phone", .revokeDevice("ada", phone), "revoked phone"),
                (
                    "device revoke tablet", .revokeDevice("ada", Self.tablet.device),
                    "revoked tablet"
                ),
                (
                    "device uninvite 000000000000abcd",
                    .withdrawInvitation("ada", InvitationID(rawValue: 0xabcd)), "withdrawn"
                ),
                ("presence", .listDevices("ada"), "phone   2 connections"),
                ("key", .serverKey(.show), "key       \(Fingerprint(of: Self.key(8).bytes))"),
                ("key prepare", .serverKey(.prepare), "not yet   ada/tablet"),
                ("key activate --yes", .serverKey(.switchOver), "next      "),
                ("key cancel", .serverKey(.cancel), "key       "),
            ]
            for (words, call, says) in cases {
                let words = words.split(separator: " ").map(String.init)
                let result = try await Self.navctl(words, of: daemon, in: place)
                #expect(result.ending == .exit(0), "\(words): \(result)")
                #expect(result.output.text.contains(says), "\(words): \(result)")
                #expect(requests.all.contains(call), "\(words): \(requests.all)")
                let json = try await Self.navctl(
                    words + ["--output", "json"], of: daemon, in: place)
                _ = try JSON(json.output.text)
            }
            #expect(!place.isThere("devices/none"))
            await daemon.stop()
        }
    }

    @Test("JSON lists have what the text has, and revoked devices only on request")
    func objects() async throws {
        try await Installation.run { place in
            let daemon = try Self.daemon(in: place, RequestLog())
            let words = ["device", "list", "--output", "json"]
            let list = try JSON(
                try await Self.navctl(words, of: daemon, in: place).output.text)
            #expect(list["devices"]?.array?.count == 2)
            let phone = try #require(list["devices"]?[0])
            #expect(phone["name"]?.string == "phone")
            #expect(phone["role"]?.string == "full")
            #expect(phone["connections"]?.integer == 2)
            #expect(phone["heard"]?.string == "2026-09-21T14:15:00.000000Z")
            #expect(phone["fingerprint"]?.string == "\(Fingerprint(of: Self.key(1).bytes))")
            #expect(phone["uid"] == .null)
            #expect(phone["isThisDevice"]?.boolean == false)
            #expect(list["invitations"]?[0]?["id"]?.string == "000000000000abcd")
            let all = try JSON(
                try await Self.navctl(words + ["--all"], of: daemon, in: place).output.text)
            #expect(all["devices"]?.array?.count == 3)
            #expect(all["devices"]?[2]?["uid"]?.integer == 1_003)
            #expect(all["devices"]?[2]?["revoked"]?.string == "1970-01-01T00:00:00.000002Z")
            let keys = try JSON(
                try await Self.navctl(["key", "--output", "json"], of: daemon, in: place)
                    .output.text)
            #expect(keys["behind"]?.array?.count == 1)
            #expect(keys["behind"]?[0]?["name"]?.string == "tablet")
            #expect(keys["switchesAtRestart"]?.boolean == false)
            await daemon.stop()
        }
    }

    @Test("With a daemon that has no descendants it is reported that one device was revoked")
    func olderDaemon() async throws {
        try await Installation.run { place in
            let daemon = try Self.daemon(in: place, RequestLog())
            let result = try await Self.navctl(
                ["device", "revoke", "phone", "--with-descendants"], of: daemon, in: place)
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("only this device was revoked"), "\(result)")
            await daemon.stop()
        }
    }

    @Test("Refuses unclear names, and questions without a terminal")
    func refusals() async throws {
        try await Installation.run { place in
            let requests = RequestLog()
            let daemon = try Self.daemon(in: place, requests)
            let cases: [(String, Int32, String)] = [
                ("device rename nobody x", 1, "no device 'nobody'"),
                // Too short for the beginning of an id.
                ("device rename 3f2 x", 1, "no device '3f2'"),
                ("user remove bob", 1, "use --yes"),
                ("user remove bob --erase", 1, "erase its scenes permanently"),
                ("key activate", 1, "ada/tablet would have to pair again"),
                ("user add bob --uid 7 --login bob", 2, "either --uid or --login"),
                ("user add bob --login no-such-login", 1, "no-such-login"),
                ("device role phone admin", 2, "admin"),
                ("device uninvite abcd", 2, "abcd"),
                ("device invite --name x --expires 2d", 2, "2d"),
                ("device invite --name x --expires 0", 2, "0"),
                ("device invite", 2, "--name"),
            ]
            for (words, code, says) in cases {
                let words = words.split(separator: " ").map(String.init)
                let result = try await Self.navctl(words, of: daemon, in: place)
                #expect(result.ending == .exit(code), "\(words): \(result)")
                #expect(result.errors.text.contains(says), "\(words): \(result)")
            }
            let changes = requests.all.filter {
                switch $0 {
                case .listDevices, .listUsers, .serverKey(.show): false
                default: true
                }
            }
            #expect(changes.isEmpty, "\(changes)")
            await daemon.stop()
        }
    }

    @Test("An ambiguous device name is reported with all its devices")
    func ambiguous() async throws {
        try await Installation.run { place in
            let daemon = try Self.daemon(in: place, RequestLog()) { call in
                guard case .listDevices = call else { return nil }
                let twin = DeviceInfo(
                    device: DeviceID(high: 0x5500_0000_0000_0000, low: 5), name: "phone",
                    platform: "", role: .full, credential: .uid(0),
                    added: Timestamp(rawValue: 1), revoked: nil, connections: 0, lastSeen: nil,
                    knowsNextServerKey: false)
                return .devices([Self.phone, twin], invitations: [], of: "ada")
            }
            let result = try await Self.navctl(
                ["device", "revoke", "phone"], of: daemon, in: place)
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("3f2a000000000000"), "\(result)")
            #expect(result.errors.text.contains("5500000000000000"), "\(result)")
            await daemon.stop()
        }
    }

    @Test(
        "Commands that the daemon does not permit end with 4, without a daemon with 3",
        arguments: [(Failure.Code.notPermitted, Int32(4)), (.revoked, 4), (.notFound, 1)])
    func notPermitted(code: Failure.Code, status: Int32) async throws {
        try await Installation.run { place in
            let daemon = try Self.daemon(in: place, RequestLog()) { _ in
                .failure(Failure(code, "that is for administrators"))
            }
            let result = try await Self.navctl(["user", "list"], of: daemon, in: place)
            #expect(result.ending == .exit(status), "\(result)")
            #expect(result.errors.text.contains("for administrators"), "\(result)")
            await daemon.stop()
            let absent = try await Self.navctl(
                ["--timeout", "1s", "user", "list"], of: daemon, in: place)
            #expect(absent.ending == .exit(3), "\(absent)")
        }
    }
}
