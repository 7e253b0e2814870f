internal import Glibc

/// Blocks of a file system that are held by a file, so that there is room for what has to be
/// written when all other room is taken.
///
/// The file's length says how much is to be held, its blocks how much is: a process that finds
/// fewer knows that they were released. Any other writer to the file system may take what is
/// released.
///
/// A file system that writes elsewhere whatever is written, and so holds no blocks for a file, as
/// ZFS does, has none: ``isHeld`` stays `true` there, and releasing gives nothing.
package final class DiskReserve: Sendable {
    private let path: String
    private let state: Locked<State>

    /// Bytes that have to be free besides, before it is put back: less would be full at once.
    private static let slack = 65_536
    /// A reserve is a multiple of these bytes.
    private static let unit = 4_096
    /// Bytes that are given back last, and half of a small reserve: what a database needs to be
    /// opened.
    fileprivate static let rest = 262_144

    fileprivate struct State {
        /// The open file; `nil` if there is no reserve.
        var file: FileDescriptor?
        /// Bytes to hold.
        var length: Int
        /// A Boolean value indicating whether they are held.
        var isHeld: Bool
        /// The reason why there is no reserve, if there should be one.
        var problem: String?
    }

    /// Takes over the reserve at a path, or makes one (mode 0600): of `wanted` bytes, of a
    /// sixteenth of the file system if that is less, and of half of what is free if that is still
    /// less. A length of zero removes it. Blocks its thread.
    ///
    /// A reserve that was released is not put back by it.
    package init(at path: String, length wanted: Int) {
        self.path = path
        state = Locked(Self.open(path, wanted))
    }

    /// A Boolean value indicating whether nothing of it is released.
    package var isHeld: Bool { state.withLock { $0.isHeld } }

    /// Bytes that it should hold.
    package var length: Int { state.withLock { $0.length } }

    /// Bytes that it holds now.
    package var heldLength: Int {
        state.withLock { $0.isHeld ? $0.length : $0.file.map(Self.heldLength) ?? 0 }
    }

    /// The reason why there is none although there should be; `nil` if all is well.
    package var problem: String? { state.withLock { $0.problem } }

    /// Gives blocks back to the file system: all but a rest, and the next time the rest. Returns
    /// `true` if there were any. Blocks its thread.
    package func release() -> Bool {
        state.withLock { state in
            guard let file = state.file else { return false }
            let held = Self.heldLength(file)
            guard held > 0 else { return false }
            state.isHeld = false
            state.keep(held > state.rest ? state.rest : 0, file)
            // Some file systems hand out freed blocks only once that is on disk.
            try? file.sync()
            return true
        }
    }

    /// Holds the rest again, or what can be had of it, if it was given back. Blocks its thread.
    package func holdRest() {
        state.withLock { state in
            guard let file = state.file, !state.isHeld else { return }
            let free = Int(clamping: DurableFiles.free(at: DurableFiles.directory(of: path)))
            let length = min(state.rest, Self.heldLength(file) + free) / Self.unit * Self.unit
            if length > 0 { try? file.allocate(length) }
        }
    }

    /// Holds again what was released, if there is room for it and for a little more; returns
    /// whether it is held, and there is that little. Blocks its thread.
    package func restore() -> Bool {
        state.withLock { state in
            let free = Int(clamping: DurableFiles.free(at: DurableFiles.directory(of: path)))
            let held = state.file.map(Self.heldLength) ?? 0
            let missing = state.isHeld ? 0 : state.length - held
            guard free >= missing + Self.slack else { return false }
            guard !state.isHeld, let file = state.file else { return true }
            do throws(FileError) { try file.allocate(state.length) } catch {
                state.keep(held, file)
                return false
            }
            try? file.sync()
            if Self.heldLength(file) < state.length { state.giveUp(Self.withoutBlocks) }
            state.isHeld = true
            return true
        }
    }

    fileprivate static let withoutBlocks = "its file system does not preallocate blocks"

    private static func open(_ path: String, _ wanted: Int) -> State {
        var state = State(file: nil, length: 0, isHeld: true, problem: nil)
        guard wanted > 0 else {
            do throws(FileError) { try DurableFiles.remove(path) } catch {
                state.problem = error.description
            }
            return state
        }
        do throws(FileError) {
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
            let file = try FileDescriptor(opening: path, flags)
            let status = try FileStatus(of: file)
            guard status.kind == nil else {
                state.problem = "it is not a regular file"
                return state
            }
            state.file = file
            state.length = status.size
            state.isHeld = status.allocated >= status.size
            if state.isHeld { state.adjust(file, to: goal(path, wanted, having: state.length)) }
        } catch {
            state.problem = error.description
        }
        return state
    }

    /// Returns the length that a reserve should have, in bytes.
    private static func goal(_ path: String, _ wanted: Int, having present: Int) -> Int {
        let directory = DurableFiles.directory(of: path)
        let most = min(wanted, Int(clamping: DurableFiles.size(ofSystemAt: directory) / 16))
        let half = (Int(clamping: DurableFiles.free(at: directory)) + present) / 2
        // It keeps the blocks that it has, however little is free.
        let goal = min(most, max(half, present))
        return goal / unit * unit
    }

    /// Returns the bytes of the blocks that a file has.
    fileprivate static func heldLength(_ file: FileDescriptor) -> Int {
        (try? FileStatus(of: file))?.allocated ?? 0
    }
}

extension DiskReserve.State {
    /// Bytes that are given back last.
    fileprivate var rest: Int { min(DiskReserve.rest, length / 2) }

    /// Gives back all but the first bytes; the length, which is the goal of a restore, stays.
    fileprivate func keep(_ held: Int, _ file: FileDescriptor) {
        try? file.truncate(to: held)
        try? file.truncate(to: length)
    }

    /// Makes it longer or shorter; what can't be had it goes without.
    fileprivate mutating func adjust(_ file: FileDescriptor, to goal: Int) {
        do throws(FileError) {
            if goal < length {
                try file.truncate(to: goal)
                length = goal
            }
            guard goal > length else { return }
            try file.allocate(goal)
        } catch {
            try? file.truncate(to: length)
            return
        }
        length = goal
        try? file.sync()
        if DiskReserve.heldLength(file) < goal { giveUp(DiskReserve.withoutBlocks) }
    }

    /// Ends it: nothing is held.
    fileprivate mutating func giveUp(_ why: String) {
        try? file?.truncate(to: 0)
        (length, isHeld, problem) = (0, true, why)
    }
}
