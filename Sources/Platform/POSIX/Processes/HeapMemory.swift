internal import CPOSIX

/// The memory that the C library's allocator has, and keeps when it is freed.
///
/// Both calls take time that grows with the free memory, some milliseconds for 100 MB, and block
/// other threads that allocate: call them rarely, on a thread whose results nothing awaits.
package enum HeapMemory {
    /// Bytes that are free, whether the system has lent them or has got them back.
    package static var freeBytes: Int { cposix_free_heap() }

    /// Gives what is free back to the system, in whole pages.
    package static func giveBack() { cposix_trim_heap() }
}
