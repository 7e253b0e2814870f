import Foundation
import NavigationServer
import Testing

@testable import navsyncd

@Suite("Notifications to systemd")
struct ServiceManagerTests {
    private static func manager(
        _ name: String, _ variables: [String: String] = [:]
    ) -> ServiceManager? {
        let all = variables.merging(["NOTIFY_SOCKET": name]) { $1 }
        return ServiceManager(variables: { all[$0] }, process: 42)
    }

    @Test("Each word of the daemon is one datagram", arguments: [true, false])
    func words(isAbstract: Bool) throws {
        let listener = try DatagramListener(isAbstract: isAbstract)
        defer { listener.close() }
        let manager = try #require(Self.manager(listener.name))
        manager.databaseIsMigrated(upTo: 40)
        #expect(
            listener.receive()
                == "EXTEND_TIMEOUT_USEC=60000000\nSTATUS=Migrating the database: 40 %")
        manager.serverIsReady()
        #expect(listener.receive() == "READY=1")
        manager.heartbeat(ServerStatus(users: 1, devices: 3, revisions: 7))
        #expect(listener.receive() == "WATCHDOG=1\nSTATUS=1 user, 3 devices, 0 revisions/s")
        manager.reloads()
        let reload = try #require(listener.receive())
        let time = try #require(
            reload.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=(\d+)/).flatMap { Int64($0.1) })
        // Microseconds since the machine started, as systemd counts them.
        #expect(abs(Double(time) / 1e6 - ProcessInfo.processInfo.systemUptime) < 10)
        manager.reloaded()
        #expect(listener.receive() == "READY=1")
        manager.serverIsStopping()
        #expect(listener.receive()?.hasPrefix("STOPPING=1\nSTATUS=") == true)
    }

    @Test(
        "Without a valid socket nothing is sent",
        arguments: [
            "", "@", "relative", "/" + String(repeating: "x", count: 107),
        ])
    func noSocket(name: String) {
        #expect(Self.manager(name) == nil)
        #expect(ServiceManager(variables: { _ in nil }, process: 1) == nil)
    }

    @Test("A message without a receiver is lost, and nothing else")
    func nobodyListens() throws {
        let socket = try #require(NotificationSocket("/nonexistent/notify"))
        #expect(!socket.send(["READY=1"], .waits))
        #expect(!socket.send(["WATCHDOG=1"], .drops))
    }

    @Test(
        "A watchdog gets three heartbeats in its timeout, one for another process none",
        arguments: [
            (["WATCHDOG_USEC": "3000000"], Duration.seconds(1)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "42"], .seconds(1)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "41"], .seconds(10)),
            (["WATCHDOG_USEC": "3600000000"], .seconds(10)),
            (["WATCHDOG_USEC": "0"], .seconds(10)), (["WATCHDOG_USEC": "soon"], .seconds(10)),
            ([:], .seconds(10)),
        ])
    func interval(variables: [String: String], expected: Duration) throws {
        #expect(try #require(Self.manager("@x", variables)).heartbeatInterval == expected)
    }

    @Test("A rate is rounded, and one of something is not many")
    func status() {
        let one = ServerStatus(users: 1, devices: 1, revisions: 0)
        #expect(
            ServiceManager.text(of: one, revisionsPerSecond: 11.6)
                == "1 user, 1 device, 12 revisions/s")
    }
}

/// The other end of the notification socket.
private struct DatagramListener {
    let name: String
    private let descriptor: Int32

    init(isAbstract: Bool) throws {
        let path =
            FileManager.default.temporaryDirectory.path + "/n\(UInt32.random(in: 0 ... .max))"
        name = isAbstract ? "@\(path)" : path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count + (isAbstract ? 0 : 1))
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length)
            }
        }
        try #require(result == 0)
    }

    /// Returns the next message that has been sent, if any.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    func close() {
        Glibc.close(descriptor)
        if name.hasPrefix("/") { _ = unsafe unlink(name) }
    }
}
