import Foundation
import Testing

@testable import CommandLine

@Suite("JSON for programs")
struct JSONTests {
    @Test(
        "Invisible characters and line breaks are escaped, and decode to the same text",
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
        let read = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [Any]
        let again = try #require(read?.first as? String)
        #expect(again.unicodeScalars.elementsEqual(text.unicodeScalars))
        let key = try #require((read?.last as? [String: Any])?.keys.first)
        #expect(key.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    private struct Sample: Encodable {
        var zeta: String?
        var flag: Bool?
        var count: UInt64? = .max
        var half: Double? = 0.5
        var whole = 3.0
        var list: [Int?] = [1, nil]
        var nested: Choice = .named(name: "n", size: nil)
        var alpha = ["b": 1, "a": 2]

        enum Choice: Encodable {
            case named(name: String, size: Int?)
        }
    }

    @Test(
        "Members are sorted, a missing one is null, and a number beyond 64 signed bits is its end")
    func encodes() throws {
        #expect(
            try JSON(encoding: Sample()).text
                == #"{"alpha":{"a":2,"b":1},"count":9223372036854775807,"flag":null,"half":0.5,"#
                + #""list":[1,null],"nested":{"named":{"name":"n","size":null}},"whole":3,"zeta":null}"#
        )
    }

    @Test("A library's value leaves out what is missing, within an object that does not")
    func encodesSparsely() throws {
        struct Whole: Encodable {
            let title: String?
            let sample: Sparse<[Sample]>
        }
        let sample = Sample(count: nil, half: nil, list: [], alpha: [:])
        #expect(
            try JSON(encoding: Whole(title: nil, sample: Sparse([sample]))).text
                == #"{"sample":[{"alpha":{},"list":[],"nested":{"named":{"name":"n"}},"whole":3}],"#
                + #""title":null}"#)
    }

    @Test("Two values are joined into one object, and the second has the last word")
    func joins() throws {
        let joined = Joined(["a": 1, "b": 2], Joined(["b": "two"], ["c": JSON.null]))
        #expect(try JSON(encoding: joined).text == #"{"a":1,"b":"two","c":null}"#)
        #expect(
            try JSON(encoding: JSON.object(["d": .array([.bool(true)])])).text == #"{"d":[true]}"#)
    }
}
