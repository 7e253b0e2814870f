import NavigationModel
import Testing

@Suite("ChaCha20-Poly1305")
struct AuthenticatedCipherTests {
    private static let key = (0x80...0x9f).map { UInt8($0) }
    private static let nonce: [UInt8] = [7, 0, 0, 0] + (0x40...0x47).map { UInt8($0) }
    private static let data: [UInt8] = [
        0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7,
    ]
    private static let text = """
        Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
        sunscreen would be it.
        """
    private static let sealed = """
        d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6\
        3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36\
        92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc\
        3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd060\
        0691
        """

    @Test("The example of RFC 8439, section 2.8.2")
    func example() throws {
        let text = Array(Self.text.utf8)
        let sealed = try #require(
            AuthenticatedCipher.seal(
                text, key: Self.key, nonce: Self.nonce, authenticating: Self.data))
        let hexadecimal = sealed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hexadecimal == Self.sealed)
        let opened = AuthenticatedCipher.open(
            sealed[...], key: Self.key, nonce: Self.nonce, authenticating: Self.data)
        #expect(opened == text)
        let other = AuthenticatedCipher.open(
            sealed[...], key: Self.key, nonce: Self.nonce, authenticating: [])
        #expect(other == nil)
    }

    @Test("Keys and nonces of another length, and what is shorter than a tag, give nothing")
    func lengths() {
        for length in [0, 16, 31, 33, 64] {
            let key = [UInt8](repeating: 1, count: length)
            #expect(
                AuthenticatedCipher.seal([], key: key, nonce: Self.nonce, authenticating: [])
                    == nil)
        }
        for length in [0, 11, 13] {
            let nonce = [UInt8](repeating: 1, count: length)
            #expect(
                AuthenticatedCipher.seal([], key: Self.key, nonce: nonce, authenticating: [])
                    == nil)
        }
        for length in 0..<AuthenticatedCipher.tagLength {
            let opened = AuthenticatedCipher.open(
                [UInt8](repeating: 0, count: length)[...], key: Self.key, nonce: Self.nonce,
                authenticating: [])
            #expect(opened == nil)
        }
    }
}
