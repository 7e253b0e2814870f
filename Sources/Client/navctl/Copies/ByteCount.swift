/// A number of bytes as people read it: `512 bytes`, `1.5 MiB`.
struct ByteCount: CustomStringConvertible {
    private let count: Int

    init(_ count: Int) {
        self.count = count
    }

    var description: String {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, size) = units.first(where: { count >= $0.1 }) else {
            return count == 1 ? "1 byte" : "\(count) bytes"
        }
        // Rounded down: what is not complete never looks complete.
        let tenths = Int(10 * (Double(count) / Double(size)))
        return "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
