import NavigationWire
import Testing

@Suite("Fingerprints of public keys")
struct FingerprintTests {
    // The SHA-256 of "abc" is an example of FIPS 180-2.
    private static let abc = Fingerprint(of: Array("abc".utf8))

    @Test("A fingerprint is the first half of SHA-256 in groups of four digits")
    func text() {
        #expect(Self.abc.description == "ba78-16bf-8f01-cfea-4141-40de-5dae-2223")
    }

    @Test(
        "It is read back as people type it",
        arguments: [
            "ba78-16bf-8f01-cfea-4141-40de-5dae-2223", "BA7816BF8F01CFEA414140DE5DAE2223",
            "ba78 16bf 8f01 cfea 4141 40de 5dae 2223", "ba78:16bf:8f01:cfea:4141:40de:5dae:2223",
        ])
    func reading(text: String) {
        #expect(Fingerprint(text) == Self.abc)
    }

    @Test(
        "Anything else is none",
        arguments: ["", "ba78", "ba78-16bf-8f01-cfea-4141-40de-5dae-222g", "ba7816bf8f01cfea４141"])
    func refusing(text: String) {
        #expect(Fingerprint(text) == nil)
    }
}
