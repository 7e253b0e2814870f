import NavigationModel
import NavigationText
import Testing

@testable import NavigationBars

/// The words of a drawing, beside its places.
@Suite("SVG")
struct SVGDrawingTests {
    private func document(_ name: String) throws -> SVGDocument {
        try SVGDocument(try #require(Picture.all.first { $0.name == name }).svg)
    }

    @Test("Numbers have two decimals at most, and none of no use")
    func numbers() {
        let expected: [(Double, String)] = [
            (0, "0"), (12, "12"), (0.33, "0.33"), (0.335, "0.34"), (-8.5, "-8.5"), (1.005, "1"),
            (0.004, "0"), (-0.004, "0"), (9.999, "10"), (.nan, "0"), (.infinity, "10000000"),
            (-1e300, "-10000000"), (0.05, "0.05"),
        ]
        for (number, text) in expected {
            var writer = SVGWriter()
            writer.number(number)
            #expect(writer.text == text)
        }
    }

    @Test(
        "Hostile texts stay text",
        arguments: SceneSamples.hostile + [
            "<script>alert(1)</script>", "\"/><rect id=\"x\"", "a & b", "]]>", "\u{ffff}", "'",
            "\u{85}\u{2028}", "${x}", "&#0;",
        ])
    func hostile(text: String) throws {
        let scene = Scene(
            selectedTab: "a",
            tabs: [
                Tab(
                    id: "a", title: text, icon: text, badge: text,
                    properties: ["accessibilityValue": text, "accessibilityIdentifier": text],
                    stack: [
                        Screen(id: "1", route: text, title: text),
                        Screen(
                            id: "2", route: text, title: text,
                            properties: [
                                "prompt": text, "rows": "a", "rows.a.title": text, "right": "a,b",
                                "right.a.title": text, "right.b.image": text,
                            ]),
                    ])
            ],
            bars: [
                "navigationBar.titleTextAttributes.font": text,
                "navigationBar.backgroundImage.topAttached.default": text,
            ])
        for locale in ["en", "ar"] {
            let picture = Picture("hostile", scene, in: locale)
            let document = try SVGDocument(picture.svg)
            #expect(!document.has("x") && document.elements.allSatisfy { $0.name != "script" })
            #expect(document.has("tabBar") && document.has("navigationBar.frame"))
            let texts = document.elements.flatMap { element in
                (element.name == "text" ? [element.text] : []) + element.attributes.values
            }
            #expect(
                texts.allSatisfy { text in
                    text.unicodeScalars.allSatisfy { $0.printable == $0 }
                })
        }
    }

