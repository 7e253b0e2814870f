import Foundation
import Testing

@testable import navctl

@Suite("JSON for programs")
struct JSONTests {
    @Test(
        "What can't be seen, or turns a line, is escaped, and reads back the same",
        arguments: [
            "a\u{202e}b\u{2066}c\u{2069}", "\u{200e}\u{200f}\u{61c}",
            "\u{2028}\u{2029}\u{85}\u{9b}",
            "\u{200b}\u{2060}\u{feff}", "\u{e0041}", "\u{1b}[31m\u{7f}\n\t\"\\", "é 👩‍💻 日本語",
        ])
    func escapes(text: String) throws {
        let json = JSON.array([.string(text), .object([text: .null])])
        let hidden = json.text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200b, 0x200e...0x200f, 0x2028...0x202e: true
            case 0x2060...0x206f, 0xfeff, 0xe0000...0xe007f: true
            default: false
            }
        }
        #expect(hidden.isEmpty, "\(json.text.debugDescription)")
        let read = try JSONDecoder().decode(JSON.self, from: Data(json.text.utf8))
        #expect(read.text == json.text)
        guard case .array(let elements) = read, case .string(let again)? = elements.first else {
            Issue.record("\(read)")
            return
        }
        #expect(again.unicodeScalars.elementsEqual(text.unicodeScalars))
    }
}
