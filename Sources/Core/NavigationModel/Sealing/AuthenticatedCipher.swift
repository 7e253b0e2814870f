internal import Crypto
internal import FoundationEssentials

/// ChaCha20-Poly1305 (RFC 8439): hides bytes, and shows whether they were changed.
///
/// It stands here, as ``Digest`` does, so that one target alone imports what computes both.
package enum AuthenticatedCipher {
    /// Bytes in a key.
    package static let keyLength = 32
    /// Bytes in a nonce, which must never be used twice with one key.
    package static let nonceLength = 12
    /// Bytes by which sealed content is longer than its plaintext.
    package static let tagLength = 16

    /// Returns ciphertext and tag; `nil` if the key or the nonce is not of its length.
    package static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
    ) -> [UInt8]? {
        let box = try? ChaChaPoly.seal(
            plaintext, using: SymmetricKey(data: key), nonce: ChaChaPoly.Nonce(data: nonce),
            authenticating: data)
        return box.map { [UInt8]($0.combined.dropFirst(nonceLength)) }
    }

    /// Returns the plaintext; `nil` if it was not sealed with this key, nonce and data, or was
    /// changed.
    package static func open(
        _ sealed: ArraySlice<UInt8>, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
    ) -> [UInt8]? {
        guard sealed.count >= tagLength else { return nil }
        let plaintext = try? ChaChaPoly.open(
            ChaChaPoly.SealedBox(
                nonce: ChaChaPoly.Nonce(data: nonce), ciphertext: sealed.dropLast(tagLength),
                tag: sealed.suffix(tagLength)),
            using: SymmetricKey(data: key), authenticating: data)
        return plaintext.map { [UInt8]($0) }
    }
}
