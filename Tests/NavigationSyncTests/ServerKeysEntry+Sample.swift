import NavigationWire

extension ServerKeysEntry {
    /// A key that is nobody's.
    static let sample = ServerKeysEntry(key: .sample(0), next: nil, switchesAtRestart: false)
}

extension PublicKey {
    /// One of many keys that are nobody's.
    static func sample(_ number: UInt8) -> PublicKey {
        let bytes = [UInt8](repeating: number, count: PublicKey.length)
        return PublicKey(bytes: bytes) ?? sample(number)
    }
}
