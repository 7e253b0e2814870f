internal import Glibc
internal import NavigationModel

extension Timestamp {
    /// RFC 3339 in UTC, to the microsecond: `2026-11-21T14:09:58.123456Z`.
    var rfc3339: String {
        let (seconds, microseconds) = parts
        let text = Self.format(seconds, "%Y-%m-%dT%H:%M:%S", isLocal: false)
        let digits = String(microseconds)
        return text + "." + String(repeating: "0", count: 6 - digits.count) + digits + "Z"
    }

    /// For people, in the time zone of this machine: `2026-11-21 14:09:58`.
    var local: String {
        Self.format(parts.seconds, "%Y-%m-%d %H:%M:%S", isLocal: true)
    }

    private var parts: (seconds: time_t, microseconds: Int64) {
        let (seconds, microseconds) = rawValue.quotientAndRemainder(dividingBy: 1_000_000)
        return microseconds < 0
            ? (time_t(seconds - 1), microseconds + 1_000_000) : (time_t(seconds), microseconds)
    }

    private static func format(_ seconds: time_t, _ format: String, isLocal: Bool) -> String {
        var seconds = seconds
        var parts = unsafe tm()
        if isLocal {
            unsafe localtime_r(&seconds, &parts)
        } else {
            unsafe gmtime_r(&seconds, &parts)
        }
        var buffer = [CChar](repeating: 0, count: 64)
        let length = unsafe strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