    @Test("The title of what is shown stands unharmed")
    func escapes() throws {
        let picture = Picture("escapes", SceneSamples.stack(["a < b && \"c\" > 'd'"]))
        let document = try SVGDocument(picture.svg)
        #expect(try document["navigationBar.title"].text == "a < b && \"c\" > 'd'")
        #expect(try document["screen.title"].text == "a < b && \"c\" > 'd'")
        #expect(
            try document["navigationBar"].attributes["aria-label"] == "a < b && \"c\" > 'd'")
    }

    @Test("No id of the layout's own is one that an app can give", arguments: Picture.all)
    func reserved(picture: Picture) throws {
        for element in try SVGDocument(picture.svg).elements where !element.id.isEmpty {
            var identifiers = SVGIdentifiers()
            let isTaken = identifiers.take(element.id)
            #expect(!isTaken, "\(element.id)")
        }
    }

    @Test("A screen reader finds roles, names and states")
    func roles() throws {
        let document = try document("phone")
        #expect(try document["tabBar"]["role"] == "tablist")
        let tabs = document.elements(role: "tab")
        #expect(
            tabs.map(\.id)
                == ["inbox", "starred", "calendar", "files", "settings"].map { "tab.\($0)" })
        #expect(tabs.map { $0["aria-selected"] } == ["true", "false", "false", "false", "false"])
        #expect(tabs.map { $0["aria-disabled"] } == [nil, nil, nil, "true", nil])
        #expect(tabs[0]["aria-label"] == "Inbox")
        #expect(tabs[0]["aria-description"] == "12 unread messages")
        #expect(try document["navigationBar"]["role"] == "navigation")
        #expect(document.elements(role: "heading").map(\.id) == ["navigationBar.title"])
        #expect(
            document.elements(role: "button").map { $0["aria-label"] } == ["Inbox", "Reply"])
        let modal = try self.document("modal")
        let dialog = try #require(modal.elements(role: "dialog").first)
        #expect(dialog["aria-modal"] == "true" && dialog["aria-label"] == "New Message")
    }

    @Test("Everything that people touch has an area, and the picture a language and a name")
    func areas() throws {
        for picture in Picture.all {
            let document = try SVGDocument(picture.svg)
            for element in document.elements(role: "tab") + document.elements(role: "button") {
                let areas = try document.elements(in: element.id)
                    .filter { $0["pointer-events"] == "all" }
                #expect(areas.count == 1, "\(picture.name): \(element.id)")
            }
            let root = document.elements[0]
            #expect(root["lang"] == picture.layout.traits.locale.description)
            #expect(try !document["screen.title"].text.isEmpty)
        }
    }

    @Test("A text from right to left begins at its right end, where the layout has it")
    func direction() throws {
        let font = Font(size: 10)
        let frame = Rect(x: 10, y: 0, width: 40, height: 12)
        let anchors: [(TextElement.Anchor, Double, String, String)] = [
            (.start, 10, "start", "end"), (.middle, 30, "middle", "middle"),
            (.end, 50, "end", "start"),
        ]
        for (anchor, x, leftToRight, rightToLeft) in anchors {
            for (text, expected) in [("Home", leftToRight), ("الرئيسية", rightToLeft)] {
                var drawing = SVGDrawing(of: .nothing)
                drawing.writer = SVGWriter()
                drawing.text(
                    TextElement(
                        text, frame: frame, baseline: Point(x: x, y: 9), anchor: anchor, font: font,
                        color: Color(0)), id: "text")
                let element = try SVGDocument(drawing.text)["text"]
                #expect(element["text-anchor"] == expected)
                #expect(
                    element["direction"]
                        == (expected == leftToRight && text == "Home" ? nil : "rtl"))
            }
        }
    }

    @Test("Every name of a symbol is drawn, its mirror image and what has no drawing too")
    func symbols() throws {
        #expect(Symbol.names.count >= 60)
        for name in Symbol.names.flatMap({ [$0, $0 + ".fill"] }) + ["", ".", ".fill", "no.such"] {
            for isMirrored in [false, true] {
                var drawing = SVGDrawing(of: .nothing)
                drawing.writer = SVGWriter()
                drawing.symbol(
                    SymbolElement(
                        name, frame: Rect(x: 1, y: 2, width: 25, height: 25),
                        color: Color(0xFF0000), isMirrored: isMirrored), id: "symbol")
                let document = try SVGDocument(drawing.text)
                let shapes = try document.elements(in: "symbol")
                #expect(shapes.count > 1, "\(name)")
                #expect(shapes.contains { $0["transform"] != nil } == isMirrored)
                // One colour, whatever is drawn.
                #expect(shapes.allSatisfy { ["#FF0000", "none"].contains($0["fill"]) })
                #expect(shapes.allSatisfy { ["#FF0000", "none"].contains($0["stroke"]) })
            }
        }
        #expect(Symbol(named: "bell.badge.fill") == Symbol(named: "bell.fill"))
        #expect(Symbol(named: "house.fill") != Symbol(named: "house"))
        #expect(Symbol(named: "chevron.right.fill") == Symbol(named: "chevron.right"))
    }

    @Test("Three circles in a row are all of an ellipsis")
    func ellipsis() {
        let circles = Symbol(named: "ellipsis").shapes.compactMap { shape in
            if case .dot(let x, let y, let radius) = shape { (x, y, radius) } else { nil }
        }
        #expect(circles.count == 3 && Symbol(named: "ellipsis").shapes.count == 3)
        #expect(Set(circles.map(\.1)).count == 1 && Set(circles.map(\.2)).count == 1)
    }
}
