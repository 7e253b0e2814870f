internal import Logging
internal import NavigationText

/// An entry in the format of systemd's journal: fields, one after the other, in one datagram.
///
/// The format is `NAME=value` and a line's end, or, for a value with line ends in it, `NAME`, a
/// line's end, the length in 8 bytes, least significant first, the value and a line's end
/// (systemd.io, "Native Journal Protocol"). Values have passed the filter, line by line.
enum JournalEntry {
    /// The maximum of bytes of one value; more is truncated. No record of the daemon comes near.
    static let valueLimit = 4_096
    /// The maximum of fields of one entry; further ones are left out. With the limit on values
    /// every entry fits into one datagram, and none has to go by way of a file.
    static let fieldLimit = 32

    /// The datagram of an entry.
    ///
    /// `MESSAGE` has the fields in it too, since it is all that `journalctl` shows by default;
    /// `NAV_EVENT` is the message alone, for searches. A key such as `nav.device.id` becomes the
    /// field `NAV_DEVICE_ID`; one that is not the daemon's gets the prefix, and so can't replace a
    /// field with a meaning for the journal.
    static func bytes(of record: LogRecord) -> [UInt8] {
        var bytes: [UInt8] = []
        append("MESSAGE", record.text, to: &bytes)
        append("PRIORITY", String(priority(of: record.level)), to: &bytes)
        append("SYSLOG_IDENTIFIER", "navsyncd", to: &bytes)
        append("NAV_EVENT", record.message, to: &bytes)
        if let origin = record.origin {
            append("CODE_FILE", origin.file, to: &bytes)
            append("CODE_LINE", String(origin.line), to: &bytes)
            append("CODE_FUNC", origin.function, to: &bytes)
        }
        for field in record.fields.prefix(fieldLimit) {
            append(name(of: field.key), field.value, to: &bytes)
        }
        return bytes
    }

    /// Returns the field for a key: capitals, digits and underscores, at most 64 of them.
    static func name(of key: String) -> String {
        let letters = key.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        let name = String(decoding: letters, as: UTF8.self)
        return String((name.hasPrefix("NAV_") ? name : "NAV_" + name).prefix(64))
    }

    /// Returns the level as a syslog priority.
    static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }

    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        let value = TerminalText(document: value).description.utf8.prefix(valueLimit)
        bytes += name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            var length = UInt64(value.count)
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: length))
                length >>= 8
            }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }
}
