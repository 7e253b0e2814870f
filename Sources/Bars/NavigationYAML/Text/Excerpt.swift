/// Returns a piece of a file in quotes for a message: one line, printable and short.
package func excerpt(_ text: String) -> String {
    let longest = 40
    let scalars = text.unicodeScalars
    let shown = printable(String(scalars.prefix(longest)))
    return scalars.count > longest ? "'\(shown)…'" : "'\(shown)'"
}

/// Returns the text with escapes for what can't be seen, or would turn the direction of the rest.
package func printable(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { shown, scalar in
        shown +=
            ScalarText.needsEscape(scalar)
            ? ScalarText.escape(scalar) : String(Character(scalar))
    }
}
