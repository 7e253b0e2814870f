import Foundation
import Testing

/// The report of the C library's allocator about itself.
enum Allocator {
    private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32

    /// Bytes that this process has from it, in all its arenas and outside of them.
    static func bytesInUse() throws -> Int {
        let text = try report()
        // Each arena has such lines of its own, and the last ones are of all of them.
        func last(_ mark: String) throws -> Int {
            let line = try #require(text.split(separator: "\n").last { $0.hasPrefix(mark) })
            let size = try #require(line.split(separator: "size=\"").last)
            return try #require(Int(size.prefix { $0.isNumber }))
        }
        let free = try last("<total type=\"fast\"") + last("<total type=\"rest\"")
        return try last("<system type=\"current\"") - free + last("<total type=\"mmap\"")
    }

    /// It is in no header that Swift has.
    private static func report() throws -> String {
        guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "malloc_info") else {
            throw Missing()
        }
        let report = unsafe unsafeBitCast(symbol, to: Report.self)
        var bytes = [CChar](repeating: 0, count: 1 << 20)
        let count = bytes.count
        let isDone = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let file = unsafe fmemopen(buffer.baseAddress, count, "w") else { return false }
            defer { unsafe fclose(file) }
            return unsafe report(0, file) == 0
        }
        guard isDone else { throw Missing() }
        let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The C library reports nothing.
    private struct Missing: Error {}
}
