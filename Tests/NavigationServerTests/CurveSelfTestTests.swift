import Foundation
import NavigationStore
import NavigationTransport
import Testing

@testable import NavigationServer

@Suite("A daemon that would accept any key", .timeLimit(.minutes(5)))
struct CurveSelfTestTests {
    @Test("It finds out when it starts, and ends before it serves anybody")
    func ends() async throws {
        let port = try LoopbackPort.freePair()
        let daemon = try TestDaemon(
            store: CredulousStore(), tcp: TCPAddress(host: "127.0.0.1", port: port),
            keys: ServerKeys())
        defer { try? FileManager.default.removeItem(atPath: daemon.directory) }
        let error = await #expect(throws: TransportError.self) { try await daemon.running.value }
        #expect(error?.description.contains("accepts unauthenticated peers") == true)
    }
}
