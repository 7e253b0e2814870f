/// The type of a property's text.
public enum PropertyType: Hashable, Sendable {
    /// Any text.
    case text
    /// `true` or `false`.
    case flag
    /// A whole number within bounds.
    case integer(ClosedRange<Int>)
    /// A number of points within bounds, or a plain ratio.
    case number(ClosedRange<Double>)
    /// One of some words.
    case choice([String])
    /// `#RRGGBB`, `#RRGGBBAA`, or the name of a system colour.
    case color
    /// Names with commas between them, in an order that counts; none has a dot, a comma or an at
    /// sign in it, so that each can be a part of a ``PropertyName``.
    case list
    /// Two numbers of points with a comma between them: across, down.
    case offset
    /// Four numbers of points with commas between them: top, leading, bottom, trailing.
    case insets
}
