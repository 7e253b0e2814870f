/// The rules for requests: which hosts and origins are served.
///
/// A page of another origin has neither: its requests carry its own origin, and a name of the
/// attacker's that resolves to this machine (DNS rebinding) is no host of these.
package struct RequestRules: Hashable, Sendable {
    /// The origins of the pages.
    package let origins: [WebOrigin]

    /// Creates the rules for pages behind a proxy, or on loopback at a port.
    package init(behind proxy: WebOrigin?, port: UInt16) {
        let hosts = ["127.0.0.1", "localhost", "[::1]"]
        origins =
            proxy.map { [$0] }
            ?? hosts.compactMap { WebOrigin(isSecure: false, host: $0, port: port) }
    }

    /// The reason to turn a request away.
    package enum Refusal: Hashable, Sendable {
        /// The request names another host.
        case host
        /// The request comes from a page of another origin, or does not say from which.
        case origin
    }

    /// Returns the reason to turn a request away; `nil` if it is served.
    ///
    /// - Parameters:
    ///   - isChange: A Boolean value indicating whether the request changes something.
    ///   - host: The value of `Host`.
    ///   - origin: The value of `Origin`, which browsers send with every POST.
    ///   - site: The value of `Sec-Fetch-Site`, which browsers send to hosts that they trust.
    ///   - isPage: A Boolean value indicating whether a person may come to it from elsewhere.
    package func refusal(
        isChange: Bool, host: String?, origin: String?, site: String?, isPage: Bool
    ) -> Refusal? {
        guard let host,
            let own = origins.first(where: {
                WebOrigin(isSecure: $0.isSecure, authority: host) == $0
            })
        else { return .host }
        if let origin, origin != own.description { return .origin }
        if isChange, origin == nil { return .origin }
        if let site, site != "same-origin", !isPage { return .origin }
        return nil
    }

    /// The headers of every response: nothing of others is loaded, nothing is framed or stored.
    package static let headers: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
    ]
}

/// The cookie that tells a browser from others.
package struct SessionCookie: Hashable, Sendable {
    /// The secret.
    package let secret: String

    /// Takes a secret.
    package init(secret: String) {
        self.secret = secret
    }

    /// Reads it from the value of `Cookie`; `nil` without one, or with several that differ.
    package init?(_ header: String?, on origin: WebOrigin) {
        let prefix = Self.name(on: origin) + "="
        let found = (header ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        guard let secret = found.first, found.allSatisfy({ $0 == secret }), Secret.isOne(secret)
        else { return nil }
        self.secret = secret
    }

    /// The value of `Set-Cookie`: no script reads it, no other site sends it.
    package func header(on origin: WebOrigin) -> String {
        "\(Self.name(on: origin))=\(secret); Path=/; Max-Age=\(Self.lifetime); HttpOnly; "
            + "SameSite=Strict" + (origin.isSecure ? "; Secure" : "")
    }

    /// The longest time that browsers keep a cookie, in seconds: 400 days (RFC 6265bis, 5.5).
    private static let lifetime = 34_560_000

    /// The name: cookies of loopback are shared by all its ports, and a secure one is of one host.
    private static func name(on origin: WebOrigin) -> String {
        origin.isSecure ? "__Host-navsync" : "navsync-\(origin.port)"
    }
}

/// Random texts that nobody guesses: 256 bits in hexadecimal digits.
package enum Secret {
    /// Returns a new one.
    package static func make() -> String {
        var source = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(source.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Returns a Boolean value indicating whether a text has the form of one: then it is also the
    /// name of a file, and of no directory.
    package static func isOne(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
