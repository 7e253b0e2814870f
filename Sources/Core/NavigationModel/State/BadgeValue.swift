/// The value that a badge is set to; additions count on top of it.
public enum BadgeValue: Hashable, Sendable {
    /// Nothing.
    case cleared
    /// A dot without text.
    case dot
    /// Text; additions add to a text that is a whole number. Empty text is a dot.
    case text(String)

    /// Reads a register; an unknown form shows as nothing.
    init(_ value: Value) {
        switch value.bytes.first {
        case 1: self = .dot
        case 2:
            let text = Value(bytes: Array(value.bytes.dropFirst())).text
            self = text.map { $0.isEmpty ? .dot : .text($0) } ?? .cleared
        default: self = .cleared
        }
    }

    /// The register's content.
    public var value: Value {
        switch self {
        case .cleared: Value(bytes: [0])
        case .dot: Value(bytes: [1])
        case .text(let text): Value(bytes: [2] + text.utf8)
        }
    }

    /// A Boolean value indicating whether additions make a number of it, or add to the number that
    /// it is.
    var countsAdditions: Bool {
        switch self {
        case .cleared, .dot: true
        case .text(let text): Int64(text) != nil
        }
    }

    /// Returns the text that is shown once `additions` are counted: they add to a number, turn
    /// nothing or a dot into a number, and stay unseen behind other text. All are counted, but a
    /// count never shows less than nothing: below zero nothing and a dot stay what they are, and a
    /// number is 0, unless it was set below zero.
    func adding(_ additions: Int64) -> BadgeValue {
        switch self {
        case .cleared, .dot:
            return additions <= 0 ? self : .text(String(additions))
        case .text(let text):
            guard additions != 0, let number = Int64(text) else { return self }
            let (sum, overflow) = number.addingReportingOverflow(additions)
            return overflow ? self : .text(String(number < 0 ? sum : max(0, sum)))
        }
    }
}
