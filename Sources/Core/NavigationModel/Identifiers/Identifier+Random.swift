extension Identifier {
    /// Returns a fresh id of 60 random bits, written as twelve digits and letters that can't be
    /// mistaken for one another.
    public static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var bits = UInt64.random(in: 0...UInt64.max, using: &generator)
        var text = ""
        for _ in 0..<12 {
            text.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return Self(unchecked: text)
    }
}
