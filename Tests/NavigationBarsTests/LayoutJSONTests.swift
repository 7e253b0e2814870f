import Foundation
import Testing

@testable import NavigationBars

/// Layouts as scripts read them.
@Suite("Layouts as JSON")
struct LayoutJSONTests {
    @Test("A layout is written with ids, frames in points and colours by their digits")
    func golden() throws {
        let picture = try #require(Picture.all.first { $0.name == "phone" })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(picture.layout), as: UTF8.self) + "\n"
        try GoldenFile.expect(text, toBe: SceneSamples.golden.appending(path: "phone.json"))
    }

    @Test("Lengths are written to a thousandth of a point, and what is no number as 0")
    func lengths() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let frame = Rect(x: 1.0 / 3, y: -0.0004, width: .infinity, height: .nan)
        let text = String(decoding: try encoder.encode(frame), as: UTF8.self)
        #expect(text == #"{"height":0,"width":0,"x":0.333,"y":0}"#)
    }
}
