import POSIX
import Foundation
import Glibc
import Testing

@Suite("A reserve on the disk")
struct DiskReserveTests {
    let scratch: Scratch
    let path: String
    private static let length = 1 << 20

    init() throws {
        scratch = try Scratch()
        path = scratch("store.reserve")
    }

    @Test("It holds blocks, gives them back, and holds them again")
    func releases() throws {
        let reserve = DiskReserve(at: path, length: Self.length)
        #expect(reserve.isHeld && reserve.heldLength == Self.length && reserve.problem == nil)
        #expect(try blocks() >= Self.length)
        #expect(reserve.release())
        #expect(!reserve.isHeld && reserve.heldLength == 262_144, "a rest comes last")
        #expect(try blocks() == 262_144)
        #expect(reserve.release())
        #expect(try blocks() == 0)
        #expect(!reserve.release(), "there is nothing left to give")
        reserve.holdRest()
        #expect(try !reserve.isHeld && blocks() == 262_144)
        #expect(reserve.restore() && reserve.isHeld)
        #expect(try blocks() >= Self.length)
        #expect(try Scratch.status(path).st_mode & 0o777 == 0o600)
    }

    @Test("A process that comes after knows whether it was released, and takes it back in its time")
    func remembers() throws {
        #expect(DiskReserve(at: path, length: Self.length).release())
        let next = DiskReserve(at: path, length: Self.length)
        #expect(!next.isHeld && next.length == Self.length)
        #expect(try blocks() == 262_144)
        #expect(next.restore())
        #expect(DiskReserve(at: path, length: Self.length).isHeld)
    }

    @Test("Another length is taken over at the next start, and none removes it")
    func changes() throws {
        for length in [Self.length, 2 * Self.length, Self.length / 2] {
            #expect(DiskReserve(at: path, length: length).heldLength == length)
            #expect(try blocks() >= length)
        }
        let none = DiskReserve(at: path, length: 0)
        #expect(none.isHeld && !none.release() && none.restore() && none.problem == nil)
        #expect(try scratch.names().isEmpty)
    }

    @Test("Leaves a file in its place alone, and reports it")
    func strangers() throws {
        try scratch.make("else", "kept", mode: 0o600)
        try #require(unsafe symlink(scratch("else"), path) == 0)
        let reserve = DiskReserve(at: path, length: Self.length)
        #expect(reserve.isHeld && reserve.heldLength == 0 && !reserve.release())
        #expect(reserve.problem?.contains("symbolic link") == true)
        #expect(try scratch.text("else") == "kept")
    }

    private func blocks() throws -> Int { Int(try Scratch.status(path).st_blocks) * 512 }
}
