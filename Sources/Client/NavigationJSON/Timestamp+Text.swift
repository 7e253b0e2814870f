internal import Glibc
package import NavigationModel

/// Times as text.
extension Timestamp {
    /// RFC 3339 in UTC, to the microsecond: `2026-11-21T14:09:58.123456Z`.
    package var rfc3339: String {
        let (seconds, microseconds) = parts
        let text = Self.format(seconds, "%Y-%m-%dT%H:%M:%S", isLocal: false)
        let digits = String(microseconds)
        return text + "." + String(repeating: "0", count: 6 - digits.count) + digits + "Z"
    }

    /// Reads a time of RFC 3339, to the second or finer: `2026-11-21T14:09:58Z`,
    /// `2026-11-21T15:09:58.5+01:00`.
    package init?(rfc3339 text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let zoneStart = halves[1].firstIndex {
            !($0.isASCII && $0.isNumber || $0 == ":" || $0 == ".")
        }
        guard let zoneStart, let offset = Self.offset(halves[1][zoneStart...]) else { return nil }
        let clock = halves[1][..<zoneStart].split(separator: ".", omittingEmptySubsequences: false)
        let date = Self.numbers(halves[0], "-", [4, 2, 2])
        let time = Self.numbers(clock[0], ":", [2, 2, 2])
        guard let date, let time, 1...12 ~= date[1], 1...31 ~= date[2], 0...23 ~= time[0],
            0...59 ~= time[1], 0...60 ~= time[2], clock.count <= 2
        else { return nil }
        var microseconds: Int64 = 0
        if clock.count == 2 {
            guard let fraction = Int64((clock[1] + "000000").prefix(6)), !clock[1].isEmpty else {
                return nil
            }
            microseconds = fraction
        }
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(date[0]) - 1_900
        unsafe parts.tm_mon = Int32(date[1]) - 1
        unsafe parts.tm_mday = Int32(date[2])
        unsafe parts.tm_hour = Int32(time[0])
        unsafe parts.tm_min = Int32(time[1])
        unsafe parts.tm_sec = Int32(time[2])
        let seconds = unsafe Int64(timegm(&parts)) - offset
        self.init(rawValue: seconds * 1_000_000 + microseconds)
    }

    /// Returns numbers of so many digits each.
    private static func numbers(
        _ text: Substring, _ separator: Character, _ lengths: [Int]
    ) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.count) == lengths, parts.allSatisfy({ $0.allSatisfy(\.isNumber) })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == lengths.count ? numbers : nil
    }

    /// Returns the seconds by which a zone is ahead of UTC: `Z`, `+01:00`.
    private static func offset(_ zone: Substring) -> Int64? {
        if zone == "Z" || zone == "z" { return 0 }
        let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard let sign = zone.first, sign == "+" || sign == "-", parts.count == 2,
            parts.allSatisfy({ $0.count == 2 }), let hours = Int64(parts[0]),
            let minutes = Int64(parts[1]), 0...23 ~= hours, 0...59 ~= minutes
        else { return nil }
        return (sign == "-" ? -60 : 60) * (hours * 60 + minutes)
    }

    /// For people, in the time zone of this machine: `2026-11-21 14:09:58`.
    package var local: String {
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
