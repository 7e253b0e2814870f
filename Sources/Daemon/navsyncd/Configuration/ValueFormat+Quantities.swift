internal import NavigationModel
internal import NavigationText

extension ValueFormat where Value == Int {
    /// A whole number of something.
    static func number(of what: String, in range: ClosedRange<Int>) -> ValueFormat {
        let allowed = "\(range.lowerBound) to \(range.upperBound)"
        return ValueFormat(description: "a number of \(what), \(allowed)") {
            text throws(FormatError) in
            guard isDigits(text[...]) else {
                throw FormatError("is not a number of \(what): write digits, \(allowed)")
            }
            guard let number = Int(text), range.contains(number) else {
                throw FormatError("is out of range: use \(allowed)")
            }
            return number
        } show: {
            String($0)
        }
    }

    /// A number of bytes with its unit.
    static func bytes(in range: ClosedRange<Int>) -> ValueFormat {
        let show: @Sendable (Int) -> String = { quantity($0, Quantities.bytes) }
        let allowed = "\(show(range.lowerBound)) to \(show(range.upperBound))"
        return ValueFormat(description: "bytes with a unit (KiB, MiB or GiB), \(allowed)") {
            text throws(FormatError) in
            try read(text, of: Quantities.bytes, in: range, allowed, example: "64MiB")
        } show: {
            show($0)
        }
    }
}

extension ValueFormat where Value == Duration {
    /// A duration in whole seconds with its unit.
    static func duration(in range: ClosedRange<Duration>) -> ValueFormat {
        let show: @Sendable (Duration) -> String = {
            quantity(Int($0.components.seconds), Quantities.times)
        }
        let seconds =
            Int(range.lowerBound.components.seconds)...Int(range.upperBound.components.seconds)
        let allowed = "\(show(range.lowerBound)) to \(show(range.upperBound))"
        return ValueFormat(description: "a time with a unit (s, m, h or d), \(allowed)") {
            text throws(FormatError) in
            .seconds(
                try ValueFormat<Int>.read(
                    text, of: Quantities.times, in: seconds, allowed, example: "90d"))
        } show: {
            show($0)
        }
    }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable {
    /// One of a few words.
    static func word() -> ValueFormat {
        let words = Value.allCases.map(\.rawValue)
        return ValueFormat(
            description: "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
        ) { text throws(FormatError) in
            if let value = Value(rawValue: text) { return value }
            let advice =
                SpellChecker.nearest(to: text, in: words).map { "did you mean '\($0)'?" }
                ?? "use \(words.joined(separator: ", "))"
            throw FormatError("is unknown: \(advice)")
        } show: {
            $0.rawValue
        }
    }
}

/// The units of quantities, largest first.
private enum Quantities {
    static let bytes = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    static let times = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]
}

/// Returns a quantity in the largest unit of which it is a whole number.
private func quantity(_ number: Int, _ units: [(name: String, size: Int)]) -> String {
    let unit = units.first { number % $0.size == 0 }
    return unit.map { "\(number / $0.size)\($0.name)" } ?? String(number)
}

private func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
}

extension ValueFormat where Value == Int {
    /// Reads digits and a unit.
    fileprivate static func read(
        _ text: String, of units: [(name: String, size: Int)], in range: ClosedRange<Int>,
        _ allowed: String, example: String
    ) throws(FormatError) -> Int {
        let digits = text.prefix { $0.isNumber }
        let names = units.map(\.name).joined(separator: ", ")
        guard isDigits(digits),
            let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
        else {
            throw FormatError(
                isDigits(text[...])
                    ? "has no unit (\(names)): write, for example, "
                        + withUnit(text, of: units, in: range, example)
                    : "is not a number with a unit (\(names)): write, for example, \(example)")
        }
        guard let number = Int(digits) else {
            throw FormatError("is out of range: use \(allowed)")
        }
        let (value, overflows) = number.multipliedReportingOverflow(by: unit.size)
        guard !overflows, range.contains(value) else {
            throw FormatError("is out of range: use \(allowed)")
        }
        return value
    }

    /// Returns the number with the unit of the example, if that is valid; else the example.
    private static func withUnit(
        _ digits: String, of units: [(name: String, size: Int)], in range: ClosedRange<Int>,
        _ example: String
    ) -> String {
        let unit = units.first { example.hasSuffix($0.name) }
        let value = unit.flatMap { unit in
            Int(digits).map { $0.multipliedReportingOverflow(by: unit.size) }
        }
        guard let unit, let value, !value.overflow, range.contains(value.partialValue) else {
            return example
        }
        return digits + unit.name
    }
}
