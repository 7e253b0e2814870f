internal import NavigationText

/// Writes SVG into one buffer: elements on lines of their own, numbers with at most two decimals,
/// and texts of others so that they stay text.
struct SVGWriter {
    /// The output, in UTF-8.
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    /// Reserves what a screen usually takes, so that the buffer grows once at most.
    init() {
        bytes.reserveCapacity(Self.usualSize)
    }

    private static let usualSize = 16_384

    /// The output.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Elements

    /// Begins a tag on a new line: `<rect id="tabBar.background"`.
    mutating func open(_ element: String, id: String? = nil) {
        indent()
        bytes.append(UInt8(ascii: "<"))
        literal(element)
        if let id { attribute("id", id) }
    }

    /// Ends the tag of an element without content.
    mutating func close() { literal("/>\n") }

    /// Ends the tag of an element that others stand in.
    mutating func descend() {
        literal(">\n")
        depth += 1
    }

    /// Ends an element that others stand in.
    mutating func ascend(_ element: String) {
        depth -= 1
        indent()
        end(element)
    }

    /// Ends the tag of an element that holds text, writes the text and ends the element.
    mutating func close(_ element: String, text: String) {
        bytes.append(UInt8(ascii: ">"))
        escaped(text)
        end(element)
    }

    private mutating func end(_ element: String) {
        literal("</")
        literal(element)
        literal(">\n")
    }

    private mutating func indent() {
        for _ in 0..<depth { bytes.append(UInt8(ascii: " ")) }
    }

    // MARK: Attributes

    /// Writes an attribute of text that anyone may have written.
    mutating func attribute(_ name: String, _ value: String) {
        begin(name)
        escaped(value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes an attribute that is a number.
    mutating func attribute(_ name: String, _ value: Double) {
        begin(name)
        number(value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes `x`, `y`, `width` and `height`.
    mutating func attributes(_ frame: Rect) {
        attribute("x", frame.x)
        attribute("y", frame.y)
        attribute("width", frame.width)
        attribute("height", frame.height)
    }

    /// Writes a colour under `name`, and its opacity under `name-opacity` unless it is opaque.
    mutating func attribute(_ name: String, _ color: Color) {
        begin(name)
        bytes.append(UInt8(ascii: "#"))
        for component in [color.red, color.green, color.blue] {
            bytes.append(Self.digit(component >> 4))
            bytes.append(Self.digit(component & 15))
        }
        bytes.append(UInt8(ascii: "\""))
        if color.opacity != 1 { attribute(name + "-opacity", color.opacity) }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private mutating func begin(_ name: String) {
        bytes.append(UInt8(ascii: " "))
        literal(name)
        literal("=\"")
    }

    // MARK: Values

    /// Writes text of our own, which needs no escapes.
    mutating func literal(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes a number rounded to hundredths, without superfluous digits: `12`, `0.33`, `-8.5`.
    /// Zero for a value that is no number; a value larger than any screen is clamped.
    mutating func number(_ value: Double) {
        let limit = 1e7
        let hundredths = value.isNaN ? 0 : Int((min(max(value, -limit), limit) * 100).rounded())
        if hundredths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        literal(String(whole))
        guard part > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(part / 10))
        if part % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(part % 10)) }
    }

    /// Writes text of others: it can neither end an attribute or an element, nor hold what XML
    /// refuses, nor turn the direction of anything beside it.
    private mutating func escaped(_ text: String) {
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "&": literal("&amp;")
            case "<": literal("&lt;")
            case ">": literal("&gt;")
            case "\"": literal("&quot;")
            default: bytes.append(contentsOf: scalar.utf8)
            }
        }
    }
}

/// The identifiers of the app's own that are ids of a drawing, so that no id stands in it twice.
struct SVGIdentifiers {
    private var taken: Set<String> = []

    /// The beginnings of the layout's own ids, up to the first point.
    static let reserved: Set = [
        "bar", "content", "largeContent", "modal", "more", "navigationBar", "screen",
        "surroundings", "tab",
        "tabBar",
    ]

    /// Takes an identifier for an element; `false` if it can be no id: another element has it, the
    /// layout might give it itself, or it has more than letters, digits and `-`, `_`, `.`, `:`.
    mutating func take(_ identifier: String) -> Bool {
        let first = String(identifier.prefix { $0 != "." })
        guard !identifier.isEmpty, !Self.reserved.contains(first),
            identifier.unicodeScalars.allSatisfy(Self.isPlain)
        else { return false }
        return taken.insert(identifier).inserted
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "_", ".", ":": true
        default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }
}
