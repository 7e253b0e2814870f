import Foundation
import NavigationModel
import Testing

@testable import NavigationBars

/// Digests of more drawings than anyone would keep as files: a changed one is drawn again, and looked
/// at, with `navctl render`.
@Suite("Drawings on every profile")
struct MatrixTests {
    @Test("Every profile draws the same in each appearance, orientation and language as before")
    func digests() throws {
        var lines: [String] = []
        for profile in DeviceProfile.all {
            for locale in ["en", "ko", "ar"] {
                for orientation in DeviceTraits.Orientation.allCases {
                    for appearance in DeviceTraits.Appearance.allCases {
                        let traits = profile.traits(
                            orientation: orientation, appearance: appearance,
                            locale: try #require(LanguageTag(locale)))
                        let scenes = [MailScene.scene(), MailScene.scene(.message)]
                        let digests = try scenes.map { scene in
                            let svg = SVGDrawing(of: BarLayout(scene, on: traits)).text
                            _ = try SVGDocument(svg)
                            return Self.digest(svg)
                        }
                        lines.append(
                            "\(profile.name) \(locale) \(orientation) \(appearance): "
                                + digests.joined(separator: " "))
                    }
                }
            }
        }
        try GoldenFile.expect(
            lines.joined(separator: "\n") + "\n",
            toBe: SceneSamples.golden.appending(path: "matrix.txt"))
    }

    /// FNV-1a of 64 bits, which tells drawings apart and needs no library.
    private static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
