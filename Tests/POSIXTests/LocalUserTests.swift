import Glibc
import Testing

@testable import POSIX

@Suite("Users and groups of the machine")
struct LocalUserTests {
    @Test("Root is found by number and by name, as one user")
    func root() throws {
        let root = try #require(LocalUser(0))
        #expect(root.name == "root" && root.group == 0 && root.home == "/root")
        #expect(LocalUser(named: root.name) == root)
        #expect(LocalGroup(0)?.name == "root")
    }

    @Test("Finds no missing user")
    func missing() {
        #expect(LocalUser(4_000_000_000) == nil)
        #expect(LocalUser(named: "no such user") == nil)
        #expect(LocalGroup(4_000_000_000) == nil)
    }

    @Test("Threads that look up different users at once get each its own")
    func atOnce() async {
        let users = (0..<100).compactMap { LocalUser($0) }
        await withTaskGroup(of: Bool.self) { group in
            for user in users {
                group.addTask { (0..<50).allSatisfy { _ in LocalUser(user.uid) == user } }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
