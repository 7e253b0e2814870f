import Foundation
import Testing

@testable import NavigationBars

/// A comparison of the layout with the boxes that a browser with the free fonts draws.
@Suite("Drawings in a real browser")
struct ChromiumTests {
    /// The greatest difference of boxes, in points: that of shapes comes of two decimals.
    private static let shapeTolerance = 0.1
    /// The greatest difference of a text's width, in points, or as a part of its width.
    private static let textTolerance = (points: 1.5, part: 0.03)

    @Test("Every box of every picture is where the layout has it")
    func boxes() throws {
        // What moves is not where the layout at rest has it.
        let pictures = Picture.all.filter { $0.transition == nil }
        let measured = try Chromium.boxes(
            of: Dictionary(uniqueKeysWithValues: pictures.map { ($0.name, $0.svg) }))
        for picture in pictures {
            let drawn = try #require(measured[picture.name])
            for (id, box) in picture.layout.boxes {
                let name = "\(picture.name): \(id)"
                guard let drawn = drawn[id] else {
                    Issue.record("\(name) is not drawn")
                    continue
                }
                switch box {
                case .shape(let frame): expect(drawn, near: frame, name)
                case .text(let text): expect(drawn, near: text, name)
                }
            }
        }
    }

    private func expect(_ drawn: Rect, near frame: Rect, _ name: String) {
        let differences = [
            drawn.x - frame.x, drawn.y - frame.y, drawn.width - frame.width,
            drawn.height - frame.height,
        ]
        #expect(
            differences.allSatisfy { abs($0) <= Self.shapeTolerance },
            "\(name) is drawn at \(drawn), not at \(frame)")
    }

    private func expect(_ drawn: Rect, near text: TextElement, _ name: String) {
        let tolerance = max(Self.textTolerance.points, text.frame.width * Self.textTolerance.part)
        #expect(
            abs(drawn.width - text.frame.width) <= tolerance,
            "\(name) “\(text.text)” is \(drawn.width) wide, not \(text.frame.width)")
        #expect(
            abs(drawn.midX - text.frame.midX) <= tolerance,
            "\(name) “\(text.text)” has its middle at \(drawn.midX), not at \(text.frame.midX)")
        // Scripts beside Latin reach higher and lower; the baseline is the same.
        #expect(
            drawn.y <= text.baseline.y - text.font.size * 0.7
                && drawn.maxY >= text.baseline.y,
            "\(name) “\(text.text)” does not stand on its baseline: \(drawn)")
    }
}
