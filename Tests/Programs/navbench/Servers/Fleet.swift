import Foundation
import NavigationModel
import NavigationWire
import RunningProcesses

/// Several daemons on one database, over local sockets, with one busy device at each.
final class Fleet: Server {
    let name = "navsyncd"
    private let members: [Navsync]

    /// The interval at which the fleet is asked for its shares.
    private static let interval = Duration.milliseconds(100)
    /// The time that owners have to stay the same: longer than a node rests between two steps.
    private static let settling = Duration.seconds(4)

    /// Measures daemons that run.
    private init(_ members: [Navsync]) {
        self.members = members
    }

    /// Starts daemons one after the other, and waits until each has its share of the users.
    static func start(
        _ count: Int, of binary: String, store: String, in directory: String, context: RawContext
    ) async throws -> Fleet {
        var daemons: [Daemon] = []
        do {
            for number in 0..<count {
                let own = "\(directory)/\(number)"
                try FileManager.default.createDirectory(
                    atPath: own + "/data", withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                if number > 0 {
                    // Devices know all nodes by one key.
                    try FileManager.default.copyItem(
                        atPath: "\(directory)/0/data/server.key", toPath: own + "/data/server.key")
                }
                daemons.append(
                    try await Daemon(binary, store: store, in: own, context: context))
            }
            try await settle(daemons)
        } catch {
            for daemon in daemons { daemon.process.signal(15) }
            throw error
        }
        return Fleet(daemons.map { Navsync($0, .ipc, isMember: true) })
    }

    private static func settle(_ daemons: [Daemon]) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        var shares: [Int] = []
        var since = ContinuousClock.now
        while ContinuousClock.now < deadline {
            // The local user moves as the others do: for a moment no node may have it.
            let now = try daemons.compactMap { try $0.shards() }.first ?? []
            if now != shares || now.count < daemons.count || now.contains(0) {
                (shares, since) = (now, .now)
            }
            if .now - since > settling { return }
            try await Task.sleep(for: interval)
        }
        throw Fault("the daemons have not divided the users among them: \(shares)")
    }

    var processes: [Int32] { members.flatMap(\.processes) }

    var parts: Int { members.count }

    func begin() throws {
        for member in members { try member.begin() }
    }

    func end() {
        for member in members { member.end() }
    }

    func makeWriter(to target: Target) throws -> any Writer {
        try members[target.user % members.count].makeWriter(to: Target(scenes: target.scenes))
    }

    func makeMirror() throws -> any Mirror { try members[0].makeMirror() }

    func makeLatecomer() throws -> any Latecomer { try members[0].makeLatecomer() }
}
