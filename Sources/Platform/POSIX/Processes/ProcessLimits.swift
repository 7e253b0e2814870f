internal import CPOSIX
internal import Glibc

/// The limits of this process: those that the system grants, and those that it sets itself.
package enum ProcessLimits {
    /// Open files that are more than anybody needs; some programs hand out a billion.
    private static let mostOpenFiles: rlim_t = 1 << 20

    /// Files that a process has opened by itself when it looks at its limits, at most.
    private static let openedAtStart = 16

    /// Raises the number of files that may be open to what the process may raise it to: the usual
    /// one is for programs that use select(2).
    package static func raiseOpenFiles() {
        var limit = self.limit(RLIMIT_NOFILE)
        let highest = min(limit.rlim_max, mostOpenFiles)
        guard limit.rlim_cur < highest else { return }
        limit.rlim_cur = highest
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Has all threads allocate in one arena: for a short program, whose threads hardly ever do at
    /// once, so that an arena of each is more work than it saves.
    package static func shareArena() { mallopt(M_ARENA_MAX, 1) }

    /// Files that may be open at once.
    package static var openFiles: Int { Int(clamping: limit(RLIMIT_NOFILE).rlim_cur) }

    /// Throws unless the process can open this many files, and is granted this many bytes of
    /// addresses: with less, its libraries end it later without a message.
    package static func require(
        openFiles: Int, addressSpace: Int
    ) throws(LimitError) {
        let free = freeFiles(upTo: openFiles)
        guard free + openedAtStart >= openFiles, self.openFiles >= openFiles else {
            let open = self.openFiles - free
            let taken = open > openedAtStart ? ", \(open) of them open already" : ""
            throw LimitError(
                "the limit of open files is \(self.openFiles)\(taken), and \(openFiles) are needed: "
                    + "raise it ('ulimit -n \(max(1_024, open + openFiles))', LimitNOFILE= of a "
                    + "service)")
        }
        let granted = limit(RLIMIT_AS).rlim_cur
        guard granted >= addressSpace else {
            throw LimitError(
                "the limit of address space is \(granted >> 20) MiB, and \(addressSpace >> 20) are "
                    + "needed, most of them without memory: raise it ('ulimit -v unlimited', "
                    + "LimitAS= of a service), and limit the memory by a control group instead")
        }
    }

    /// Returns how many more files the process can open, up to `count`.
    private static func freeFiles(upTo count: Int) -> Int {
        var free = 0
        for number in 0..<openFiles where free < count {
            if fcntl(Int32(clamping: number), F_GETFD) == -1 { free += 1 }
        }
        return free
    }

    /// Has the kernel write no core file: it would hold keys. For as long as the process runs;
    /// programs that it starts are not concerned.
    package static func forbidCoreFiles() {
        _ = cposix_forbid_dumps()
    }

    private static func limit(_ resource: __rlimit_resource) -> rlimit {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            return rlimit(rlim_cur: .max, rlim_max: .max)
        }
        return limit
    }
}

/// An error for a process that can't start: the system grants it too little.
package struct LimitError: Error, CustomStringConvertible {
    /// The limit, what is needed, and how to raise it.
    package let description: String

    /// Describes a limit that is too low.
    init(_ description: String) {
        self.description = description
    }
}

/// The memory that the C library's allocator has, and keeps when it is freed.
///
/// Both calls take time that grows with the free memory, some milliseconds for 100 MB, and block
/// other threads that allocate: call them rarely, on a thread whose results nothing awaits.
package enum HeapMemory {
    /// Bytes that are free, whether the system has lent them or has got them back.
    package static var freeBytes: Int { cposix_free_heap() }

    /// Gives what is free back to the system, in whole pages.
    package static func trim() { cposix_trim_heap() }
}
