internal import Glibc
internal import NavigationWire

/// The name of this machine's operating system, for people who read a list of devices.
enum MachinePlatform {
    /// `PRETTY_NAME` of `/etc/os-release`, as in "Debian GNU/Linux 12 (bookworm)"; "Linux" without
    /// it. Read once.
    static let name = name(in: contents(of: "/etc/os-release"))

    /// Returns the name in the file's text (os-release(5)).
    static func name(in text: String) -> String {
        let key = "PRETTY_NAME="
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix(key) }) else {
            return "Linux"
        }
        var value = line.dropFirst(key.count)
        if let quote = value.first, "\"'".contains(quote), value.last == quote, value.count > 1 {
            value = value.dropFirst().dropLast()
        }
        let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }
        guard isPlain, (1...WireLimits.platform).contains(value.utf8.count) else { return "Linux" }
        return String(value)
    }

    private static func contents(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
