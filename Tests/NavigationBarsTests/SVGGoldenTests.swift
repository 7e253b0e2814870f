import Foundation
import Testing

@testable import NavigationBars

/// Pictures beside the tests. Run the tests with `NAVSYNC_RECORD_GOLDEN=1` to write them anew, and
/// look at what changed: in a browser, at twice the size.
@Suite("Drawings as SVG")
struct SVGGoldenTests {
    @Test("A drawing is what it was, and well-formed", arguments: Picture.all)
    func golden(picture: Picture) throws {
        let svg = picture.svg
        _ = try SVGDocument(svg)
        try GoldenFile.expect(
            svg, toBe: SceneSamples.golden.appending(path: "\(picture.name).svg"))
    }

    @Test("Every expected drawing has a picture")
    func files() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: SceneSamples.golden.path())
            .filter { $0.hasSuffix(".svg") }
        #expect(Set(files) == Set(Picture.all.map { "\($0.name).svg" } + ["symbols.svg"]))
    }
}

/// The same layouts in the cells of a terminal.
@Suite("Drawings of layouts for terminals")
struct TerminalGoldenTests {
    @Test("A drawing is what it was")
    func golden() throws {
        let pictures = Picture.all.filter { $0.transition == nil }
        let text = pictures.map { picture in
            let isWide = picture.layout.screen.width > 600
            let drawing = TerminalDrawing(of: picture.layout, columns: isWide ? 76 : 40).drawing
            return "\(picture.name)\n\(drawing.text())"
        }
        try GoldenFile.expect(
            text.joined(separator: "\n"), toBe: SceneSamples.golden.appending(path: "layouts.txt"))
    }

    @Test(
        "Every line is as wide as requested, whatever is drawn",
        arguments: [1, 24, 25, 33, 60, 120])
    func widths(columns: Int) {
        for picture in Picture.all {
            let lines = TerminalDrawing(of: picture.layout, columns: columns).drawing.rows()
            let width = max(columns, TerminalDrawing.minimumColumns)
            #expect(lines.allSatisfy { $0.displayWidth == width }, "\(picture.name) \(lines)")
        }
    }
}
