/// A key as a terminal reports it, a pasted text, or a press of a pointer's button.
package enum Key: Hashable, Sendable {
    /// A letter, digit or other character.
    case character(Character)
    /// A letter with the control key, in lower case: `r` for ^R.
    case control(Character)
    /// The return key.
    case enter
    /// The tabulator.
    case tab
    /// The tabulator with shift.
    case backTab
    /// The key that deletes before the cursor.
    case backspace
    /// The key that deletes at the cursor.
    case delete
    /// The escape key.
    case escape
    /// An arrow.
    case up
    /// An arrow.
    case down
    /// An arrow.
    case left
    /// An arrow.
    case right
    /// The key for the beginning.
    case home
    /// The key for the end.
    case end
    /// The key for the page above.
    case pageUp
    /// The key for the page below.
    case pageDown
    /// A text from a clipboard, in one line.
    case paste(String)
    /// A press of the first button, by line and cell from 0.
    case press(row: Int, column: Int)
    /// A turn of the wheel, upwards or downwards.
    case scroll(isUp: Bool)
    /// A key without a meaning here, such as a function key.
    case other
}
