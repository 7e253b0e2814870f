import Foundation
import Testing

@testable import NavigationBars

/// The speech of every picture, as a text file that people can read. Run the tests with
/// `NAVSYNC_RECORD_GOLDEN=1` to write it anew, and read what changed.
@Suite("Speech of pictures")
struct SpeechGoldenTests {
    @Test("A screen reader says what it said, in the order of the screen")
    func golden() throws {
        let text = Picture.all.filter { $0.transition == nil }.map { picture in
            let elements = ReadingOrder(picture.layout).elements.map { element in
                "  " + element.strings.joined(separator: " | ")
            }
            return ([picture.name] + elements).joined(separator: "\n")
        }
        try GoldenFile.expect(
            text.joined(separator: "\n\n") + "\n",
            toBe: SceneSamples.golden.appending(path: "speech.txt"))
    }
}
