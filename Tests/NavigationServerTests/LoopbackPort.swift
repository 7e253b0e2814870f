import Glibc

/// Ports of this machine for a test to listen on.
enum LoopbackPort {
    /// A port that nobody listens on, and nobody on the next one.
    static func freePair() throws -> UInt16 {
        for _ in 0..<1_000 {
            // Below the ports that systems give to outgoing connections.
            let port = UInt16.random(in: 10_000...30_000)
            if isFree(port), isFree(port + 1) { return port }
        }
        throw NoFreePort()
    }

    private struct NoFreePort: Error {}

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe bind(
                descriptor, buffer.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(buffer.count))
        } == 0
    }
}
