import Foundation
import FoundationXML
import NavigationBars

/// A drawing as a reader of SVG sees it: well-formed or an error, elements by their ids.
struct SVGDocument {
    /// A mistake in a drawing.
    enum Mistake: Error, Equatable {
        /// It is no XML.
        case malformed(line: Int)
        /// Two elements have one id.
        case idTwice(String)
        /// No element has the id.
        case noElement(String)
        /// The attribute is not there, or is no number.
        case noNumber(String, of: String)
    }

    /// An element; what it inherits counts as its own.
    struct Element {
        /// `rect`
        let name: String
        /// The attributes of the element itself.
        let attributes: [String: String]
        /// The inherited attributes: fonts, colours, directions.
        let inherited: [String: String]
        /// All text in it, in order.
        fileprivate(set) var text = ""
        /// The element's index in the document's order, and that of its parent.
        let index: Int
        let parent: Int?

        /// An attribute: the element's own, else what it inherits if this is inherited in SVG.
        subscript(name: String) -> String? { attributes[name] ?? inherited[name] }

        /// Its id; empty if it has none.
        var id: String { attributes["id"] ?? "" }

        /// An attribute as a number.
        func number(_ name: String) throws -> Double {
            guard let text = self[name], let number = Double(text) else {
                throw Mistake.noNumber(name, of: id.isEmpty ? self.name : id)
            }
            return number
        }

        /// The frame that its attributes name: of a rectangle, an image, a symbol, a circle or a
        /// line.
        var frame: Rect {
            get throws {
                switch name {
                case "circle":
                    let radius = try number("r")
                    return Rect(
                        x: try number("cx") - radius, y: try number("cy") - radius,
                        width: 2 * radius, height: 2 * radius)
                case "line":
                    let thickness = try number("stroke-width")
                    let (start, end) = (try number("x1"), try number("x2"))
                    return Rect(
                        x: start, y: try number("y1") - thickness / 2, width: end - start,
                        height: thickness)
                default:
                    return Rect(
                        x: try number("x"), y: try number("y"), width: try number("width"),
                        height: try number("height"))
                }
            }
        }
    }

    /// All elements in the order of the document.
    let elements: [Element]

    private let byID: [String: Int]

    /// Reads a drawing; ids that stand twice are a mistake.
    init(_ svg: String) throws {
        let parser = XMLParser(data: Data(svg.utf8))
        let reader = Reader()
        parser.delegate = reader
        guard parser.parse() else { throw Mistake.malformed(line: parser.lineNumber) }
        elements = reader.elements
        var byID: [String: Int] = [:]
        for element in elements where !element.id.isEmpty {
            guard byID.updateValue(element.index, forKey: element.id) == nil else {
                throw Mistake.idTwice(element.id)
            }
        }
        self.byID = byID
    }

    /// Reads the drawing of a layout.
    init(of layout: BarLayout) throws {
        try self.init(SVGDrawing(of: layout).text)
    }

    /// The element with an id, which is there.
    subscript(id: String) -> Element {
        get throws {
            guard let index = byID[id] else { throw Mistake.noElement(id) }
            return elements[index]
        }
    }

    /// Returns a Boolean value indicating whether an element has the id.
    func has(_ id: String) -> Bool { byID[id] != nil }

    /// The elements in an element, at any depth, in their order.
    func elements(in id: String) throws -> [Element] {
        let root = try self[id].index
        return elements.filter { element in
            var parent = element.parent
            while let next = parent {
                if next == root { return true }
                parent = elements[next].parent
            }
            return false
        }
    }

    /// The elements of a role, in their order.
    func elements(role: String) -> [Element] { elements.filter { $0.attributes["role"] == role } }
}

/// Collects elements; text counts for all that it stands in.
private final class Reader: NSObject, XMLParserDelegate {
    var elements: [SVGDocument.Element] = []
    private var open: [Int] = []

    private static let inheritedNames: Set = [
        "direction", "fill", "fill-opacity", "font-family", "font-size", "font-weight", "lang",
        "stroke", "stroke-linecap", "stroke-linejoin", "stroke-width", "text-anchor",
    ]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        var inherited: [String: String] = [:]
        if let parent = open.last.map({ elements[$0] }) {
            let own = parent.attributes.filter { Self.inheritedNames.contains($0.key) }
            inherited = parent.inherited.merging(own) { $1 }
        }
        open.append(elements.count)
        elements.append(
            SVGDocument.Element(
                name: name, attributes: attributes, inherited: inherited, index: elements.count,
                parent: open.dropLast().last))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        for index in open { elements[index].text += text }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }
}
