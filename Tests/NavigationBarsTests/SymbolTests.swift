import Foundation
import NavigationModel
import Testing

@testable import NavigationBars

/// The symbols as one family, on a sheet that people can look at.
@Suite("Symbols")
struct SymbolTests {
    @Test(
        "Every symbol that a sample scene or a platform names has a shape",
        arguments: SceneSamples.apps)
    func samples(app: String) throws {
        let unknown = Symbol(named: "no such symbol")
        for profile in DeviceProfile.all {
            for tab in try SceneSamples.app(app).tabs {
                let scene = try SceneSamples.app(app, selecting: tab.id)
                let layout = BarLayout(scene, on: profile.traits())
                let svg = try SVGDocument(of: layout)
                let names = svg.elements.compactMap { $0["data-symbol"] }
                #expect(!names.contains { Symbol(named: $0) == unknown }, "\(names)")
            }
        }
    }

    @Test("All that is drawn, in outline and filled, is what it was")
    func sheet() throws {
        let columns = 14
        let cell = 64.0
        let names =
            Symbol.names.flatMap { [$0, $0 + ".fill"] }
            .filter {
                !$0.hasSuffix(".fill") || Symbol(named: $0) != Symbol(named: String($0.dropLast(5)))
            }
            + ["unknown"]
        let rows = (names.count + columns - 1) / columns
        var drawing = SVGDrawing(of: .nothing)
        drawing.writer = SVGWriter()
        drawing.writer.open("svg")
        drawing.writer.attribute("xmlns", "http://www.w3.org/2000/svg")
        drawing.writer.attribute("width", Double(columns) * cell)
        drawing.writer.attribute("height", Double(rows) * cell)
        drawing.writer.descend()
        for (index, name) in names.enumerated() {
            let frame = Rect(
                x: Double(index % columns) * cell + 20, y: Double(index / columns) * cell + 20,
                width: 24, height: 24)
            drawing.symbol(SymbolElement(name, frame: frame, color: Color(0x1C1C1E)), id: name)
        }
        drawing.writer.ascend("svg")
        _ = try SVGDocument(drawing.text)
        try GoldenFile.expect(
            drawing.text, toBe: SceneSamples.golden.appending(path: "symbols.svg"))
    }
}
