internal import CSodium

/// ChaCha20-Poly1305 (RFC 8439): hides bytes, and shows whether they were changed.
///
/// It stands here, as ``Digest`` does, so that one target alone imports what computes both. It is
/// libsodium's, whose calls take the whole content at once: there is no state to misuse.
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
        guard key.count == keyLength, nonce.count == nonceLength, isReady else { return nil }
        var sealed = [UInt8](repeating: 0, count: plaintext.count + tagLength)
        unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
            &sealed, nil, plaintext, UInt64(plaintext.count), data, UInt64(data.count), nil, nonce,
            key)
        return sealed
    }

    /// Returns the plaintext; `nil` if it was not sealed with this key, nonce and data, or was
    /// changed.
    package static func open(
        _ sealed: ArraySlice<UInt8>, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
    ) -> [UInt8]? {
        guard key.count == keyLength, nonce.count == nonceLength, sealed.count >= tagLength, isReady
        else { return nil }
        var plaintext = [UInt8](repeating: 0, count: sealed.count - tagLength)
        let isGenuine = unsafe sealed.withUnsafeBufferPointer { sealed in
            guard let start = sealed.baseAddress else { return false }
            return unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
                &plaintext, nil, nil, start, UInt64(sealed.count), data, UInt64(data.count), nonce,
                key) == 0
        }
        return isGenuine ? plaintext : nil
    }

    /// The choice of the implementation that the processor has instructions for, once; `false`
    /// without a source of random numbers.
    private static let isReady = sodium_init() >= 0
}
