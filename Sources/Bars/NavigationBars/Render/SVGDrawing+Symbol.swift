/// Symbols.
extension SVGDrawing {
    /// Draws a symbol in one colour: a picture of its own on the square of 24 by 24 that fills its
    /// frame, with an unseen square, so that its box is its frame.
    mutating func symbol(_ element: SymbolElement, id: String) {
        let symbol = Symbol(named: element.symbol)
        writer.open("svg", id: id)
        writer.attributes(element.frame)
        writer.attribute("viewBox", "0 0 24 24")
        writer.attribute("fill", element.color)
        writer.attribute("stroke", element.color)
        writer.attribute("stroke-width", Symbol.strokeWidth(element.weight))
        writer.attribute("stroke-linecap", "round")
        writer.attribute("stroke-linejoin", "round")
        if element.opacity != 1 { writer.attribute("opacity", element.opacity) }
        writer.attribute("aria-hidden", "true")
        writer.attribute("data-symbol", element.symbol)
        writer.descend()
        writer.literal("<path d=\"M0 0H24V24H0z\" fill=\"none\" stroke=\"none\"/>\n")
        if element.isMirrored {
            writer.open("g")
            writer.attribute("transform", "matrix(-1 0 0 1 24 0)")
            writer.descend()
        }
        for shape in symbol.shapes { draw(shape) }
        if element.isMirrored { writer.ascend("g") }
        writer.ascend("svg")
    }

    private mutating func draw(_ shape: SymbolShape) {
        switch shape {
        case .line(let path):
            self.path(path)
            writer.attribute("fill", "none")
        case .solid(let path):
            self.path(path)
        case .flat(let path):
            self.path(path)
            writer.attribute("stroke", "none")
        case .ring(let x, let y, let radius):
            circle(x, y, radius)
            writer.attribute("fill", "none")
        case .disc(let x, let y, let radius):
            circle(x, y, radius)
        case .dot(let x, let y, let radius):
            circle(x, y, radius)
            writer.attribute("stroke", "none")
        case .box(let x, let y, let width, let height, let radius):
            rectangle(Rect(x: x, y: y, width: width, height: height), radius)
            writer.attribute("fill", "none")
        case .block(let x, let y, let width, let height, let radius):
            rectangle(Rect(x: x, y: y, width: width, height: height), radius)
        }
        writer.close()
    }

    private mutating func path(_ path: String) {
        writer.open("path")
        // Only what leaves something out needs the rule.
        if path.dropFirst().contains("M") { writer.attribute("fill-rule", "evenodd") }
        writer.attribute("d", path)
    }

    private mutating func circle(_ x: Double, _ y: Double, _ radius: Double) {
        writer.open("circle")
        writer.attribute("cx", x)
        writer.attribute("cy", y)
        writer.attribute("r", radius)
    }

    private mutating func rectangle(_ frame: Rect, _ radius: Double) {
        writer.open("rect")
        writer.attributes(frame)
        writer.attribute("rx", radius)
    }
}
