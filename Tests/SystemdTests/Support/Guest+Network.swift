import Foundation
import RunningProcesses

extension Guest {
    /// An address that is not loopback's, for documentation (RFC 5737): in the guest, the guest's own.
    static let address = "192.0.2.7"

    /// Gives the guest its address.
    func joinNetwork() async throws {
        try await self("ip", "address", "add", "\(Self.address)/32", "dev", "lo")
    }

    /// Returns a Boolean value indicating whether a server at this address accepts a connection
    /// within two seconds, and speaks ZeroMQ.
    func answers(at host: String, port: Int) async throws -> Bool {
        let greeting = try await run([
            "timeout", "2", "bash", "-c",
            "exec 3<>/dev/tcp/\(host)/\(port) && head -c 1 <&3 | od -An -tx1",
        ])
        return greeting.output.text.contains("ff")
    }

    /// Has ann invite a device, and bob pair it, as they would on two machines.
    func pairTablet() async throws {
        let result = try await self(
            as: "ann", "navctl", "--output", "json", "device", "invite", "--name", "tablet")
        let url = try JSON(result)["url"]?.string ?? ""
        try await write("/tmp/url", url + "\n")
        try await self(
            as: "bob", "bash", "-c", "navctl --device ~/tablet device pair --yes < /tmp/url")
    }

    /// The routes on ann's first tab, bottom to top.
    func routes() async throws -> [String] {
        let scene = try JSON(try await self(as: "ann", "navctl", "--output", "json", "show"))
        let stack = scene["scene"]?["tabs"]?[0]?["stack"]?.array ?? []
        return stack.compactMap { $0["route"]?.string }
    }
}
